package tsv

import (
	"encoding/json"
	"strconv"
	"strings"
)

// maxShift bounds how many noughts Number writes for an exponent.
const maxShift = 64

// Number writes a number with the digits that the vendor sent, and without an
// exponent: 1.23e-7 is 0.000000123. Nothing is rounded. One whose exponent would
// take too many noughts stays as it was sent, and what is no number is clipped as
// text.
func Number(n json.Number) string {
	s := string(n)
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(s), "e")
	digits, ok := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if !isDigits(whole) || strings.Contains(mantissa, ".") && !isDigits(fraction) {
		return Clip(s, MaxCell)
	}
	shift, err := strconv.Atoi(exponent)
	if !scientific {
		return Clip(s, MaxCell)
	}
	if err != nil || shift < -maxShift || shift > maxShift {
		return Clip(s, MaxCell)
	}
	sign := ""
	if ok {
		sign = "-"
	}
	return Clip(sign+shifted(whole, fraction, shift), MaxCell)
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
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
