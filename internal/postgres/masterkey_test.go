package postgres_test

import (
	"bytes"
	"errors"
	"testing"
)

func TestRewrapIsAllOrNothing(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "beta")
	if check, err := b.db.KeyCheck(t.Context()); err != nil || check != nil {
		t.Fatalf("a new database has the check value %q (%v)", check, err)
	}
	for _, check := range []string{"first", "second"} {
		if err := b.db.SaveKeyCheck(t.Context(), []byte(check)); err != nil {
			t.Fatal(err)
		}
	}
	logins := []string{string(b.connect(t, b.tree["acme"]).ID), string(b.connect(t, b.tree["beta"]).ID)}
	want := func(name, check, sealed string) {
		t.Helper()
		if got, err := b.db.KeyCheck(t.Context()); err != nil || string(got) != check {
			t.Errorf("%s: the check value is %q (%v); want %q", name, got, err, check)
		}
		for _, path := range []string{"acme", "beta"} {
			stored, err := b.db.Login(t.Context(), b.loginAt(t, path))
			if err != nil || string(stored.Sealed) != sealed {
				t.Errorf("%s: the credential at %s is %q (%v); want %q", name, path, stored.Sealed, err, sealed)
			}
		}
	}
	calls, broken := 0, errors.New("broken")
	_, err := b.db.Rewrap(t.Context(), []byte("new"), func(sealed []byte, _ string) ([]byte, error) {
		if calls++; calls == 2 {
			return nil, broken
		}
		return []byte("again"), nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v; want the one of the value that failed", err)
	}
	want("after a failure", "first", "sealed")

	identities := map[string]bool{}
	n, err := b.db.Rewrap(t.Context(), []byte("new"), func(sealed []byte, identity string) ([]byte, error) {
		identities[identity] = true
		return bytes.ToUpper(sealed), nil
	})
	if err != nil || n != 2 {
		t.Errorf("%d values were sealed again (%v); want 2", n, err)
	}
	want("after all", "new", "SEALED")
	for _, id := range logins {
		if !identities["mcp_connections/"+id] {
			t.Errorf("no value had the identity of the login %s; those were %v", id, identities)
		}
	}
}
