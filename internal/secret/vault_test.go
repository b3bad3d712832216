package secret_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/seal"
	"github.com/guildsbox/guilds/internal/secret"
)

var (
	acme  = guild.Scope{ID: "acme", Level: guild.Organisation, Path: "acme"}
	scout = guild.Scope{ID: "scout", Level: guild.Agent, Path: "acme/research/scout"}
)

// shelf is a store of one agent's chain, in memory.
type shelf struct {
	secrets  []secret.Secret
	requests []secret.Request
}

func (s *shelf) SaveSecret(_ context.Context, n secret.Secret) (secret.Saved, error) {
	for i, old := range s.secrets {
		if old.ScopeID == n.ScopeID && old.Name == n.Name {
			s.secrets[i] = n
			return secret.Saved{Secret: n, Replaced: &old}, nil
		}
	}
	s.secrets = append(s.secrets, n)
	return secret.Saved{Secret: n}, nil
}

func (s *shelf) SecretsOf(context.Context, guild.ID) ([]secret.Secret, error) { return s.secrets, nil }

func (s *shelf) OpenRequest(_ context.Context, r secret.Request) (secret.Request, bool, error) {
	if i := slices.IndexFunc(s.requests, func(o secret.Request) bool { return o.Name == r.Name }); i >= 0 {
		return s.requests[i], false, nil
	}
	r.Status = secret.Open
	s.requests = append(s.requests, r)
	return r, true, nil
}

func (s *shelf) SecretRequest(_ context.Context, id guild.ID) (secret.Request, error) {
	for _, r := range s.requests {
		if r.ID == id {
			return r, nil
		}
	}
	return secret.Request{}, guild.Errorf(guild.CodeNotFound, "there is no request %s", id)
}

func (s *shelf) CloseRequest(ctx context.Context, c secret.Request, answer *secret.Secret) (secret.Request, error) {
	for i, r := range s.requests {
		if r.ID == c.ID {
			r.Status, r.ClosedBy, r.Note = c.Status, c.ClosedBy, c.Note
			s.requests[i] = r
			if answer != nil {
				_, _ = s.SaveSecret(ctx, *answer)
			}
			return r, nil
		}
	}
	return secret.Request{}, guild.Errorf(guild.CodeNotFound, "there is no request %s", c.ID)
}

func newVault() (*secret.Vault, *shelf) {
	s := &shelf{}
	return &secret.Vault{Store: s, Sealer: seal.New(seal.NewKey())}, s
}

func put(t *testing.T, v *secret.Vault, scope guild.Scope, name, value string) {
	t.Helper()
	if _, err := v.Put(t.Context(), secret.New{Scope: scope, Name: name, Value: value, By: "ada"}); err != nil {
		t.Fatal(err)
	}
}

func TestPutRefusesEverythingThatIsWrongAndShowsNoValue(t *testing.T) {
	t.Parallel()
	v, s := newVault()
	tests := map[string]struct {
		in   secret.New
		want []string
	}{
		"short value":    {secret.New{Name: "A_KEY", Value: "12-34"}, []string{"value: a secret needs at least 6 bytes, this one has 5: a shorter one cannot"}},
		"all":            {secret.New{Name: "hunter22", Value: "x\x00", Description: strings.Repeat("é", 401)}, []string{"name: must be", "value: a secret needs", "value: must be UTF-8", "description: has 401"}},
		"long value":     {secret.New{Name: "A_KEY", Value: strings.Repeat("x", secret.MaxValue+1)}, []string{"value: has 32769 bytes"}},
		"long name":      {secret.New{Name: strings.Repeat("A", 65), Value: "hunter22"}, []string{"name: must be"}},
		"a name of ours": {secret.New{Name: "LD_PRELOAD", Value: "hunter22"}, []string{"name: LD_PRELOAD has a meaning of its own"}},
		"part of a mark": {secret.New{Name: "A_KEY", Value: "redacted"}, []string{"value: this value is part of the mark"}},
	}
	for name, tt := range tests {
		tt.in.Scope = scout
		_, err := v.Put(t.Context(), tt.in)
		if guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", name, err, want)
			}
		}
		if strings.Contains(err.Error(), "hunter22") || strings.Contains(err.Error(), "12-34") {
			t.Errorf("%s: the error shows a value: %v", name, err)
		}
	}
	_, err := v.Put(t.Context(), secret.New{Scope: guild.Scope{Level: guild.Platform}, Name: "A_KEY", Value: "hunter22"})
	if guild.CodeOf(err) != guild.CodeInvalid || len(s.secrets) != 0 {
		t.Errorf("at the platform: %v, stored %v", err, s.secrets)
	}
}

func TestVisibleIsEverySecretOfTheChain(t *testing.T) {
	t.Parallel()
	v, s := newVault()
	put(t, v, acme, "A_KEY", "of the organisation")
	put(t, v, scout, "A_KEY", "of the agent")
	got, err := v.Visible(t.Context(), scout)
	want := []redact.Secret{{Name: "A_KEY", Value: "of the organisation"}, {Name: "A_KEY", Value: "of the agent"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("visible (%v; -want +got):\n%s", err, diff)
	}
	s.secrets[0].ID = guild.NewID() // a sealed value in another's row
	if _, err := v.Visible(t.Context(), scout); err == nil || strings.Contains(err.Error(), "of the organisation") {
		t.Errorf("a value that does not open: %v", err)
	}
}

func TestAskAndAnswer(t *testing.T) {
	t.Parallel()
	v, s := newVault()
	r, opened, err := v.Ask(t.Context(), scout, "run", "A_KEY", "to log in")
	if err != nil || !opened {
		t.Fatalf("asked: %+v, %v (%v)", r, opened, err)
	}
	if again, opened, err := v.Ask(t.Context(), scout, "run", "A_KEY", "to log in"); err != nil || opened || again.ID != r.ID {
		t.Errorf("asked again: %+v, %v (%v)", again, opened, err)
	}
	if _, err := v.Answer(t.Context(), r.ID, "short", "ada"); guild.CodeOf(err) != guild.CodeInvalid || s.requests[0].Status != secret.Open {
		t.Errorf("a short answer: %v; the request is %s", err, s.requests[0].Status)
	}
	done, err := v.Answer(t.Context(), r.ID, "hunter22", "ada")
	if err != nil || done.Status != secret.Answered || done.ClosedBy != "ada" {
		t.Fatalf("answered: %+v (%v)", done, err)
	}
	got, err := v.Visible(t.Context(), scout)
	if diff := cmp.Diff([]redact.Secret{{Name: "A_KEY", Value: "hunter22"}}, got); err != nil || diff != "" {
		t.Errorf("stored (%v; -want +got):\n%s", err, diff)
	}
	if want := "The operator stored the secret A_KEY. Commands in the sandbox have it as $A_KEY. Its value is never shown."; done.Message() != want {
		t.Errorf("the run is told %q, want %q", done.Message(), want)
	}
	_, _, err = v.Ask(t.Context(), scout, "run", "A_KEY", "once more")
	if guild.CodeOf(err) != guild.CodeConflict || !strings.Contains(err.Error(), "is stored already, at acme/research/scout") {
		t.Errorf("asked for a stored one: %v", err)
	}
}

func TestAskSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	v, s := newVault()
	_, _, err := v.Ask(t.Context(), scout, "run", "lower", " ")
	if guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), "name: ") || !strings.Contains(err.Error(), "reason: is empty") || len(s.requests) != 0 {
		t.Errorf("%v; requests %v", err, s.requests)
	}
}

func TestDecline(t *testing.T) {
	t.Parallel()
	for why, want := range map[string]string{
		"":          "The operator declined to give the secret A_KEY.",
		"use B_KEY": "The operator declined to give the secret A_KEY. Reason: use B_KEY",
	} {
		v, s := newVault()
		r, _, err := v.Ask(t.Context(), scout, "run", "A_KEY", "to log in")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Decline(t.Context(), r.ID, strings.Repeat("x", secret.MaxReason+1), "ada"); guild.CodeOf(err) != guild.CodeInvalid || s.requests[0].Status != secret.Open {
			t.Errorf("declined at length: %v; the request is %s", err, s.requests[0].Status)
		}
		done, err := v.Decline(t.Context(), r.ID, why, "ada")
		if err != nil || done.Status != secret.Declined || done.Message() != want {
			t.Errorf("declined: %+v (%v), and the run is told %q", done, err, done.Message())
		}
	}
}
