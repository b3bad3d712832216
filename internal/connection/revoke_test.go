package connection_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
)

func TestRevoke(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		o     oauthtest.Options
		fault oauthtest.Fault
		want  string
		ended bool
	}{
		{"at a server that revokes", oauthtest.Options{}, nil, "Revoked at tools.", true},
		{"at one that does not", oauthtest.Options{NoRevocation: true}, nil, "Not revoked at tools: it offers no revocation", false},
		{"at one that fails", oauthtest.Options{}, func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusBadGateway)
			return true
		}, "Not revoked at tools: http://127.0.0.1:", false},
		{"at one that is silent", oauthtest.Options{}, func(_ http.ResponseWriter, r *http.Request) bool {
			<-r.Context().Done()
			return true
		}, "Not revoked at tools: it did not answer in time", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newLoginBox(t, tc.o)
			c := b.login(t)
			stored, err := b.db.Login(t.Context(), c.ID)
			if err != nil {
				t.Fatal(err)
			}
			b.service.Break(tc.fault)
			got := b.logins.Revoke(t.Context(), stored)
			if !strings.HasPrefix(got, tc.want) {
				t.Errorf("it says %q, want %q", got, tc.want)
			}
			b.service.Break(nil)
			if tc.ended {
				b.fails(t, c.ID, "has ended")
			} else {
				b.works(t, c.ID)
			}
		})
	}
}

// A token of a form has no revocation that anybody could ask for.
func TestRevokeOfAKey(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	_, url := startFake(t, plainTool("one"))
	stored, err := b.db.Login(t.Context(), b.connect(t, b.server(t, url)).ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.logins.Revoke(t.Context(), stored); got != "" {
		t.Errorf("it says %q", got)
	}
}
