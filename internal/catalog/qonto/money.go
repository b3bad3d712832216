package qonto

import (
	"encoding/json"
	"strings"
)

// money returns an amount in euros: of its cents, which are exact, or where there are
// none as it was written.
func money(cents json.Number, written any) any {
	digits, negative := strings.CutPrefix(cents.String(), "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return decimal(written)
	}
	if short := 3 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	point := len(digits) - 2
	amount := json.Number(digits[:point] + "." + digits[point:])
	if negative {
		amount = "-" + amount
	}
	return amount
}

// decimal returns an amount as it was written, a comma in it as a point.
func decimal(written any) any {
	s, ok := written.(string)
	if ok && strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		return strings.Replace(s, ",", ".", 1)
	}
	return written
}
