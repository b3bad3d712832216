package collection

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// inherit takes a row away; the others are kinds of access.
const inherit = "inherit"

var accesses = []string{"read", "write", "none", inherit}

// granted are the columns of grants.
var granted = []print.Column[api.CollectionGrant]{
	{Head: "Scope", Value: func(g api.CollectionGrant) any { return g.Scope }},
	{Head: "Access", Value: func(g api.CollectionGrant) any { return g.Access }},
}

func grant(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "grant NAME read|write|none|inherit",
		Short: "Let a guild or an agent into a collection, or keep an agent out",
		Long: "Say what a guild or an agent may do with a collection. An agent's own row stands\n" +
			"before its guild's: none keeps it out of what the guild reaches, and inherit takes\n" +
			"the row away. For a guild, none takes the row away.",
		Example: "guildsctl collection grant orders read --to acme/research\n" +
			"guildsctl collection grant orders none --to acme/research/scout",
		Args: app.Args,
	}
	format := print.Flags[api.CollectionGrant](cmd)
	at := a.At(cmd, about)
	to := cmd.Flags().String("to", "", "the guild or agent, as a `scope`")
	a.CompleteFlag(cmd, "to", app.Scopes)
	a.CompleteArgs(cmd, app.Collections, app.Words(accesses...))
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		access := args[1]
		if !slices.Contains(accesses, access) {
			return app.Usage("say read, write, none or inherit", "%q is no access", access)
		}
		if *to == "" {
			return app.Usage("add --to SCOPE, for example --to acme/research", "--to is missing: the guild or agent that is meant")
		}
		found, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		scope, err := f.Scope(ctx, *to)
		if err != nil {
			return err
		}
		if access == inherit || access == "none" && scope.Level == "guild" {
			if err := f.DeleteCollectionGrant(ctx, found.ID, scope.ID); err != nil {
				return err
			}
			a.Note("%s has no row of its own on %s.", scope.Path, found.Name)
			return nil
		}
		made, err := f.PutCollectionGrant(ctx, found.ID, scope.ID, api.NewCollectionGrant{Access: access})
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), made, granted)
	})
	return cmd
}

func grants(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "grants NAME",
		Short:   "List who was let into a collection, or kept out",
		Example: "guildsctl collection grants orders",
		Args:    app.Args,
	}
	format := print.Flags[api.CollectionGrant](cmd)
	at := a.At(cmd, about)
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		found, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		rows, err := f.ListCollectionGrants(ctx, found.ID)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), rows, granted, "Nobody is granted it. Let a guild in with: guildsctl collection grant "+found.Name+" read --to SCOPE")
	})
	return cmd
}
