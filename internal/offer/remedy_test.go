package offer_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
)

// Where only the login is missing, the walk over the bindings explains nothing.
func TestRemedyIsTheLogin(t *testing.T) {
	t.Parallel()
	const org = guild.ID("acme")
	granted := server(guild.Organisation, true, org)
	for name, tt := range map[string]struct {
		bindings []binding.Row
		status   connection.Status
		want     string
	}{
		"connected":    {[]binding.Row{granted}, connection.Connected, ""},
		"disconnected": {[]binding.Row{granted}, connection.Disconnected, "guildsctl connect mail --at acme"},
		"bound to none": {
			[]binding.Row{server(guild.Platform, true, "")}, connection.Connected, "guildsctl connect mail --at acme/research/scout",
		},
		"off, and disconnected": {[]binding.Row{granted, server(guild.Agent, false, "")}, connection.Disconnected, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			view := offer.Resolve(offer.Rows{
				Scope: scout, Bindings: tt.bindings, Connections: []connection.Connection{login(org, tt.status)}, Tools: listed(org, "read"),
				Servers: []connector.Server{{ID: "mail", Slug: "mail"}},
			}, nil)
			if tool, _ := view.FindTool("mail_read"); tool.Remedy != tt.want {
				t.Errorf("the remedy of %q is %q, want %q", tool.Reason, tool.Remedy, tt.want)
			}
		})
	}
}
