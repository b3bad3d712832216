package coingecko_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/coingecko"
)

func TestTimes(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		seconds, milliseconds json.Number
		want                  time.Time
	}{
		{"1767225600", "1767225600000", at},
		{"1767225600", "1767225600000.4", at},
		{"", "", time.Time{}},
		{"0", "0", time.Time{}},
		{"soon", "soon", time.Time{}},
	} {
		if got := coingecko.Seconds(tt.seconds); !got.Equal(tt.want) {
			t.Errorf("Seconds(%q) = %v", tt.seconds, got)
		}
		if got := coingecko.Milliseconds(tt.milliseconds); !got.Equal(tt.want) {
			t.Errorf("Milliseconds(%q) = %v", tt.milliseconds, got)
		}
	}
}
