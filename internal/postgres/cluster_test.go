package postgres_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/postgres"
)

// clusterDir returns a folder with a path short enough for a socket, which any
// user can reach.
func clusterDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gpg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "pg")
}

func startCluster(t *testing.T, dir string) *postgres.Cluster {
	t.Helper()
	c, err := postgres.StartCluster(t.Context(), postgres.ClusterOptions{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

func open(t *testing.T, c *postgres.Cluster) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), c.URL(), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func exec1(t *testing.T, db *postgres.DB, sql string) {
	t.Helper()
	if _, err := db.Pool().Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func query1[T any](t *testing.T, db *postgres.DB, sql string) (v T) {
	t.Helper()
	if err := db.Pool().QueryRow(t.Context(), sql).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func postmasterPID(t *testing.T, dir string) int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func TestClusterKeepsItsDataAndItsPromises(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	c := startCluster(t, dir)
	db := open(t, c)

	exec1(t, db, "create extension pg_trgm") // the role owns the database, and that is enough
	exec1(t, db, "create table kept (n int)")
	exec1(t, db, "insert into kept values (7)")
	for sql, want := range map[string]string{
		"select current_user::text":                                          "guilds",
		"select usesuper::text from pg_user where usename = current_user":    "false",
		"select usecreatedb::text from pg_user where usename = current_user": "false",
		"show listen_addresses":                                              "",
		"show fsync":                                                         "on",
		"show full_page_writes":                                              "on",
		"show synchronous_commit":                                            "on",
		"show data_checksums":                                                "on",
		"show server_encoding":                                               "UTF8",
		"select upper('é')":                                                  "É",
	} {
		if got := query1[string](t, db, sql); got != want {
			t.Errorf("%s gave %q, want %q", sql, got, want)
		}
	}
	for path, want := range map[string]os.FileMode{"run": 0o700, "data": 0o700, "password": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, path)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, %v; want %v", path, info.Mode().Perm(), err, want)
		}
	}
	db.Close()

	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Errorf("stopping a stopped cluster: %v", err)
	}
	if log := serverLog(t, dir); !strings.Contains(log, "database system is shut down") || strings.Contains(log, "recovery") {
		t.Errorf("not a clean stop: %s", log)
	}
	if got := query1[int](t, open(t, startCluster(t, dir)), "select n from kept"); got != 7 {
		t.Errorf("after a stop and a start the row is %d, want 7", got)
	}
}

func serverLog(t *testing.T, dir string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "server.log"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestClusterLogHoldsNoValues(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	db := open(t, startCluster(t, dir))
	exec1(t, db, "create table logins (token text primary key, n int)")
	exec1(t, db, "insert into logins values ('hunter2-token', 1)")
	for _, sql := range []string{
		"insert into logins values ('hunter2-token', 1)",
		"select 'hunter2-token'::int",
		"select * from 'hunter2-token'",
	} {
		if _, err := db.Pool().Exec(t.Context(), sql); err == nil {
			t.Errorf("%s succeeded", sql)
		}
	}
	if log := serverLog(t, dir); strings.Contains(log, "hunter2") {
		t.Errorf("the server's log holds a value: %s", log)
	}
}

// startElsewhere starts the cluster of dir in another process.
func startElsewhere(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), starterDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "started\n" {
		t.Fatalf("the other process said %q, %v", line, err)
	}
	return cmd
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // its error says that it was killed
}

func TestClusterOutlivesAKilledDaemon(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	daemon := startElsewhere(t, dir)
	before := postmasterPID(t, dir)
	kill(t, daemon)

	db := open(t, startCluster(t, dir))
	if after := postmasterPID(t, dir); after != before {
		t.Errorf("process %d serves, want %d taken over", after, before)
	}
	exec1(t, db, "select 1")
}

func TestClusterRecoversFromAKilledServer(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	db := open(t, startCluster(t, dir))
	exec1(t, db, "create table kept (n int)")
	exec1(t, db, "insert into kept values (7)")
	pid := postmasterPID(t, dir)
	db.Close()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}

	again := startCluster(t, dir) // postmaster.pid is there still
	if got := query1[int](t, open(t, again), "select n from kept"); got != 7 {
		t.Errorf("after a crash the row is %d, want 7", got)
	}
}

// After a reboot the number in postmaster.pid may be that of any process, here
// that of one of the cluster's own user.
func TestClusterStartsOverARecycledPID(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	c := startCluster(t, dir)
	info, err := os.Stat(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	pidFile := filepath.Join(dir, "data", "postmaster.pid")
	content, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	other := exec.CommandContext(t.Context(), "sleep", "600")
	other.SysProcAttr = &syscall.SysProcAttr{}
	if int(owner.Uid) != os.Geteuid() {
		other.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kill(t, other) })
	_, rest, _ := bytes.Cut(content, []byte("\n"))
	stale := fmt.Appendf(nil, "%d\n%s", other.Process.Pid, rest)
	if err := os.WriteFile(pidFile, stale, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(pidFile, int(owner.Uid), int(owner.Gid)); err != nil {
		t.Fatal(err)
	}
	exec1(t, open(t, startCluster(t, dir)), "select 1")
}

func TestClusterStartedTwiceAtOnce(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			c, err := postgres.StartCluster(t.Context(), postgres.ClusterOptions{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Error(err)
				return
			}
			if db, err := postgres.Open(t.Context(), c.URL(), postgres.Options{}); err != nil {
				t.Error(err)
			} else {
				db.Close()
			}
		})
	}
	wg.Wait()
	startCluster(t, dir) // its clean-up stops the one server
}

func TestClusterIgnoresAHalfMadeOne(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	daemon := startHalf(t, dir)
	kill(t, daemon)
	exec1(t, open(t, startCluster(t, dir)), "select 1")
	if left, _ := filepath.Glob(filepath.Join(dir, "data.new-*")); len(left) > 0 {
		t.Errorf("the interrupted attempt left %v", left)
	}
}

// startHalf starts a process that makes the cluster of dir, and returns once it is
// in the midst of it.
func startHalf(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), starterDir+"="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for t.Context().Err() == nil {
		if half, _ := filepath.Glob(filepath.Join(dir, "data.new-*", "base")); len(half) > 0 {
			break
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		t.Fatal("the cluster was whole before it could be interrupted")
	}
	return cmd
}

func TestClusterNeverRunsAsRoot(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("this process is not root")
	}
	dir := clusterDir(t)
	startCluster(t, dir)
	info, err := os.Stat(fmt.Sprintf("/proc/%d", postmasterPID(t, dir)))
	if err != nil {
		t.Fatal(err)
	}
	if uid := info.Sys().(*syscall.Stat_t).Uid; uid == 0 {
		t.Error("PostgreSQL runs as root")
	}
}

func TestStartClusterRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		dir  func(t *testing.T) string
		root bool // only where this process is root
		want string
	}{
		"a path too long for a socket": {dir: func(t *testing.T) string {
			return filepath.Join(clusterDir(t), strings.Repeat("x", 90))
		}, want: "choose a state folder with a shorter path"},
		"a folder of another user": {root: true, dir: func(t *testing.T) string {
			dir := clusterDir(t)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			return dir
		}, want: "it belongs to user 0"},
		"a way that its user cannot go": {root: true, dir: func(t *testing.T) string {
			dir := filepath.Join(clusterDir(t), "private", "pg")
			if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
				t.Fatal(err)
			}
			return dir
		}, want: "/private (mode 0700)"},
		"a file in its place": {dir: func(t *testing.T) string {
			dir := clusterDir(t)
			if err := os.WriteFile(dir, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return dir
		}, want: "must be a folder"},
		"files of an unknown release": {dir: func(t *testing.T) string {
			dir := clusterDir(t)
			c := startCluster(t, dir)
			if err := c.Stop(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "data", "PG_VERSION"), []byte("99\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			return dir
		}, want: "was made by PostgreSQL 99"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.root && os.Geteuid() != 0 {
				t.Skip("this process is not root")
			}
			_, err := postgres.StartCluster(t.Context(), postgres.ClusterOptions{Dir: tt.dir(t), Logger: slog.New(slog.DiscardHandler)})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("StartCluster: %v; want an error with %q", err, tt.want)
			}
		})
	}
}

// A server that somebody ended is started again, and its data is there.
func TestKeepStartsAServerThatEnded(t *testing.T) {
	t.Parallel()
	c := startCluster(t, clusterDir(t))
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to do
		if err := c.Keep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	open(t, c)
}

// A server that waits for its clients to leave is ended, and started again.
func TestKeepEndsAServerThatWaitsForItsClients(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	c := startCluster(t, dir)
	open(t, c)
	pid := postmasterPID(t, dir)
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); postmasterPID(t, dir) == pid; { // until it has heard the signal, there is nothing to do
		if err := c.Keep(t.Context()); err != nil || time.Now().After(deadline) {
			t.Fatalf("the server still waits: %v", err)
		}
	}
	open(t, c)
}
