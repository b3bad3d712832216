// Package google asks Google's REST APIs on behalf of the connectors of Google,
// and explains how they refuse: in Google's own words, and with what an operator
// can do about it. The forms of a refusal are those of
// https://developers.google.com/workspace/gmail/api/guides/handle-errors.
package google
