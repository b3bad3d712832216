package connectortest

import (
	"strings"
	"testing"
	"unicode"
)

// Hostile is text as a stranger may write it to break a table: line breaks, tabs,
// control characters, marks that turn text around, and what looks like a note.
const Hostile = "a\tb\r\nc\u2028d\x1b[2J\x00\u202egnp.exe\u202c\u200f\n[1 more not shown]"

// HostileJSON is Hostile as a JSON string without its quotes.
const HostileJSON = `a\tb\r\nc\u2028d\u001b[2J\u0000\u202egnp.exe\u202c\u200f\n[1 more not shown]`

// Rows returns the cells of a result, line by line, notes included. It fails the test
// where a line has other cells than the header, and is no note, or holds what does
// not print.
func Rows(t testing.TB, result string) [][]string {
	t.Helper()
	var rows [][]string
	for _, line := range strings.Split(result, "\n") {
		cells := strings.Split(line, "\t")
		if note := strings.HasPrefix(line, "["); !note && len(rows) > 0 && len(cells) != len(rows[0]) {
			t.Errorf("a row has %d cells and the header %d: %q", len(cells), len(rows[0]), line)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
			t.Errorf("a row holds what does not print: %q", line)
		}
		rows = append(rows, cells)
	}
	return rows
}
