package main_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// databaseCommand ends the embedded database of the script's daemon:
//
//	database KILL   at once, as the kernel does for want of memory
//	database TERM   as somebody does who means it well; it lets its clients finish first
//	database again  wait until another one serves in its place, and the daemon from it
func databaseCommand(ts *testscript.TestScript, _ bool, args []string) {
	if args[0] == "again" {
		ts.Check(of(ts).daemon.await(func() bool {
			first, status := postmaster(ts)
			return first != ts.Getenv("DATABASE_PID") && status == "ready" && ts.Exec("guildsctl", "run", "list") == nil
		}))
		return
	}
	first, _ := postmaster(ts)
	ts.Setenv("DATABASE_PID", first)
	pid, err := strconv.Atoi(first)
	ts.Check(err)
	ts.Check(syscall.Kill(pid, map[string]syscall.Signal{"KILL": syscall.SIGKILL, "TERM": syscall.SIGTERM}[args[0]]))
}

// postmaster returns the number of the first process of the embedded database and its
// status, as its lock file has them; nothing where it is gone.
func postmaster(ts *testscript.TestScript) (pid, status string) {
	lock, err := os.ReadFile(filepath.Join(ts.Getenv("GUILDS_STATE_DIR"), "postgres/data/postmaster.pid"))
	lines := strings.Split(string(lock), "\n")
	if err != nil || len(lines) < 8 {
		return "", ""
	}
	return lines[0], strings.TrimSpace(lines[7])
}
