package modeltest

import "bytes"

// pieces are the ways in which the bytes of an answer are written, one flush for
// each piece.
var pieces = map[string]func(stream []byte) [][]byte{
	"":        func(stream []byte) [][]byte { return bytes.SplitAfter(stream, []byte("\n\n")) },
	"whole":   func(stream []byte) [][]byte { return [][]byte{stream} },
	"bytes":   func(stream []byte) [][]byte { return cutAfter(stream, func(byte) bool { return true }) },
	"awkward": func(stream []byte) [][]byte { return cutAfter(stream, awkward) },
}

// awkward cuts in the middle of a character, of an escape, of a line's name and of
// an event's end.
func awkward(b byte) bool { return b >= 0xC0 || b == '\\' || b == 'd' || b == '\n' || b == ':' }

func cutAfter(stream []byte, cut func(byte) bool) [][]byte {
	var all [][]byte
	start := 0
	for i, b := range stream {
		if cut(b) {
			all, start = append(all, stream[start:i+1]), i+1
		}
	}
	return append(all, stream[start:])
}
