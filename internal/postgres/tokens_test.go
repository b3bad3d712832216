package postgres_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "beta")
	made := map[string]access.Token{}
	for path, label := range map[string]string{"acme": "ci", "acme/research": "deploy", "beta": "other"} {
		token := access.Token{ID: guild.NewID(), Label: label, Role: access.Operator, Scope: b.tree[path]}
		var err error
		if token.CreatedAt, err = b.db.CreateToken(t.Context(), token, access.Hash("secret of "+label)); err != nil {
			t.Fatal(err)
		}
		made[label] = token
	}
	got, err := b.db.TokenByHash(t.Context(), access.Hash("secret of ci"))
	if diff := cmp.Diff(made["ci"], got); err != nil || diff != "" {
		t.Errorf("a token by its hash: %v (-want +got):\n%s", err, diff)
	}
	used, err := b.db.Token(t.Context(), got.ID)
	if err != nil || used.LastUsedAt == nil || !used.LastUsedAt.Equal(used.LastUsedAt.Truncate(time.Minute)) {
		t.Errorf("it was last used at %v (%v); want a minute", used.LastUsedAt, err)
	}
	for _, secret := range []string{"secret of cI", ""} {
		if _, err := b.db.TokenByHash(t.Context(), access.Hash(secret)); guild.CodeOf(err) != guild.CodeNotFound {
			t.Errorf("a token by the hash of %q: %v", secret, err)
		}
	}
	rows, err := b.db.Tokens(t.Context(), b.tree["acme"].ID)
	if err != nil || len(rows) != 2 || rows[0].Label != "ci" || rows[1].Label != "deploy" {
		t.Errorf("tokens within acme: %+v (%v)", rows, err)
	}
	if err := b.db.DeleteToken(t.Context(), got.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.TokenByHash(t.Context(), access.Hash("secret of ci")); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a revoked token: %v", err)
	}
}
