package tsv

import "time"

// layouts are the forms in which vendors write a time: RFC 3339, and that of X's
// former API, which its resellers keep.
var layouts = []string{time.RFC3339, time.RubyDate}

// When writes a time that a vendor wrote in UTC to the second, and anything else as
// it was sent.
func When(s string) string {
	for _, layout := range layouts {
		if at, err := time.Parse(layout, s); err == nil {
			return Time(at)
		}
	}
	return s
}
