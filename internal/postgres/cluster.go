package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

const (
	clusterRole     = "guilds" // the role, and the name of its database
	socketName      = ".s.PGSQL.5432"
	socketPathLimit = 107 // bytes of sun_path without its closing zero
)

// ClusterOptions say where a private cluster lives.
type ClusterOptions struct {
	Dir      string            // absolute; all of the cluster is below it, but for the lock file <Dir>.lock
	Logger   *slog.Logger      // progress of a slow first start
	Settings map[string]string // postgresql.conf settings that differ from the box's own
	CreateDB bool              // lets the role make databases, as tests need
}

// Cluster is a running private PostgreSQL. It is reached over a unix socket in a
// folder of mode 0700 and listens on no network address. Its processes outlive
// this one until Stop: a daemon that was killed finds them again.
type Cluster struct {
	opts     ClusterOptions
	bin      binaries
	account  account
	password string
}

// StartCluster returns the running cluster of opts.Dir. It makes the cluster on
// first use, which takes some seconds, takes over a server that a killed daemon
// left running, and starts it otherwise. ctx bounds the start alone. Several
// processes may call it for one folder at once.
func StartCluster(ctx context.Context, opts ClusterOptions) (*Cluster, error) {
	c := &Cluster{opts: opts}
	if err := checkSocketPath(c.socketDir()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(opts.Dir), 0o755); err != nil {
		return nil, err
	}
	unlock, err := lockFile(ctx, opts.Dir+".lock")
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := c.prepareDir(); err != nil {
		return nil, err
	}
	if err := c.ensureFiles(ctx); err != nil {
		return nil, err
	}
	if err := c.ensureRunning(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// checkSocketPath refuses a folder whose path the kernel would cut.
func checkSocketPath(socketDir string) error {
	path := filepath.Join(socketDir, socketName)
	if len(path) > socketPathLimit {
		return guild.Errorf(guild.CodeInvalid, "the path of PostgreSQL's socket, %s, has %d bytes, and the system allows %d; choose a state folder with a shorter path",
			path, len(path), socketPathLimit)
	}
	return nil
}

// prepareDir makes the cluster's folder and finds the user to run it as.
func (c *Cluster) prepareDir() (err error) {
	if c.account, err = clusterAccount(); err != nil {
		return err
	}
	if err := c.account.checkTraverse(c.opts.Dir); err != nil {
		return err
	}
	if err := c.account.mkdir(c.opts.Dir); err != nil {
		return err
	}
	return c.account.mkdir(c.socketDir())
}

// ensureFiles finds the server programs and makes the cluster's files where they
// are not there yet.
func (c *Cluster) ensureFiles(ctx context.Context) (err error) {
	if c.password, err = ensurePassword(filepath.Join(c.opts.Dir, "password")); err != nil {
		return err
	}
	major, err := dataMajor(c.dataDir())
	made := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if c.bin, err = findBinaries(ctx, binaryDirs(ctx), major); err != nil || made {
		return err
	}
	return c.bootstrap(ctx)
}

// dataMajor returns the major release that made the files in dataDir.
func dataMajor(dataDir string) (int, error) {
	b, err := os.ReadFile(filepath.Join(dataDir, "PG_VERSION"))
	return firstNumber(string(b)), err
}

// URL returns the address of the cluster's database with the role's password.
// It must not be logged.
func (c *Cluster) URL() string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(clusterRole, c.password),
		Path:     "/" + clusterRole,
		RawQuery: url.Values{"host": {c.socketDir()}}.Encode(),
	}
	return u.String()
}

// Program returns the path of one of the cluster's server programs, such as
// "pg_ctl".
func (c *Cluster) Program(name string) string { return c.bin.path(name) }

// Keep starts the server again where it is gone or about to be, which it is when
// somebody ended it or the kernel did for want of memory.
func (c *Cluster) Keep(ctx context.Context) error {
	if c.alive() && !c.ending() {
		return nil
	}
	c.opts.Logger.Warn("the box's own database has ended; starting it again", "dir", c.opts.Dir)
	if err := c.Stop(ctx); err != nil {
		return err
	}
	return c.start(ctx)
}

// ending reports whether the server was asked to end. After a SIGTERM it takes no new
// clients and waits for those that it has, and the daemon would never leave. Line 8 of
// the lock file tells (PostgreSQL, src/include/utils/pidfile.h).
func (c *Cluster) ending() bool {
	lock, err := os.ReadFile(filepath.Join(c.dataDir(), "postmaster.pid"))
	if err != nil {
		return false // it is gone, or has just been started
	}
	lines := strings.Split(string(lock), "\n")
	return len(lines) >= 8 && strings.TrimSpace(lines[7]) == "stopping"
}

// Stop ends the server: clients are cut off, and what they committed is on the
// disk. A server that is already gone is no error.
func (c *Cluster) Stop(ctx context.Context) error {
	if !c.alive() {
		return nil
	}
	// pg_ctl's own limit is out of the way; ctx decides.
	err := c.run(ctx, "", "pg_ctl", "stop", "-D", c.dataDir(), "-m", "fast", "-w", "-t", "86400", "-s")
	if err != nil && c.alive() {
		return fmt.Errorf("stop PostgreSQL: %w", err)
	}
	return nil
}

func (c *Cluster) dataDir() string   { return filepath.Join(c.opts.Dir, "data") }
func (c *Cluster) socketDir() string { return filepath.Join(c.opts.Dir, "run") }
func (c *Cluster) logPath() string   { return filepath.Join(c.opts.Dir, "server.log") }

// run runs one server program as the cluster's user. stdin may be empty. The
// error holds what the program printed.
func (c *Cluster) run(ctx context.Context, stdin, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, c.bin.path(program), args...)
	cmd.Dir = c.opts.Dir
	cmd.SysProcAttr = c.account.attr()
	// Nothing of the daemon's environment: PGDATA, PGHOST and the like would
	// lead astray, and the daemon's holds keys.
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	cmd.Stdin = strings.NewReader(stdin)
	cmd.WaitDelay = time.Second // a grandchild that holds the pipe does not hold us
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(string(out)))
	}
	return nil
}
