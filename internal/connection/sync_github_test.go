package connection_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

// GitHub lists no tools: a sync asks whether the login still is for what it was.
func TestSyncAsksGitHub(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(h *hub, installation int64)
		code   guild.Code // empty where nothing is wrong
		words  string
		status connection.Status
	}{
		{"all is well", func(*hub, int64) {}, "", "", connection.Connected},
		{"removed", func(h *hub, id int64) { h.Uninstall(id) }, guild.CodeRejected, "no longer installed", connection.Disconnected},
		{"suspended", func(h *hub, id int64) { h.Suspend(id, true) }, guild.CodeRejected, "suspended", connection.Disconnected},
		{"a repository is withdrawn", func(h *hub, id int64) { h.Withdraw(id, h.RepositoryID("acme/site")) }, guild.CodeRejected, "acme/site", connection.Connected},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			installation := h.Install("acme", "app", "site")
			login := h.login(t, "hub", "acme", "acme/app", "acme/site")
			tt.change(h, installation)
			err := h.logins.Sync(t.Context(), login.ID)
			now := h.read(t, login.ID)
			if tt.code == "" {
				if err != nil || now.ListError != "" {
					t.Errorf("a sync of a login that is well: %v, noted as %q", err, now.ListError)
				}
			} else if wantCode(t, err, tt.code, tt.words); now.ListError == "" {
				t.Errorf("%v is not noted on the login", err)
			}
			if now.Status != tt.status {
				t.Errorf("the login is %s, want %s", now.Status, tt.status)
			}
		})
	}
}

// What GitHub renamed is stored as it is now.
func TestSyncFollowsRenames(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.Install("acme", "app")
	login := h.login(t, "hub/one", "acme", "acme/app")
	h.Rename(h.RepositoryID("acme/app"), "initech/application")
	if err := h.logins.Sync(t.Context(), login.ID); err != nil {
		t.Fatal(err)
	}
	for _, kept := range h.kept(t, "hub/one", login.ID) {
		if want := "https://github.com/initech/application.git"; kept.URL != want {
			t.Errorf("the address is stored as %s, want %s", kept.URL, want)
		}
	}
}
