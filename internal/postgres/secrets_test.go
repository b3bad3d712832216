package postgres_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/secret"
)

// secretAt is a secret to store; what is sealed of it is its description.
func secretAt(scope guild.Scope, name, description string) secret.Secret {
	return secret.Secret{ID: guild.NewID(), ScopeID: scope.ID, Name: name, Description: description, By: "ada", Sealed: []byte(description)}
}

func (b box) saveSecret(t *testing.T, s secret.Secret) (saved secret.Secret, replaced *secret.Secret) {
	t.Helper()
	done, err := b.db.SaveSecret(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return done.Secret, done.Replaced
}

// inWords lists secrets as "NAME at scope: sealed".
func inWords(t *testing.T) func(all []secret.Secret, err error) []string {
	return func(all []secret.Secret, err error) []string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		out := make([]string, len(all))
		for i, s := range all {
			out[i] = s.Name + " at " + s.Scope + ": " + string(s.Sealed)
		}
		return out
	}
}

func TestSecretsOfAScopeAreThoseOfItsChain(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/research/writer", "acme/sales", "beta")
	for at, names := range map[string][]string{
		"acme": {"B_KEY", "A_KEY"}, "acme/research/scout": {"A_KEY"}, "acme/research/writer": {"A_KEY"}, "acme/sales": {"S_KEY"}, "beta": {"B_KEY"},
	} {
		for _, name := range names {
			b.saveSecret(t, secretAt(b.tree[at], name, name+" of "+at))
		}
	}
	want := []string{"A_KEY at acme: A_KEY of acme", "B_KEY at acme: B_KEY of acme", "A_KEY at acme/research/scout: A_KEY of acme/research/scout"}
	if diff := cmp.Diff(want, inWords(t)(b.db.SecretsOf(t.Context(), b.tree["acme/research/scout"].ID))); diff != "" {
		t.Errorf("of the chain (-want +got):\n%s", diff)
	}
	want = []string{"A_KEY at acme/research/scout: A_KEY of acme/research/scout", "A_KEY at acme/research/writer: A_KEY of acme/research/writer"}
	if diff := cmp.Diff(want, inWords(t)(b.db.SecretsWithin(t.Context(), b.tree["acme/research"].ID))); diff != "" {
		t.Errorf("within (-want +got):\n%s", diff)
	}
	if all := inWords(t)(b.db.SecretsOf(t.Context(), guild.NewID())); len(all) != 0 {
		t.Errorf("an unknown scope has %v", all)
	}
}

func TestASecretReplacesOneOfTheSameName(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	scout := b.tree["acme/research/scout"]
	agents := secretAt(scout, "A_KEY", "first")
	agents.By, agents.ByAgent, agents.Run = scout.Path, true, guild.NewID()
	saved, replaced := b.saveSecret(t, agents)
	if replaced != nil || saved.Scope != scout.Path || saved.Run != agents.Run || !saved.ByAgent || saved.CreatedAt.IsZero() {
		t.Errorf("saved %+v, which replaced %v", saved, replaced)
	}
	saved, replaced = b.saveSecret(t, secretAt(scout, "A_KEY", "second"))
	if replaced == nil || replaced.ID != agents.ID || saved.ID == agents.ID || saved.ByAgent || saved.Run != "" || saved.CreatedAt != replaced.CreatedAt {
		t.Errorf("saved %+v, which replaced %+v", saved, replaced)
	}
	agents.ID = guild.NewID()
	if _, err := b.db.SaveSecret(t.Context(), agents); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("an agent's secret in place of the operator's: %v", err)
	}
	if got := inWords(t)(b.db.SecretsOf(t.Context(), scout.ID)); !cmp.Equal(got, []string{"A_KEY at acme/research/scout: second"}) {
		t.Errorf("stored are %v", got)
	}
}

func TestSecretsBelongToOrganisationsGuildsAndAgents(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research")
	if _, err := b.db.SaveSecret(t.Context(), secretAt(guild.Scope{ID: guild.PlatformID}, "A_KEY", "x")); err == nil {
		t.Error("the platform has a secret")
	}
	saved, _ := b.saveSecret(t, secretAt(b.tree["acme/research"], "A_KEY", "x"))
	if err := b.db.DeleteSecret(t.Context(), saved.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.Secret(t.Context(), saved.ID); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a deleted secret: %v", err)
	}
}

func TestRewrapSealsSecretsAgain(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme")
	saved, _ := b.saveSecret(t, secretAt(b.tree["acme"], "A_KEY", "sealed"))
	_, err := b.db.Rewrap(t.Context(), nil, func(sealed []byte, identity string) ([]byte, error) {
		if identity != "secrets/"+string(saved.ID) {
			t.Errorf("the identity is %s", identity)
		}
		return bytes.ToUpper(sealed), nil
	})
	if got := inWords(t)(b.db.SecretsOf(t.Context(), saved.ScopeID)); err != nil || !cmp.Equal(got, []string{"A_KEY at acme: SEALED"}) {
		t.Errorf("after it there are %v (%v)", got, err)
	}
}
