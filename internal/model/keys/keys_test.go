package keys_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/seal"
)

const (
	ownKey = "sk-own-4f7Qz81x-abcd"
	boxKey = "sk-box-9d2Kp40w-wxyz"
)

var acme = guild.Scope{ID: "acme-id", Level: guild.Organisation, Path: "acme"}

// memory is a store without a database.
type memory struct {
	stored  []keys.Stored
	holders []keys.Holder
}

func (m *memory) find(organisation guild.ID, provider string) int {
	return slices.IndexFunc(m.stored, func(s keys.Stored) bool { return s.ScopeID == organisation && s.Provider == provider })
}

func (m *memory) ModelKey(_ context.Context, organisation guild.ID, provider string) (keys.Stored, error) {
	if i := m.find(organisation, provider); i >= 0 {
		return m.stored[i], nil
	}
	return keys.Stored{}, guild.Errorf(guild.CodeNotFound, "there is no key for %s", provider)
}

func (m *memory) ModelKeys(_ context.Context, within guild.ID) ([]keys.Stored, error) {
	return slices.DeleteFunc(slices.Clone(m.stored), func(s keys.Stored) bool { return s.ScopeID != within }), nil
}

func (m *memory) SaveModelKey(_ context.Context, k keys.Stored) (keys.Key, error) {
	if i := m.find(k.ScopeID, k.Provider); i >= 0 {
		m.stored = slices.Delete(m.stored, i, i+1)
	}
	m.stored = append(m.stored, k)
	return k.Key, nil
}

func (m *memory) DeleteModelKey(_ context.Context, organisation guild.ID, provider string) error {
	i := m.find(organisation, provider)
	if i < 0 {
		return guild.Errorf(guild.CodeNotFound, "there is no key for %s", provider)
	}
	m.stored = slices.Delete(m.stored, i, i+1)
	return nil
}

func (m *memory) ModelKeyHolders(context.Context, guild.ID) ([]keys.Holder, error) {
	return m.holders, nil
}

// setup returns keys on an empty store, with both providers at their vendors' own
// addresses.
func setup(t *testing.T, variables map[string]string) (*keys.Keys, *memory) {
	t.Helper()
	m := &memory{}
	return &keys.Keys{
		Store: m, Sealer: seal.New(seal.NewKey()), Providers: model.Providers(),
		Integrations: integration.New(func(name string) string { return variables[name] }),
	}, m
}

func TestForPrefersTheOrganisationsOwn(t *testing.T) {
	t.Parallel()
	k, _ := setup(t, map[string]string{"OPENROUTER_API_KEY": boxKey})
	if _, err := k.Set(t.Context(), acme, "openrouter", ownKey, true); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		organisation          guild.ID
		provider, key, source string
	}{
		{acme.ID, "openrouter", ownKey, keys.FromOrganisation},
		{"beta-id", "openrouter", boxKey, keys.FromBox},
		{"", "openrouter", boxKey, keys.FromBox},
	} {
		key, source, err := k.For(t.Context(), tt.organisation, tt.provider)
		if err != nil || key != tt.key || source != tt.source {
			t.Errorf("%q at %s: %q of %s (%v); want %q of %s", tt.organisation, tt.provider, key, source, err, tt.key, tt.source)
		}
	}
	_, _, err := k.For(t.Context(), acme.ID, "deepinfra")
	if guild.CodeOf(err) != guild.CodeUnsupported {
		t.Fatalf("without a key: %v", err)
	}
	for _, says := range []string{"DEEPINFRA_API_KEY", "guildsctl model key set deepinfra --at ORGANISATION"} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("%q does not say %q", err, says)
		}
	}
	if _, _, err := k.For(t.Context(), acme.ID, "openai"); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("a provider that is none: %v", err)
	}
}

// A server that stands in for the vendor's says itself whether it wants a key.
func TestForNeedsNoKeyElsewhere(t *testing.T) {
	t.Parallel()
	k, _ := setup(t, nil)
	k.Providers[0].BaseURL = "http://10.0.0.7:8000/v1"
	key, source, err := k.For(t.Context(), acme.ID, "openrouter")
	if err != nil || key != "" || source != keys.NotNeeded {
		t.Errorf("%q of %s (%v)", key, source, err)
	}
}

func TestSecretsAreTheOrganisationsOwn(t *testing.T) {
	t.Parallel()
	k, _ := setup(t, map[string]string{"DEEPINFRA_API_KEY": boxKey})
	if _, err := k.Set(t.Context(), acme, "openrouter", ownKey, true); err != nil {
		t.Fatal(err)
	}
	got, err := k.Secrets(t.Context(), acme.ID)
	want := []redact.Secret{{Name: "openrouter-key", Value: ownKey}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestSetSealsAndHints(t *testing.T) {
	t.Parallel()
	for value, hint := range map[string]string{ownKey: "abcd", "fifteen-bytes-x": "", "sixteen-bytes-xy": "s-xy"} {
		k, store := setup(t, nil)
		set, err := k.Set(t.Context(), acme, "openrouter", value, true)
		if err != nil || set.Hint != hint {
			t.Errorf("%s: %+v (%v); want the hint %q", value, set, err, hint)
		}
		if strings.Contains(string(store.stored[0].Sealed), value) {
			t.Errorf("%s is stored as it is", value)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, provider, value string
		scope                 guild.Scope
	}{
		{"too short", "openrouter", "abcde", acme},
		{"too long", "openrouter", strings.Repeat("k", 4097), acme},
		{"a blank", "openrouter", "sk-one two", acme},
		{"a line end", "openrouter", "sk-onetwo\n", acme},
		{"no ASCII", "openrouter", "sk-größer", acme},
		{"no provider", "openai", ownKey, acme},
		{"no organisation", "openrouter", ownKey, guild.Scope{ID: "g", Level: guild.Guild, Path: "acme/research"}},
	} {
		k, store := setup(t, nil)
		_, err := k.Set(t.Context(), tt.scope, tt.provider, tt.value, true)
		if guild.CodeOf(err) != guild.CodeInvalid || len(store.stored) > 0 {
			t.Errorf("%s: %v, stored %d", tt.name, err, len(store.stored))
		}
		if err != nil && strings.Contains(err.Error(), strings.TrimSpace(tt.value)) {
			t.Errorf("%s: the error shows the key", tt.name)
		}
	}
}

func TestSetAsksTheProvider(t *testing.T) {
	t.Parallel()
	upstream, err := modeltest.Open(modeltest.Options{Keys: []string{ownKey}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(upstream.Close)
	upstream.Play("", modeltest.Turn{Text: "Yes."})
	for _, provider := range []string{"openrouter", "deepinfra"} {
		k, store := setup(t, nil)
		for i, base := range []string{upstream.OpenRouter(), upstream.DeepInfra()} {
			k.Providers[i].BaseURL, k.Providers[i].HTTP = base, http.DefaultClient
		}
		if _, err := k.Set(t.Context(), acme, provider, boxKey, false); guild.CodeOf(err) != guild.CodeRejected || len(store.stored) > 0 {
			t.Errorf("%s takes a wrong key: %v, stored %d", provider, err, len(store.stored))
		}
		if _, err := k.Set(t.Context(), acme, provider, ownKey, false); err != nil {
			t.Errorf("%s refuses the right key: %v", provider, err)
		}
	}
}

// A server without the vendor's own way to check a key is asked for its models.
func TestSetAsksAnotherServerForItsModels(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/models":
			http.NotFound(w, r)
		case r.Header.Get("Authorization") != "Bearer "+ownKey:
			w.WriteHeader(http.StatusUnauthorized)
		default:
			_, _ = w.Write([]byte(`{"data":[]}`)) // the test fails by what the client makes of it
		}
	}))
	t.Cleanup(server.Close)
	k, _ := setup(t, nil)
	k.Providers[0].BaseURL, k.Providers[0].HTTP = server.URL, http.DefaultClient
	if _, err := k.Set(t.Context(), acme, "openrouter", boxKey, false); guild.CodeOf(err) != guild.CodeRejected {
		t.Errorf("a wrong key: %v", err)
	}
	if _, err := k.Set(t.Context(), acme, "openrouter", ownKey, false); err != nil {
		t.Errorf("the right key: %v", err)
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	lacks := func(names ...string) []keys.Holder {
		var all []keys.Holder
		for _, n := range names {
			all = append(all, keys.Holder{Organisation: n})
		}
		return all
	}
	holds := keys.Holder{Organisation: "rich", Holds: true}
	for name, tt := range map[string]struct {
		holders   []keys.Holder
		variables map[string]string
		want      string
	}{
		"a new box":          {nil, nil, "no model key is set: set OPENROUTER_API_KEY or DEEPINFRA_API_KEY in the daemon's environment, or run guildsctl model key set openrouter --at ORGANISATION"},
		"one lacks it":       {append(lacks("acme"), holds), nil, "no model key is set for acme: set OPENROUTER_API_KEY or DEEPINFRA_API_KEY in the daemon's environment, or run guildsctl model key set openrouter --at acme"},
		"many lack it":       {lacks("a", "b", "c", "d", "e", "f", "g"), nil, "no model key is set for a, b, c, d, e and 2 more: set OPENROUTER_API_KEY or DEEPINFRA_API_KEY in the daemon's environment, or run guildsctl model key set openrouter --at ORGANISATION"},
		"all have their own": {[]keys.Holder{holds}, nil, ""},
		"the box has one":    {lacks("acme"), map[string]string{"DEEPINFRA_API_KEY": boxKey}, ""},
	} {
		k, store := setup(t, tt.variables)
		store.holders = tt.holders
		if got, err := k.Advice(t.Context(), acme); err != nil || got != tt.want {
			t.Errorf("%s: %q (%v); want %q", name, got, err, tt.want)
		}
	}
	k, _ := setup(t, nil)
	k.Providers[1].BaseURL = "http://127.0.0.1:11434/v1"
	if got, err := k.Advice(t.Context(), acme); err != nil || got != "" {
		t.Errorf("with a server that may need none: %q (%v)", got, err)
	}
}
