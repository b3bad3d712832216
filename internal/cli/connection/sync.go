package connection

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// syncNow is not named sync, which is a package's name.
func syncNow(a *app.App) *cobra.Command {
	return about(a, &cobra.Command{
		Use:     "sync ID|SLUG",
		Short:   "List a login's tools again now",
		Long:    "Ask the connector for its tools now, instead of when the stored list is ten\nminutes old. GitHub, which has no tools, is asked whether the App is still installed\nand still reaches the login's repositories.",
		Example: "guildsctl connection sync everything --at acme",
	}, func(ctx context.Context, f app.Finder, c api.Connection) (api.Connection, error) {
		return f.SyncConnection(ctx, c.ID)
	})
}
