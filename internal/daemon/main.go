package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/pkg/api"
)

// Main runs guildsd and returns its exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := Command().ExecuteContext(ctx); err != nil {
		report(os.Stderr, err)
		return exitCode(err)
	}
	return 0
}

// exitCode is 2 for wrong usage, which a wrong setting is too, and 1 for all else.
func exitCode(err error) int {
	if guild.CodeOf(err) == guild.CodeInvalid {
		return 2
	}
	return 1
}

// wrongUsage makes an error of the command line one of ours.
func wrongUsage(err error) error {
	if err == nil {
		return nil
	}
	return guild.Errorf(guild.CodeInvalid, "%s", err).WithHint("guildsd --help shows what there is")
}

func report(w io.Writer, err error) {
	fmt.Fprintf(w, "guildsd: %s\n", err)
	var e *guild.Error
	if errors.As(err, &e) && e.Hint != "" {
		fmt.Fprintf(w, "hint: %s\n", e.Hint)
	}
}

// Command returns the command line of guildsd.
func Command() *cobra.Command {
	root := &cobra.Command{
		Use:   "guildsd",
		Short: "The daemon of a Guilds box",
		Long:  "guildsd keeps the box: its database, its logins and their sessions, and the local API that guildsctl speaks to. Without a subcommand it serves until it is told to stop.",
		Example: `  # serve, with the embedded PostgreSQL and a state folder of your own
  guildsd

  # serve on a database of yours
  GUILDS_DATABASE_URL=postgres://guilds@db.internal/guilds guildsd`,
		Args:          func(cmd *cobra.Command, args []string) error { return wrongUsage(cobra.NoArgs(cmd, args)) },
		SilenceErrors: true, SilenceUsage: true, Version: api.Version(),
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: withConfig(func(cmd *cobra.Command, c *Config) error {
			return Serve(cmd.Context(), c, logTo(cmd.ErrOrStderr(), c))
		}),
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return wrongUsage(err) })
	AddFlags(root.PersistentFlags())
	root.AddCommand(migrateCommand(), rekeyCommand(), configCommand(), versionCommand())
	return root
}

// withConfig reads the configuration for a command.
func withConfig(run func(*cobra.Command, *Config) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		c, err := LoadConfig(cmd.Flags(), ProcessEnvironment())
		if err != nil {
			return err
		}
		return run(cmd, c)
	}
}

func logTo(w io.Writer, c *Config) *slog.Logger {
	f, ok := w.(*os.File)
	return newLog(w, c.LogFormat, c.LogLevel, ok && term.IsTerminal(int(f.Fd())), boxSecrets(c))
}

// boxSecrets are the secrets of the box's own configuration.
func boxSecrets(c *Config) *redact.Set {
	named := []redact.Secret{{Name: "database_url", Value: string(c.DatabaseURL)}, {Name: "master_key", Value: string(c.MasterKey)}}
	if u, err := url.Parse(string(c.DatabaseURL)); err == nil {
		password, _ := u.User.Password() // a part of the address is as secret as the whole
		named = append(named, redact.Secret{Name: "database_url", Value: password})
	}
	for _, row := range integration.Table() {
		for _, v := range row.Variables {
			if v.Secret {
				named = append(named, redact.Secret{Name: v.Name, Value: c.Integrations.Value(v.Name)})
			}
		}
	}
	return redact.New(named...)
}

func configCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Print the effective configuration and where each value comes from",
		Example: "  guildsd config\n  guildsd config --json",
		Args:    cobra.NoArgs,
		RunE: withConfig(func(cmd *cobra.Command, c *Config) error {
			if asJSON {
				return c.WriteJSON(cmd.OutOrStdout())
			}
			return c.WriteText(cmd.OutOrStdout())
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  guildsd version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "guildsd", api.Version())
			return err
		},
	}
}
