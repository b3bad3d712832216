package cli

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// build is what version shows of this program.
type build struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// version answers without a daemon, so that it works where nothing else does.
func version(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Show the version of guildsctl",
		Long:    "Show the version of this program; guildsctl status shows the daemon's.",
		Example: "guildsctl version\nguildsctl version --jq .version",
		Args:    app.Args,
	}
	format := print.Flags[build](cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		b := build{Version: api.Version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
		return print.One(a.Printer(format), b, []print.Column[build]{
			{Head: "Version", Value: func(b build) any { return b.Version }},
			{Head: "Go", Value: func(b build) any { return b.Go }},
			{Head: "Platform", Value: func(b build) any { return b.Platform }},
		})
	}
	return cmd
}
