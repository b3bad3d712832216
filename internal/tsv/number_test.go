package tsv_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/tsv"
)

func TestNumber(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0": "0", "-0.5": "-0.5", "1.50": "1.50", "12345678901234567890.123": "12345678901234567890.123",
		"1.23e-7": "0.000000123", "-1.23E-7": "-0.000000123", "1e3": "1000", "1.5e+3": "1500", "1.2345e2": "123.45",
		"5.9e-06": "0.0000059", "1e0": "1", "0e5": "0", "120e-1": "12",
		"1e-64": "0." + strings.Repeat("0", 63) + "1", "1e65": "1e65", "1e-999999999999": "1e-999999999999",
		"": "", "n/a": "n/a", "1\t2": "1 2", "0x10": "0x10",
	} {
		if got := tsv.Number(json.Number(in)); got != want {
			t.Errorf("Number(%q) = %q; want %q", in, got, want)
		}
	}
}

// FuzzNumber checks that a JSON number keeps its value exactly.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"1.23e-7", "-0", "1e3", "0.1e1", "123456789e-5", "0.000e-9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var n json.Number
		if json.Unmarshal([]byte(s), &n) != nil || len(s) > 100 || strings.HasPrefix(s, `"`) {
			return
		}
		got := tsv.Number(n)
		was, ok := new(big.Rat).SetString(string(n))
		is, ok2 := new(big.Rat).SetString(got)
		if !ok || len(got) > 200 {
			return
		}
		if !ok2 || was.Cmp(is) != 0 {
			t.Errorf("Number(%s) = %s", n, got)
		}
	})
}
