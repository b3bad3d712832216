// Package repo holds the commands about the repositories of a GitHub login.
package repo

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command repo.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "repo",
		Aliases: []string{"repos"},
		Short:   "List and choose the repositories of a GitHub login",
		Long:    "A GitHub login is for the repositories that are chosen on it, among those that\nthe installation of the box's App reaches. A narrower scope inherits them until it\nconnects a login of its own.",
		Example: "guildsctl repo list --at acme\nguildsctl repo select acme/app acme/site --at acme/research",
	}
	return app.Group(cmd, list(a), choose(a), selected(a))
}

// slug is the connector that these commands are about.
const slug = "github"

// visible finds the login that serves a scope: its own, or the one that it
// inherits. A login that is not made yet stands before none.
func visible(ctx context.Context, f app.Finder, at string) (api.Connection, error) {
	nearest, err := f.VisibleLogin(ctx, slug, at)
	if err != nil || nearest.Status != "pending" {
		return nearest, err
	}
	logins, err := f.ListConnections(ctx, api.ConnectionQuery{ScopeID: nearest.ScopeID, Server: slug})
	for _, c := range logins { // sorted from the organisation down
		if c.Status != "pending" {
			nearest = c
		}
	}
	return nearest, err
}
