package secret_test

import (
	"context"
	"errors"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/secret"
)

func TestRedactionIsTheUnionOfItsSourcesUntilTheStoreChanges(t *testing.T) {
	t.Parallel()
	v, _ := newVault()
	put(t, v, acme, "A_KEY", "hunter22")
	generation, asked := uint64(1), 0
	keys := func(_ context.Context, agent guild.Scope) (*redact.Set, error) {
		asked++
		return redact.New(redact.Secret{Name: "TAVILY_API_KEY", Value: "tvly-" + agent.Path}), nil
	}
	r := secret.NewRedaction(func() (uint64, bool) { return generation, true }, v.Source, keys)
	masked := func(text string) string {
		t.Helper()
		set, err := r.Set(t.Context(), scout)
		if err != nil {
			t.Fatal(err)
		}
		return set.Redact(text)
	}
	if got := masked("hunter22 tvly-acme/research/scout 2nd-one"); got != "[redacted:A_KEY] [redacted:TAVILY_API_KEY] 2nd-one" {
		t.Errorf("masked: %q", got)
	}
	put(t, v, scout, "B_KEY", "2nd-one")
	if masked("2nd-one"); asked != 1 {
		t.Errorf("the sources were asked %d times for one generation", asked)
	}
	generation++
	if got := masked("2nd-one"); got != "[redacted:B_KEY]" {
		t.Errorf("after a change: %q", got)
	}
}

func TestRedactionFailsWithAnyOfItsSources(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	r := secret.NewRedaction(func() (uint64, bool) { return 0, false },
		func(context.Context, guild.Scope) (*redact.Set, error) { return nil, nil },
		func(context.Context, guild.Scope) (*redact.Set, error) { return nil, broken })
	if set, err := r.Set(t.Context(), scout); !errors.Is(err, broken) || set != nil {
		t.Errorf("got %v, %v", set, err)
	}
}
