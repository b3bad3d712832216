package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// bootstrap makes the cluster's files beside their place and then moves them
// there, so that whenever the machine stops there is a whole cluster or none.
func (c *Cluster) bootstrap(ctx context.Context) error {
	began := time.Now()
	c.opts.Logger.Info("making the box's own database; this takes some seconds",
		"dir", c.opts.Dir, "user", c.account.String(), "postgresql", c.bin.major)
	c.removeLeftovers()
	// Each attempt has a folder of its own: an initdb that outlived a killed
	// daemon may still be writing to the last one.
	dir, err := os.MkdirTemp(c.opts.Dir, "data.new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // nothing is there any more after the move
	if c.account.other {
		if err := os.Lchown(dir, c.account.uid, c.account.gid); err != nil {
			return err
		}
	}
	if err := c.initialise(ctx, dir); err != nil {
		return fmt.Errorf("make the box's own database: %w", err)
	}
	if err := errors.Join(os.Rename(dir, c.dataDir()), syncDir(c.opts.Dir)); err != nil {
		return err
	}
	c.removeLeftovers() // again: one that was still written to has come to its end by now
	c.opts.Logger.Info("made the box's own database", "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// removeLeftovers clears away what interrupted attempts left. It is only about
// space, so a failure is no reason to stop.
func (c *Cluster) removeLeftovers() {
	old, _ := filepath.Glob(filepath.Join(c.opts.Dir, "data.new-*"))
	for _, dir := range old {
		os.RemoveAll(dir)
	}
}

// initialise fills dir with a cluster that holds the box's role and database.
// The server's superuser has no password and no rule admits it, so nobody can log
// in as it; the statements run in single-user mode, from standard input, which
// keeps the password out of the list of processes.
func (c *Cluster) initialise(ctx context.Context, dir string) error {
	err := c.run(ctx, "", "initdb", "-D", dir, "--username=postgres", "--auth-local=reject", "--auth-host=reject",
		"--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums", "--no-instructions")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "pg_hba.conf"), []byte(clientRules), 0o600); err != nil {
		return err
	}
	return c.run(ctx, c.roleStatements(), "postgres", "--single", "-D", dir, "-c", "exit_on_error=on", "postgres")
}

// roleStatements are one a line, as single-user mode reads them.
func (c *Cluster) roleStatements() string {
	createDB := "nocreatedb"
	if c.opts.CreateDB {
		createDB = "createdb"
	}
	return fmt.Sprintf("create role %[1]s login nosuperuser nocreaterole %[2]s password '%[3]s'\ncreate database %[1]s owner %[1]s\n",
		clusterRole, createDB, c.password)
}

// ensurePassword returns the password of the box's role, which is made once. The
// file outlives an interrupted bootstrap, and the next attempt uses it.
func ensurePassword(path string) (string, error) {
	b, err := os.ReadFile(path)
	if password := strings.TrimSpace(string(b)); err == nil && password != "" {
		return password, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	password := rand.Text() // letters and digits alone
	return password, writeFileAtomic(path, []byte(password+"\n"))
}

// writeFileAtomic leaves the old content or the new at path, durably, with mode
// 0600.
func writeFileAtomic(path string, content []byte) error {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(content)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return errors.Join(os.Rename(tmp.Name(), path), syncDir(dir))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
