// Package google is what the connectors of Google share: the API with its
// credential, and what Google's reasons for a refusal mean. The forms of a refusal
// are those of
// https://developers.google.com/workspace/gmail/api/guides/handle-errors.
package google
