package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxDigits bounds a number written out without an exponent: its digits before and
// after the point together.
const MaxDigits = 60

var errDigits = fmt.Errorf("has more than %d digits when it is written out", MaxDigits)

// decimal returns a number of JSON in the one form in which it is stored and shown:
// without an exponent, without zeros that say nothing, and zero without a sign. Two
// numbers are equal exactly when their forms are.
func decimal(s string) (string, error) {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0", nil
	}
	shift := 0
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if errors.Is(err, strconv.ErrRange) || n > 1<<20 || n < -1<<20 {
			return "", errDigits
		}
		if err != nil {
			return "", err
		}
		shift = n
	}
	scale := len(fraction) - shift // digits after the point
	trimmed := strings.TrimRight(digits, "0")
	scale -= len(digits) - len(trimmed)
	if max(len(trimmed), scale, len(trimmed)-scale) > MaxDigits {
		return "", errDigits
	}
	switch {
	case scale <= 0:
		return sign + trimmed + strings.Repeat("0", -scale), nil
	case scale < len(trimmed):
		return sign + trimmed[:len(trimmed)-scale] + "." + trimmed[len(trimmed)-scale:], nil
	}
	return sign + "0." + strings.Repeat("0", scale-len(trimmed)) + trimmed, nil
}
