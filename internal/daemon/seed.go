package daemon

import (
	"context"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/native"
	"github.com/guildsbox/guilds/internal/postgres"
)

// seed brings the catalog and the platform's bindings to what the product says.
// It runs at every start.
func seed(ctx context.Context, db *postgres.DB) error {
	if err := db.SeedCatalog(ctx, catalog.Connectors()); err != nil {
		return err
	}
	var rows []binding.Row
	for _, name := range native.Bindable() {
		rows = append(rows, binding.Row{Kind: binding.NativeTool, CatalogID: name, Enabled: true})
	}
	for _, g := range native.Grants() {
		rows = append(rows, binding.Row{Kind: binding.ArtifactGrant, CatalogID: g.Name, Enabled: g.Enabled})
	}
	return db.SeedBindings(ctx, rows)
}
