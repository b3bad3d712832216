package guild_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
)

func explode() { panic("boom") }

func TestRecovered(t *testing.T) {
	t.Parallel()
	var err error
	func() {
		defer func() { err = guild.Recovered("the test", recover()) }()
		explode()
	}()
	text := err.Error()
	if !strings.HasPrefix(text, "the test panicked: boom\n") || !strings.Contains(text, "guild_test.explode\n\t") || !strings.Contains(text, "panic_test.go:") {
		t.Errorf("the error is %q", text)
	}
	if guild.CodeOf(err) != guild.CodeInternal {
		t.Errorf("its code is %s", guild.CodeOf(err))
	}
}
