package main_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// exitsCommand runs a program and fails unless it ends with an exit code:
//
//	exits CODE PROGRAM [ARGUMENT]...
func exitsCommand(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d; it wrote:\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// captureCommand keeps the last standard output in a variable:
//
//	capture VARIABLE
func captureCommand(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

// freeAddressCommand sets a variable to a loopback address that is free:
//
//	freeaddress VARIABLE
func freeAddressCommand(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], "127.0.0.1:"+freePort(ts))
}

// recordedCommand fails unless that many calls of a tool come to be on record, within
// the time that the daemon takes to bring them there:
//
//	recorded TOOL N
func recordedCommand(ts *testscript.TestScript, _ bool, args []string) {
	query := "select count(*) from tool_calls where tool like '%\\_" + args[0] + "'"
	got := ""
	for deadline := time.Now().Add(20 * time.Second); got != args[1] && time.Now().Before(deadline); {
		if got != "" {
			time.Sleep(100 * time.Millisecond)
		}
		out, err := exec.Command("psql", "--no-psqlrc", "-tA", "-c", query, ts.Getenv("DATABASE")).CombinedOutput()
		if err != nil {
			ts.Fatalf("psql: %v\n%s", err, out)
		}
		got = strings.TrimSpace(string(out))
	}
	if got != args[1] {
		ts.Fatalf("%s calls of %s are on record, want %s", got, args[0], args[1])
	}
}

// recordsCommand keeps the database from taking calls on record, as one does that is
// slow or busy:
//
//	records hold
//	records release
func recordsCommand(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	if args[0] == "release" {
		s.holder.signal(syscall.SIGINT)     // psql cancels what it waits for, and the server rolls back
		_ = s.holder.wait(10 * time.Second) // it ends with an error for that
		return
	}
	cmd := exec.Command("psql", "--no-psqlrc", "-c", "begin", "-c", "lock table tool_calls", "-c", `\! echo held`, "-c", "select pg_sleep(600)", ts.Getenv("DATABASE"))
	var err error
	s.holder, err = launch(cmd)
	ts.Check(err)
	ts.Check(s.holder.await(func() bool { return strings.Contains(s.holder.out.String(), "held") }))
}

// journalOf returns what waits in the state folder to be brought on record.
func journalOf(ts *testscript.TestScript) string {
	files, err := filepath.Glob(filepath.Join(ts.Getenv("GUILDS_STATE_DIR"), "calls", "*"))
	ts.Check(err)
	var all strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if !errors.Is(err, os.ErrNotExist) { // brought there meanwhile
			ts.Check(err)
		}
		all.Write(content)
	}
	return all.String()
}

// canaryCommand fails when a secret stands in the database in plain, in the journal
// of calls, in the daemon's log, or in the standard output or error of the last command:
//
//	canary SECRET...
func canaryCommand(ts *testscript.TestScript, _ bool, args []string) {
	dump, err := exec.Command("pg_dump", "--dbname", ts.Getenv("DATABASE")).CombinedOutput()
	if err != nil {
		ts.Fatalf("pg_dump: %v\n%s", err, dump)
	}
	places := map[string]string{
		"the database": string(dump), "the daemon's log": of(ts).daemon.out.String(),
		"the journal of calls": journalOf(ts), "standard output": ts.ReadFile("stdout"), "standard error": ts.ReadFile("stderr"),
	}
	for place, text := range places {
		for _, secret := range args {
			if strings.Contains(text, secret) {
				ts.Fatalf("%s holds the secret %s", place, secret)
			}
		}
	}
}

// jsonCommand fails unless the last standard output is JSON.
func jsonCommand(ts *testscript.TestScript, neg bool, _ []string) {
	if json.Valid([]byte(ts.ReadFile("stdout"))) == neg {
		ts.Fatalf("standard output is JSON: %v", neg)
	}
}
