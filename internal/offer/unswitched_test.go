package offer_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
)

// A connector of the App has no switch: whatever the bindings say, its login is the
// nearest one that is made.
func TestResolveOfAConnectorWithoutASwitch(t *testing.T) {
	t.Parallel()
	seeds := []connector.Connector{{Slug: "mail", App: true}}
	for _, tt := range []struct {
		name   string
		logins []connection.Connection
		want   guild.ID // the owner; empty for none
		usable bool
		reason string
	}{
		{"none", nil, "", false, "no login for mail is connected here or above"},
		{"one above", []connection.Connection{login("acme", connection.Connected)}, "acme", true, "the login mail at acme is connected; it offers no tools and has no switch"},
		{"two, in any order", []connection.Connection{login("acme/research", connection.Connected), login("acme", connection.Connected)}, "acme/research", true, "the login mail at acme/research is connected; it offers no tools and has no switch"},
		{"the nearest is disconnected", []connection.Connection{login("acme", connection.Connected), login("acme/research", connection.Disconnected)}, "acme/research", false, "the login mail at acme/research is disconnected; it offers no tools and has no switch"},
		{"the nearest is pending", []connection.Connection{login("acme", connection.Connected), login("acme/research", connection.Pending)}, "acme", true, "the login mail at acme is connected; it offers no tools and has no switch"},
		{"only a pending one", []connection.Connection{login("acme", connection.Pending)}, "", false, "no login for mail is connected here or above"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := offer.Resolve(offer.Rows{
				Scope: scout, Connections: tt.logins, Bindings: []binding.Row{server(guild.Organisation, false, "")},
				Servers: []connector.Server{{ID: "mail", Slug: "mail", Seeded: true}},
			}, seeds)
			got, _ := view.FindServer("mail")
			var owner guild.ID
			if got.Login != nil {
				owner = got.Login.ScopeID
			}
			if owner != tt.want || got.Usable != tt.usable || got.Reason != tt.reason || got.State.Enabled != (tt.want != "") {
				t.Errorf("the login of %q, usable %t, %q; want that of %q, usable %t, %q", owner, got.Usable, got.Reason, tt.want, tt.usable, tt.reason)
			}
		})
	}
}
