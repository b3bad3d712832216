// Package redact masks the values of secrets in text, in every form in which a
// tool is likely to print them: as they stand, JSON-escaped, percent-encoded and
// in base64. decisions.md, "Tool results", has the rules.
//
// A text is searched as it is, and again as it reads after one or two rounds of
// decoding (see decoders), so that a value is found whichever of its characters
// an encoder chose to escape, and also in JSON inside a JSON string. What is
// found in a decoded reading is masked in the original through a map of offsets.
//
// A text that arrives in pieces, as a model's answer does, goes through a Stream:
// a piece may end in the middle of a secret, and its first half must not be out.
package redact
