package localapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/localapi/models"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/internal/model/listing"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/seal"
	"github.com/guildsbox/guilds/pkg/api"
)

// addModels gives a box OpenRouter on loopback, where the canary is the one key that
// is taken, and a DeepInfra that nobody answers for.
func (b *box) addModels(t testing.TB, s *localapi.Server) {
	t.Helper()
	upstream, err := modeltest.Open(modeltest.Options{Keys: []string{canary}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(upstream.Close)
	providers := model.Providers()
	providers[0].BaseURL, providers[0].HTTP = upstream.OpenRouter(), http.DefaultClient
	providers[1].HTTP = &http.Client{Transport: nobody{}}
	k := &keys.Keys{Store: b.db.DB, Sealer: seal.New(seal.NewKey()), Integrations: s.Integrations, Providers: providers}
	s.Box.Advice = k.Advice
	s.Areas = append(s.Areas, models.Area{DB: b.db.DB, Keys: k, Listing: &listing.Listing{Providers: providers, Keys: k, Now: time.Now}})
}

// nobody is a network on which there is no one.
type nobody struct{}

func (nobody) RoundTrip(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed }

func TestModelsAreListedThoughOneProviderFails(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	got, err := b.local.ListModels(t.Context(), api.ModelQuery{ScopeID: b.id("acme/research/scout"), Search: "WORKER"})
	if err != nil || len(got.Problems) != 1 || got.Problems[0].Provider != "deepinfra" {
		t.Fatalf("problems %+v (%v)", got.Problems, err)
	}
	yes := true
	want := []api.Model{{
		ID: "openrouter/acme/worker", Provider: "openrouter", Name: "acme/worker", ContextLength: 128_000, MaxOutput: 16_000,
		PromptPrice: "3", CompletionPrice: "15", Tools: &yes, Key: "none",
	}}
	if diff := cmp.Diff(want, got.Models); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := b.local.PutModelKey(t.Context(), b.id("acme"), "openrouter", api.NewModelKey{Value: canary}); err != nil {
		t.Fatal(err)
	}
	for path, source := range map[string]string{"acme/research": "organisation", "beta": "none", "": "none"} {
		got, err := b.local.ListModels(t.Context(), api.ModelQuery{ScopeID: b.tree0(path), Provider: "openrouter"})
		if err != nil || len(got.Models) != 2 || got.Models[0].Key != source || len(got.Problems) != 0 {
			t.Errorf("at %q: %+v (%v); want the key %s", path, got, err, source)
		}
	}
}

// tree0 is id, and empty for no scope.
func (b *box) tree0(path string) string {
	if path == "" {
		return ""
	}
	return b.id(path)
}

func TestModelKeysOverTheAPI(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	operator := b.at(t, "acme", access.Operator)
	for _, tt := range []struct{ path, provider, value, code, says string }{
		{"acme", "openrouter", "not-the-canary-key", api.CodeRejected, ""},
		{"acme", "openrouter", "abc", api.CodeInvalid, "shorter than 6 bytes"},
		{"acme", "openai", canary, api.CodeInvalid, "the providers are openrouter and deepinfra"},
		{"acme/research", "openrouter", canary, api.CodeInvalid, "belongs to an organisation"},
	} {
		_, err := operator.PutModelKey(t.Context(), b.id(tt.path), tt.provider, api.NewModelKey{Value: tt.value})
		wantProblem(t, err, tt.code, tt.says)
		if err != nil && strings.Contains(err.Error(), tt.value) {
			t.Errorf("the error shows the key: %v", err)
		}
	}
	if list, err := operator.ListModelKeys(t.Context(), api.ModelKeyQuery{}); err != nil || len(list) != 0 {
		t.Fatalf("after refusals: %+v (%v)", list, err)
	}
	put, err := operator.PutModelKey(t.Context(), b.id("acme"), "openrouter", api.NewModelKey{Value: canary})
	want := api.ModelKey{ScopeID: b.id("acme"), Organisation: "acme", Provider: "openrouter", CreatedAt: put.CreatedAt, UpdatedAt: put.UpdatedAt}
	if diff := cmp.Diff(want, put); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := operator.PutModelKey(t.Context(), b.id("acme"), "deepinfra", api.NewModelKey{Value: canary}); err == nil {
		t.Error("a key was taken that could not be checked")
	}
	if _, err := operator.PutModelKey(t.Context(), b.id("acme"), "deepinfra", api.NewModelKey{Value: canary, Unchecked: true}); err != nil {
		t.Error(err)
	}
	gone, err := b.local.DeleteScope(t.Context(), b.id("acme"), true)
	if diff := cmp.Diff([]string{"deepinfra at acme", "openrouter at acme"}, gone.ModelKeys); err != nil || diff != "" {
		t.Errorf("what a removal would take: %v (-want +got):\n%s", err, diff)
	}
	if err := operator.DeleteModelKey(t.Context(), b.id("acme"), "openrouter"); err != nil {
		t.Error(err)
	}
	wantProblem(t, operator.DeleteModelKey(t.Context(), b.id("acme"), "openrouter"), api.CodeNotFound, "no key for openrouter")
}
