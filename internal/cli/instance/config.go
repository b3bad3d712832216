package instance

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// Config returns the command config.
func Config(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Show the configuration that the daemon runs with",
		Long:    "Shows every setting as it is in force in the running daemon, and where it comes\nfrom. Secrets are masked. guildsd config shows what a daemon started now would get.",
		Example: "guildsctl config\nguildsctl config --jq '.[] | select(.source != \"default\").name'",
		Args:    app.Args,
	}
	format := print.Flags[api.Setting](cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		settings, err := f.GetConfig(ctx)
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), settings, columns, "The daemon has no settings.")
	})
	return cmd
}

// columns are those of a setting.
var columns = []print.Column[api.Setting]{
	{Head: "Setting", Value: func(s api.Setting) any { return s.Name }},
	{Head: "Value", Value: func(s api.Setting) any { return s.Value }, Clip: true},
	{Head: "From", Value: func(s api.Setting) any { return s.Source }},
}
