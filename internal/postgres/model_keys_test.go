package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

func newKey(at guild.Scope, provider, sealed string) keys.Stored {
	return keys.Stored{Key: keys.Key{ID: guild.NewID(), ScopeID: at.ID, Provider: provider, Hint: "z81x"}, Sealed: []byte(sealed)}
}

func TestModelKeys(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research", "beta")
	acme, beta := tree["acme"], tree["beta"]
	var first keys.Key
	for _, k := range []keys.Stored{newKey(acme, "openrouter", "one"), newKey(beta, "deepinfra", "two"), newKey(acme, "deepinfra", "three")} {
		saved, err := db.SaveModelKey(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		if first.ID == "" {
			first = saved
		}
	}
	want := keys.Key{ID: first.ID, ScopeID: acme.ID, Organisation: "acme", Provider: "openrouter", Hint: "z81x"}
	if diff := cmp.Diff(want, first, cmpopts.IgnoreFields(keys.Key{}, "CreatedAt", "UpdatedAt")); diff != "" {
		t.Errorf("a new key (-want +got):\n%s", diff)
	}
	again := newKey(acme, "openrouter", "once more")
	replaced, err := db.SaveModelKey(t.Context(), again)
	if err != nil || replaced.ID != again.ID || !replaced.CreatedAt.Equal(first.CreatedAt) || replaced.UpdatedAt.Before(first.UpdatedAt) {
		t.Errorf("a key in another's place: %+v (%v); the first was %+v", replaced, err, first)
	}
	got, err := db.ModelKey(t.Context(), acme.ID, "openrouter")
	if err != nil || string(got.Sealed) != "once more" || got.ID != again.ID {
		t.Errorf("the key in force: %+v (%v)", got, err)
	}
	for scope, want := range map[string][]string{
		"platform": {"acme deepinfra", "acme openrouter", "beta deepinfra"}, "acme": {"acme deepinfra", "acme openrouter"}, "acme/research": nil,
	} {
		found, err := db.ModelKeys(t.Context(), tree[scope].ID)
		if diff := cmp.Diff(want, namesOf(found)); err != nil || diff != "" {
			t.Errorf("within %s: %v (-want +got):\n%s", scope, err, diff)
		}
	}
	if err := db.DeleteModelKey(t.Context(), acme.ID, "openrouter"); err != nil {
		t.Error(err)
	}
	if err := db.DeleteModelKey(t.Context(), acme.ID, "openrouter"); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("deleted twice: %v", err)
	}
	if _, err := db.ModelKey(t.Context(), acme.ID, "openrouter"); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a key that is gone: %v", err)
	}
}

func namesOf(found []keys.Stored) []string {
	var names []string
	for _, k := range found {
		names = append(names, k.Organisation+" "+k.Provider)
	}
	return names
}

// Only an organisation has keys, whatever is asked for.
func TestAModelKeyBelongsToAnOrganisation(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research")
	for _, path := range []string{"platform", "acme/research"} {
		if _, err := db.SaveModelKey(t.Context(), newKey(tree[path], "openrouter", "x")); guild.CodeOf(err) != guild.CodeNotFound {
			t.Errorf("at %s: %v", path, err)
		}
	}
}

func TestModelKeyHolders(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	if got, err := db.ModelKeyHolders(t.Context(), guild.PlatformID); err != nil || len(got) != 0 {
		t.Errorf("an empty box: %+v (%v)", got, err)
	}
	tree := pgtest.Tree(t, db, "acme", "acme/research", "beta")
	if _, err := db.SaveModelKey(t.Context(), newKey(tree["beta"], "openrouter", "x")); err != nil {
		t.Fatal(err)
	}
	acme, beta := keys.Holder{Organisation: "acme"}, keys.Holder{Organisation: "beta", Holds: true}
	for scope, want := range map[string][]keys.Holder{"platform": {acme, beta}, "acme": {acme}, "acme/research": {acme}, "beta": {beta}} {
		got, err := db.ModelKeyHolders(t.Context(), tree[scope].ID)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("at %s: %v (-want +got):\n%s", scope, err, diff)
		}
	}
}

// A removal says that an organisation's keys go, and a rotation of the master key
// covers them.
func TestModelKeysAreRemovedAndRewrapped(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	acme := pgtest.Tree(t, db, "acme")["acme"]
	k := newKey(acme, "openrouter", "old")
	if _, err := db.SaveModelKey(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	n, err := db.Rewrap(t.Context(), []byte("check"), func(_ []byte, identity string) ([]byte, error) { return []byte(identity), nil })
	if got, _ := db.ModelKey(t.Context(), acme.ID, "openrouter"); err != nil || n != 1 || string(got.Sealed) != keys.Identity(k.ID) {
		t.Errorf("%d values sealed again (%v), among them %q", n, err, got.Sealed)
	}
	gone, err := db.DeleteScope(t.Context(), acme.ID, false)
	if diff := cmp.Diff([]string{"openrouter at acme"}, gone.ModelKeys); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
