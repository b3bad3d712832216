package tsv

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// maxShift bounds how many noughts Number writes for an exponent.
const maxShift = 64

// scientific is a JSON number with an exponent: its sign, its digits before and after
// the point, and the exponent.
var scientific = regexp.MustCompile(`^(-?)([0-9]+)(?:\.([0-9]+))?[eE]([+-]?[0-9]+)$`)

// Number writes a number with the digits that the vendor sent, and without an
// exponent: 1.23e-7 is 0.000000123. Nothing is rounded. One whose exponent would
// take too many noughts stays as it was sent, and what is no number is clipped as
// text.
func Number(n json.Number) string {
	s := string(n)
	if m := scientific.FindStringSubmatch(s); m != nil {
		if by, err := strconv.Atoi(m[4]); err == nil && -maxShift <= by && by <= maxShift {
			s = m[1] + shifted(m[2], m[3], by)
		}
	}
	return Clip(s, MaxCell)
}

// shifted moves the point of a number by so many digits to the right.
func shifted(whole, fraction string, by int) string {
	point := len(whole) + by
	digits := whole + fraction
	if point < 1 {
		digits = strings.Repeat("0", 1-point) + digits
		point = 1
	}
	if point > len(digits) {
		digits += strings.Repeat("0", point-len(digits))
	}
	whole = strings.TrimLeft(digits[:point], "0")
	if whole == "" {
		whole = "0"
	}
	fraction = strings.TrimRight(digits[point:], "0")
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}
