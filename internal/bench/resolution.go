package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/postgres"
)

// The agent that is resolved.
const (
	agentLogins = 16
	agentTools  = 1000
)

// measureResolution resolves an agent on a PostgreSQL of its own, with the
// settings of the embedded one.
func measureResolution(ctx context.Context, b *bench) error {
	address, err := b.startPostgreSQL(ctx)
	if err != nil {
		return err
	}
	db, err := postgres.Open(ctx, address, postgres.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	agent, err := populate(ctx, db)
	if err != nil {
		return err
	}
	const warming = 10 // statements are prepared and planned in these
	var took []float64
	for round := range warming + b.rounds(400) {
		one, err := timed(func() error { return resolve(ctx, db, agent) })
		if err != nil {
			return err
		}
		if round >= warming {
			took = append(took, one)
		}
	}
	queries, err := countQueries(ctx, b, address, agent)
	if err != nil {
		return err
	}
	b.add(
		aimed("resolution/median", median(took), "ms", "<", 5),
		told("resolution/p99", quantile(took, 0.99), "ms"),
		aimed("resolution/queries", queries, "queries", "<=", 1),
	)
	return nil
}

// startPostgreSQL starts a cluster apart from the daemon's, so that the thousand
// tools are not in the way of the calls that are measured next.
func (b *bench) startPostgreSQL(ctx context.Context) (address string, err error) {
	cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{
		Dir: filepath.Join(b.dir, "pg"), Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return "", err
	}
	b.onClose(func() error { return cluster.Stop(context.Background()) })
	return cluster.URL(), nil
}

// resolve does what the box does to say what an agent is offered.
func resolve(ctx context.Context, db *postgres.DB, agent guild.ID) error {
	rows, err := db.OfferRows(ctx, agent, "")
	if err != nil {
		return err
	}
	offered := 0
	for _, t := range offer.Resolve(rows, catalog.Connectors()).Tools {
		if t.Offered {
			offered++
		}
	}
	if len(rows.Connections) != agentLogins || len(rows.Tools) != agentTools || offered == 0 || offered == agentTools {
		return fmt.Errorf("the agent resolves to %d of %d tools on %d logins", offered, len(rows.Tools), len(rows.Connections))
	}
	return nil
}

// populate makes an agent that sees a login for each connector of the catalog,
// owned at the agent, its guild or its organisation, one tool in ten of them Off.
func populate(ctx context.Context, db *postgres.DB) (agent guild.ID, err error) {
	if _, err := db.Migrate(ctx); err != nil {
		return "", err
	}
	if err := db.SeedCatalog(ctx, catalog.Connectors()); err != nil {
		return "", err
	}
	parent, err := db.Scope(ctx, guild.PlatformID)
	if err != nil {
		return "", err
	}
	var owners []guild.ID
	for _, slug := range []string{"acme", "research", "scout"} {
		if parent, err = db.CreateScope(ctx, parent.Scope, slug, ""); err != nil {
			return "", err
		}
		owners = append(owners, parent.ID)
	}
	agent = parent.ID
	rows, err := db.OfferRows(ctx, agent, "")
	if err != nil {
		return "", err
	}
	if len(rows.Servers) != agentLogins {
		return "", fmt.Errorf("the catalog has %d connectors, not %d", len(rows.Servers), agentLogins)
	}
	for i, server := range rows.Servers {
		_, err := db.SaveLogin(ctx, connection.NewLogin{
			ID: guild.NewID(), ServerID: server.ID, ScopeID: owners[i%len(owners)], Sealed: []byte("sealed"),
			Listing: listing(server.Slug, agentTools*(i+1)/agentLogins-agentTools*i/agentLogins),
		})
		if err != nil {
			return "", err
		}
	}
	return agent, nil
}

// listing is a list of n tools with descriptions and schemas of a usual length.
func listing(slug string, n int) connection.Listing {
	l := connection.Listing{Revision: "2025-11-25", FreshFor: time.Hour}
	for i := range n {
		t := connection.Tool{
			RemoteName: fmt.Sprintf("search_%d", i), Name: fmt.Sprintf("%s_search_%d", slug, i), Title: fmt.Sprintf("Search %d", i),
			Description: "Searches the workspace for pages, comments and people that fit a query, newest first, at most a hundred at once, and returns the title, the address and a short excerpt of each.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string","description":"what to look for"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"type":"string","description":"where the page before ended"}},"required":["query"]}`),
		}
		l.Tools = append(l.Tools, t)
		if i%10 == 0 {
			l.DefaultOff = append(l.DefaultOff, t.Name)
		}
	}
	return l
}
