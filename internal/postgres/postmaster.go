package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// startLimit bounds a start: a server that crashed replays its log first, at most
// the 256 MB of max_wal_size.
const startLimit = 3 * time.Minute

// ensureRunning takes over the server where one runs, and starts it otherwise.
func (c *Cluster) ensureRunning(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit, fmt.Errorf("PostgreSQL in %s did not become ready within %s", c.dataDir(), startLimit))
	defer cancel()
	adopted, err := c.adopt(ctx)
	if adopted || err != nil {
		return err
	}
	return c.start(ctx)
}

// adopt waits until a server that runs either answers or is gone: it may be
// starting, replaying its log, or stopping still.
func (c *Cluster) adopt(ctx context.Context) (bool, error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for c.alive() {
		err := c.ping(ctx)
		if err == nil {
			c.opts.Logger.Info("the box's own database was running already", "dir", c.opts.Dir)
			return true, nil
		}
		if refusal, ok := errors.AsType[*pgconn.PgError](err); ok && refusal.Code != codeCannotConnectNow {
			return false, fmt.Errorf("PostgreSQL in %s runs but refuses: %w", c.dataDir(), err)
		}
		select {
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-tick.C:
		}
	}
	return false, nil
}

// alive reports whether any process of the server is left.
func (c *Cluster) alive() bool { return len(serverProcesses(c.dataDir())) > 0 }

func (c *Cluster) ping(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.URL())
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func (c *Cluster) start(ctx context.Context) error {
	// A server that was killed leaves its lock files, and by now the number in
	// them may be another process's, which PostgreSQL would take for a running
	// server. adopt made sure that no process of the old one is left.
	os.Remove(filepath.Join(c.dataDir(), "postmaster.pid"))
	os.Remove(filepath.Join(c.socketDir(), socketName+".lock"))
	config := configFile(c.socketDir(), c.opts.Settings)
	if err := c.writeOwned(filepath.Join(c.dataDir(), "postgresql.conf"), config); err != nil {
		return err
	}
	os.Rename(c.logPath(), c.logPath()+".old") // keeps the log from growing without end
	err := c.run(ctx, "", "pg_ctl", "start", "-D", c.dataDir(), "-l", c.logPath(), "-w", "-t", "86400", "-s")
	if err != nil {
		return fmt.Errorf("start the box's own database: %w%s", err, c.logTail())
	}
	return nil
}

// writeOwned writes a file that the cluster's user may read.
func (c *Cluster) writeOwned(path, content string) error {
	if err := writeFileAtomic(path, []byte(content)); err != nil {
		return err
	}
	if !c.account.other {
		return nil
	}
	return os.Lchown(path, c.account.uid, c.account.gid)
}

// logTail returns the last lines of the server's log, which say why it did not
// start.
func (c *Cluster) logTail() string {
	const lines = 8
	b, err := os.ReadFile(c.logPath())
	if err != nil || len(b) == 0 {
		return ""
	}
	all := strings.Split(strings.TrimSpace(string(b)), "\n")
	return "\n" + strings.Join(all[max(0, len(all)-lines):], "\n")
}

// serverProcesses returns the numbers of the processes that serve dataDir: those
// named postgres whose working folder it is. The number in postmaster.pid alone
// proves nothing, since after a crash or a reboot it may be another process's;
// and a server that lost its first process may have others that still write.
func serverProcesses(dataDir string) []int {
	real, err := filepath.EvalSymlinks(dataDir)
	if err != nil {
		return nil // there is no such folder yet
	}
	var pids []int
	links, _ := filepath.Glob("/proc/[0-9]*/cwd") // fails only for a malformed pattern
	for _, link := range links {
		// A process that is gone by now, or another user's, cannot be read.
		if cwd, err := os.Readlink(link); err != nil || cwd != real {
			continue
		}
		proc := filepath.Dir(link)
		if name, err := os.ReadFile(filepath.Join(proc, "comm")); err == nil && string(name) == "postgres\n" {
			pids = append(pids, firstNumber(proc))
		}
	}
	return pids
}
