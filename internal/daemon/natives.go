package daemon

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native/group"
	"github.com/guildsbox/guilds/internal/native/issue"
	"github.com/guildsbox/guilds/internal/native/memory"
	"github.com/guildsbox/guilds/internal/native/note"
	"github.com/guildsbox/guilds/internal/native/record"
	"github.com/guildsbox/guilds/internal/native/schedule"
	"github.com/guildsbox/guilds/internal/native/search"
	"github.com/guildsbox/guilds/internal/native/secret"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/tool"
)

// natives returns the native tools, each family with its store, in the order in
// which they are offered: that of native.Bindable and native.Unbound. web is for
// requests that leave the box.
func (d *daemon) natives(web *http.Client) []tool.Tool {
	return slices.Concat(
		note.Tools(postgres.AgentNotes{DB: d.db}),
		record.Tools(record.Remember(d.db, d.db.Generation)),
		memory.Tools(d.db),
		schedule.Tools(d.db, time.Now),
		search.Tools(web, d.upstream("tavily", search.Address), d.config.Integrations.Value("TAVILY_API_KEY")),
		secret.Tools(d.vault),
		group.Tools(d.chat),
		issue.Tools(d.db, d.redaction.Set),
	)
}

// offers returns the native tools with what decides on them.
func (d *daemon) offers(web *http.Client) offer.Natives {
	return offer.Natives{Tools: d.natives(web), Missing: d.config.Integrations.Missing, Flags: d.flags}
}

// upstream is the address of a service: its own, or the one that stands in for it.
func (d *daemon) upstream(name, address string) string {
	if other, ok := d.config.Upstreams[name]; ok {
		return other
	}
	return address
}

// flags are the switches in an agent's settings.
func (d *daemon) flags(ctx context.Context, agent guild.ID) (offer.Flags, error) {
	s, err := d.db.AgentSettings(ctx, agent)
	return offer.Flags{Browser: s.Browser, Coding: s.Coding, Scripting: s.Scripting, Memory: s.Memory}, err
}
