package localapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestSecretsOfAScopeAndBelow(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	c := b.at(t, "acme", access.Operator)
	for _, at := range []string{"acme", "acme/research/scout"} {
		saved, err := c.PutSecret(t.Context(), api.NewSecret{ScopeID: b.id(at), Name: "A_KEY", Value: canary, Description: "of " + at})
		if err != nil || saved.Replaced || saved.Scope != at || !strings.HasPrefix(saved.By, "token ") {
			t.Errorf("stored at %s: %+v (%v)", at, saved, err)
		}
	}
	list := func(q api.SecretQuery) []string {
		t.Helper()
		found, err := c.ListSecrets(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range found {
			line := s.Name + " of " + s.Scope
			if s.Overridden {
				line += ", overridden"
			}
			out = append(out, line)
		}
		return out
	}
	for _, tt := range []struct {
		query api.SecretQuery
		want  []string
	}{
		{api.SecretQuery{ScopeID: b.id("acme/research/scout")}, []string{"A_KEY of acme, overridden", "A_KEY of acme/research/scout"}},
		{api.SecretQuery{ScopeID: b.id("acme/research")}, []string{"A_KEY of acme"}},
		{api.SecretQuery{WithinID: b.id("acme/research")}, []string{"A_KEY of acme/research/scout"}},
		{api.SecretQuery{}, []string{"A_KEY of acme", "A_KEY of acme/research/scout"}},
	} {
		if diff := cmp.Diff(tt.want, list(tt.query)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.query, diff)
		}
	}
	_, err := c.ListSecrets(t.Context(), api.SecretQuery{ScopeID: b.id("acme"), WithinID: b.id("acme")})
	wantProblem(t, err, api.CodeInvalid, "leave one of them out")
	_, err = c.PutSecret(t.Context(), api.NewSecret{ScopeID: b.id("acme"), Name: "lower", Value: "x"})
	wantProblem(t, err, api.CodeInvalid, "name", "value")
}

// No answer of any operation holds a value.
func TestAValueIsNeverAnswered(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	in := things{}
	in["$secret"], in["$request"], in["$issue"] = b.ofAgent(t, b.tree["acme/research/scout"])
	token := b.token(t, "acme", access.Admin)
	for _, r := range []struct{ method, target, body string }{
		{"PUT", "/api/secrets", `{"scope_id":"` + b.id("acme") + `","name":"A_KEY","value":"` + canary + `"}`},
		{"PUT", "/api/secrets", `{"scope_id":"` + b.id("acme") + `","name":"` + canary + `","value":"` + canary + `"}`},
		{"PUT", "/api/secrets", `{"scope_id":"` + b.id("acme") + `","name":["` + canary + `"],"value":{"a":"` + canary + `"}}`},
		{"POST", "/api/secret-requests/" + in["$request"] + "/answer", `{"value":"` + canary + `"}`},
		{"POST", "/api/secret-requests/" + in["$request"] + "/answer", `{"value":"` + canary + `"}`},
		{"GET", "/api/secrets", ""},
		{"GET", "/api/secret-requests?all=true", ""},
	} {
		if got := b.send(t, token, r.method, r.target, r.body); strings.Contains(got.body, canary) {
			t.Errorf("%s %s answers HTTP %d with the value: %s", r.method, r.target, got.status, got.body)
		}
	}
}

func TestARequestIsAnsweredAndDeclined(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	c := b.at(t, "acme", access.Operator)
	scout := b.tree["acme/research/scout"]
	ask := func(name string) string {
		t.Helper()
		r, _, err := b.vault.Ask(t.Context(), scout, "", name, "to test")
		if err != nil {
			t.Fatal(err)
		}
		return string(r.ID)
	}
	first, second := ask("A_KEY"), ask("B_KEY")
	_, err := c.AnswerSecretRequest(t.Context(), first, api.SecretAnswer{Value: "short"})
	wantProblem(t, err, api.CodeInvalid, "at least 6 bytes")
	answered, err := c.AnswerSecretRequest(t.Context(), first, api.SecretAnswer{Value: canary})
	if err != nil || answered.Status != "answered" || answered.Agent != scout.Path {
		t.Errorf("answered: %+v (%v)", answered, err)
	}
	_, err = c.DeclineSecretRequest(t.Context(), first, api.SecretRefusal{})
	wantProblem(t, err, api.CodeConflict, "is answered already")
	declined, err := c.DeclineSecretRequest(t.Context(), second, api.SecretRefusal{Reason: "not yet"})
	if err != nil || declined.Status != "declined" || declined.Note != "not yet" {
		t.Errorf("declined: %+v (%v)", declined, err)
	}
	if open, err := c.ListSecretRequests(t.Context(), api.SecretRequestQuery{}); err != nil || len(open) != 0 {
		t.Errorf("open are %+v (%v)", open, err)
	}
	if all, err := c.ListSecretRequests(t.Context(), api.SecretRequestQuery{All: true}); err != nil || len(all) != 2 {
		t.Errorf("all are %+v (%v)", all, err)
	}
	_, err = b.at(t, "beta", access.Operator).DeclineSecretRequest(t.Context(), first, api.SecretRefusal{})
	wantProblem(t, err, api.CodeNotFound, "no request")
}
