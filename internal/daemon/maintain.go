package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/seal"
)

// offline runs f on an open, migrated database while no daemon serves from the
// state folder.
func offline(ctx context.Context, c *Config, log *slog.Logger, f func(*daemon) error) (err error) {
	d := &daemon{config: c, log: log}
	defer func() { err = errors.Join(err, d.close()) }()
	release, err := lockState(c.StateDir)
	if err != nil {
		return err
	}
	d.onClose(func(context.Context) error { release(); return nil })
	if err := d.openDatabase(ctx); err != nil {
		return err
	}
	return f(d)
}

func migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "migrate",
		Short:   "Bring the database's schema up to this version, and stop",
		Long:    "A daemon does this by itself at its start. The command is for operators who want it done beforehand. It needs the state folder, so no daemon may run on it.",
		Example: "  guildsd migrate\n  GUILDS_DATABASE_URL=postgres://guilds@db.internal/guilds guildsd migrate",
		Args:    cobra.NoArgs,
		RunE: withConfig(func(cmd *cobra.Command, c *Config) error {
			return offline(cmd.Context(), c, logTo(cmd.ErrOrStderr(), c), func(d *daemon) error {
				steps, err := d.db.Migrations(cmd.Context())
				for _, s := range steps {
					fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", s.AppliedAt.UTC().Format(time.DateTime), s.Name)
				}
				return err
			})
		}),
	}
}

func rekeyCommand() *cobra.Command {
	var newKey string
	cmd := &cobra.Command{
		Use:   "rekey",
		Short: "Seal everything with a new master key",
		Long: `Rotate the master key. What is stored is sealed under keys of its own, and only
those are sealed again, so this takes moments. It is one transaction: killed at
any point, the box starts with the key that its database is sealed with.

A key in the state folder is replaced there. A key that the operator supplies,
by GUILDS_MASTER_KEY or as a systemd credential, is replaced by the one in
--new-key-file; put that one in the old one's place afterwards. Several daemons
on one database must all be stopped first.`,
		Example: "  guildsd rekey\n  openssl rand -hex 32 > new.key && guildsd rekey --new-key-file new.key",
		Args:    cobra.NoArgs,
		RunE: withConfig(func(cmd *cobra.Command, c *Config) error {
			return offline(cmd.Context(), c, logTo(cmd.ErrOrStderr(), c), func(d *daemon) error {
				n, err := d.rekey(cmd.Context(), newKey)
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "sealed %d credentials with the new master key\n", n)
				}
				return err
			})
		}),
	}
	cmd.Flags().StringVar(&newKey, "new-key-file", "", "`file` with the new key, 64 hexadecimal digits or base64; - for standard input")
	return cmd
}

// rekey seals everything with the key in newKeyFile, or with a new one of its own
// where the key in use is the one in the state folder.
func (d *daemon) rekey(ctx context.Context, newKeyFile string) (n int, err error) {
	check, err := d.db.KeyCheck(ctx)
	if err != nil {
		return 0, err
	}
	if len(check) == 0 {
		return 0, guild.Errorf(guild.CodeConflict, "this database holds nothing sealed yet; the first start of guildsd makes a key")
	}
	found, err := seal.Unlock(d.keySources(), check)
	if err != nil {
		return 0, err
	}
	next, err := d.nextKey(found, newKeyFile)
	if err != nil {
		return 0, err
	}
	if next.ID() == found.Key.ID() {
		return 0, guild.Errorf(guild.CodeInvalid, "the new key is the one that is in use")
	}
	from, to := seal.New(found.Key), seal.New(next)
	value, err := to.CheckValue()
	if err != nil {
		return 0, err
	}
	n, err = d.db.Rewrap(ctx, value, func(sealed []byte, identity string) ([]byte, error) {
		return seal.Rewrap(sealed, identity, from, to)
	})
	if err != nil || !found.InFile {
		return n, err
	}
	return n, seal.PromoteKeyFile(d.config.StateDir)
}

func (d *daemon) nextKey(found seal.Found, file string) (seal.Key, error) {
	switch {
	case found.InFile && file != "":
		return seal.Key{}, guild.Errorf(guild.CodeInvalid, "the key in use is %s, which rekey replaces by itself; leave --new-key-file out", found.Source)
	case found.InFile:
		return seal.StageKeyFile(d.config.StateDir)
	case file == "":
		return seal.Key{}, guild.Errorf(guild.CodeInvalid, "the key in use comes from %s, so the new one must be given", found.Source).
			WithHint("openssl rand -hex 32 > new.key && guildsd rekey --new-key-file new.key")
	}
	content, err := readKeyFile(file)
	if err != nil {
		return seal.Key{}, err
	}
	return seal.ParseKey(strings.TrimSpace(content))
}

func readKeyFile(file string) (string, error) {
	if file == "-" {
		content, err := io.ReadAll(io.LimitReader(os.Stdin, 4096))
		return string(content), err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", guild.Errorf(guild.CodeInvalid, "the new key cannot be read: %s", err)
	}
	return string(content), nil
}
