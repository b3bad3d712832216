package print

import "strings"

// briefest is how long a brief description is at most, in terminal columns.
const briefest = 120

// Brief is what a list shows of a description: its first sentence, which is what a
// person looks for among many, and which keeps lines in a pipe of a length that can
// be read. The whole stands in JSON and with the command show.
func Brief(description string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(description), "\n")
	for i := range len(line) {
		if endsSentence(line, i) {
			line = line[:i+1]
			break
		}
	}
	return Clip(line, briefest)
}

// endsSentence reports whether a sentence ends at a byte of s: a full stop before a
// blank and a capital, and not that of an abbreviation such as "e.g.".
func endsSentence(s string, at int) bool {
	if !strings.ContainsRune(".!?", rune(s[at])) || at+2 >= len(s) || s[at+1] != ' ' || s[at+2] < 'A' || s[at+2] > 'Z' {
		return false
	}
	word := s[strings.LastIndexByte(s[:at], ' ')+1 : at]
	return len(word) > 1 && !strings.Contains(word, ".")
}
