package text

import (
	"fmt"
	"strings"
)

// Size writes a number of bytes for people: "1 byte", "640 bytes", "1.5 KiB".
// A unit is 1024 of the one before it, and a size has at most one decimal.
func Size(bytes int64) string {
	switch {
	case bytes == 1:
		return "1 byte"
	case bytes < 1024:
		return fmt.Sprintf("%d bytes", bytes)
	}
	units := []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	value := float64(bytes) / 1024
	// What would be printed as 1024 of a unit is 1 of the next.
	for value >= 1023.95 {
		value, units = value/1024, units[1:]
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0") + " " + units[0]
}
