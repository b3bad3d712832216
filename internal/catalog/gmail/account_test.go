package gmail_test

import (
	"net/http"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/gmail"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestHintIsTheMailAddress(t *testing.T) {
	t.Parallel()
	s := googletest.Start(t)
	c := gmail.Connector()
	a := connector.Account{HTTP: http.DefaultClient, Base: s.URL + "/gmail/v1"}
	// Either of the scopes that are asked for is enough.
	for _, scope := range c.OAuth.Scopes {
		a.Token = s.Allow(scope)
		if got, err := c.Check(t.Context(), a); got != "someone@example.com" || err != nil {
			t.Errorf("with %s the hint is %q (%v)", scope, got, err)
		}
	}
	s.Set(func(w *googletest.World) { w.Email = "" })
	if _, err := c.Check(t.Context(), a); guild.CodeOf(err) != guild.CodeUpstream {
		t.Errorf("a profile without an address: %v", err)
	}
	a.Token = s.Allow("https://www.googleapis.com/auth/drive")
	if _, err := c.Check(t.Context(), a); guild.CodeOf(err) != guild.CodeRejected {
		t.Errorf("a token for something else: %v", err)
	}
}
