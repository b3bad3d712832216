package daemon

import (
	"context"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native/memory"
	"github.com/guildsbox/guilds/internal/native/note"
	"github.com/guildsbox/guilds/internal/native/schedule"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/tool"
)

// natives returns the native tools, each family with its store, in the order in
// which they are offered: that of native.Bindable and native.Unbound.
func (d *daemon) natives() []tool.Tool {
	return slices.Concat(
		note.Tools(postgres.AgentNotes{DB: d.db}),
		memory.Tools(d.db),
		schedule.Tools(d.db, time.Now),
	)
}

// offers returns the native tools with what decides on them.
func (d *daemon) offers() offer.Natives {
	return offer.Natives{Tools: d.natives(), Missing: d.config.Integrations.Missing, Flags: d.flags}
}

// flags are the switches in an agent's settings.
func (d *daemon) flags(ctx context.Context, agent guild.ID) (offer.Flags, error) {
	s, err := d.db.AgentSettings(ctx, agent)
	return offer.Flags{Browser: s.Browser, Coding: s.Coding, Scripting: s.Scripting, Memory: s.Memory}, err
}
