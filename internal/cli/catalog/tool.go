package catalog

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// editTool is the only command about a tool that needs no login: the catalog's
// copy is the same for every login.
func editTool(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tool SLUG NAME",
		Short: "Change the published copy of a connector's tool",
		Long:  "Change what the catalog says about a tool. NAME is the tool's own name at its\nserver, as guildsctl catalog show lists it.",
		Example: "guildsctl catalog tool everything echo --description \"Says what it is told\"\n" +
			"guildsctl catalog tool everything echo --unpublish",
		Args: app.Args,
	}
	format := print.Flags[api.Server](cmd)
	description := cmd.Flags().String("description", "", "`text` on what it does, for operators")
	publish := publication(cmd)
	a.CompleteArgs(cmd, app.AllServers)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) (err error) {
		var t api.EditTool
		if cmd.Flags().Changed("description") {
			t.Description = description
		}
		if t.Published, err = publish(); err != nil {
			return err
		}
		if t == (api.EditTool{}) {
			return app.Usage("name --description, --publish or --unpublish", "nothing to change was named")
		}
		found, err := f.Server(ctx, args[0])
		if err != nil {
			return err
		}
		t.UpdatedAt = &found.UpdatedAt
		edited, err := f.AdminEditTool(ctx, found.ID, args[1], t)
		if err != nil {
			return err
		}
		return showServer(a.Printer(format), edited)
	})
	return cmd
}
