package record_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/record"
)

func TestHalves(t *testing.T) {
	t.Parallel()
	for term, want := range map[string]string{
		"":             "",
		"lamp":         "",
		"chair":        "cha air",
		"garden":       "gar den",
		"gardens":      "gar dens",
		"furniture":    "furn iture",
		"Müßig":        "Müß ßig",
		"garden chair": "garden  chair",
	} {
		if got := strings.Join(record.Halves(term), " "); got != want {
			t.Errorf("the halves of %q are %q, want %q", term, got, want)
		}
	}
}

// Whatever letter of six or more is wrong, one half of what was meant is left.
func TestAHalfSurvivesOneLetter(t *testing.T) {
	t.Parallel()
	for _, term := range []string{"garden", "gardens", "chairman", "furniture", "outdoor furniture"} {
		for i := range len(term) {
			wrong := term[:i] + "#" + term[i+1:]
			halves := record.Halves(term)
			if !strings.Contains(wrong, halves[0]) && !strings.Contains(wrong, halves[1]) {
				t.Errorf("%q has neither of %q", wrong, halves)
			}
		}
	}
}
