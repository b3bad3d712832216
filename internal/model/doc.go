// Package model talks to the providers of language models: OpenAI-style chat
// completions with tools, streamed, at OpenRouter and DeepInfra or whatever server
// their base addresses point at. decisions.md, "Runs", has what the box asks of
// them. What the two do differently is a table of two rows; everything else is one
// code path.
//
// A provider's answer is untrusted: it is read within bounds, and its words reach
// a message on one line, cut, and without the key.
package model
