package pgtest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/guildsbox/guilds/internal/postgres"
)

const startLimit = 2 * time.Minute

// settings of the shared cluster: an offset of 5:45 hours shows what trusts the
// server's time zone, and no test needs its data after a power failure. A worker of
// autovacuum in a database keeps it from being dropped by whoever is no superuser.
var settings = map[string]string{
	"timezone":           "Asia/Kathmandu",
	"fsync":              "off",
	"synchronous_commit": "off",
	"full_page_writes":   "off",
	"autovacuum":         "off", // a worker of it keeps a database from being dropped
	"max_connections":    "300",
	"shared_buffers":     "64MB",
}

// users is held locked as long as this process lives. It must stay reachable: a
// file that is collected is closed, and closing gives the lock back.
var users *os.File

// shared starts the cluster, or joins the one that runs, once in this process.
var shared = sync.OnceValues(start)

func start() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("guilds-pgtest-%d", os.Geteuid()))
	if err := joinUsers(dir + ".users"); err != nil {
		return "", err
	}
	cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{
		Dir: dir, Logger: slog.New(slog.DiscardHandler), Settings: settings, CreateDB: true,
	})
	if err != nil {
		return "", err
	}
	if err := stopAfterLastUser(cluster, dir); err != nil {
		return "", err
	}
	return cluster.URL(), prepare(ctx, cluster.URL())
}

// joinUsers takes a shared lock that the kernel gives back when this process
// ends. It waits while the cluster is being stopped.
func joinUsers(path string) (err error) {
	if users, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return err
	}
	return syscall.Flock(int(users.Fd()), syscall.LOCK_SH)
}

// watcher waits until all users of its time are gone, gives the next test binary
// of the same run some seconds to come, and stops the cluster if none did: then
// the binary that came has a watcher of its own.
const watcher = `flock -x 3 && flock -u 3 && sleep 10 && flock -n -x 3 && "$0" stop -D "$1" -m fast -s`

// stopAfterLastUser starts the watcher as a process of its own, which outlives
// this one. It runs as the cluster's user, since pg_ctl refuses root.
func stopAfterLastUser(cluster *postgres.Cluster, dir string) error {
	own, err := os.Open(users.Name()) // a copy of users would keep this process's lock
	if err != nil {
		return err
	}
	defer own.Close()
	cmd := exec.Command("sh", "-c", watcher, cluster.Program("pg_ctl"), filepath.Join(dir, "data"))
	cmd.ExtraFiles = []*os.File{own} // descriptor 3
	cmd.Dir = "/"
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if owner := info.Sys().(*syscall.Stat_t); int(owner.Uid) != os.Geteuid() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	return cmd.Start()
}
