// Package redact masks the values of secrets in text, in every form in which a
// tool is likely to print them: as they stand, JSON-escaped, percent-encoded and
// in base64. decisions.md, "Tool results", has the rules.
//
// A text is searched as it is, and again as it reads after one or two rounds of
// decoding (see decoders), so that a value is found whichever of its characters
// an encoder chose to escape, and also in JSON inside a JSON string. What is
// found in a decoded reading is masked in the original through a map of offsets.
//
// Redaction works on whole texts only. There is no streaming form: a chunk may
// end in the middle of a secret, and its first half would be out.
package redact
