package main_test

import (
	"os/exec"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scheduleCommand lets time pass for schedules, which are at least five minutes apart:
//
//	schedule overdue ID   it was due a minute ago
//	schedule started N    wait until schedules have started N runs
func scheduleCommand(ts *testscript.TestScript, _ bool, args []string) {
	switch args[0] {
	case "overdue":
		ask(ts, "update schedules set next_run_at = now() - interval '1 minute' where id = '"+args[1]+"'")
	case "started":
		got := ""
		for deadline := time.Now().Add(60 * time.Second); got != args[1] && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
			got = ask(ts, "select count(*) from runs where trigger = 'schedule'")
		}
		if got != args[1] {
			ts.Fatalf("schedules have started %s runs, want %s", got, args[1])
		}
	default:
		ts.Fatalf("schedule does not know %s", args[0])
	}
}

// ask runs a statement on the script's database, whether or not the daemon runs.
func ask(ts *testscript.TestScript, statement string) string {
	out, err := exec.Command("psql", "--no-psqlrc", "-qtA", "-c", statement, ts.Getenv("DATABASE")).CombinedOutput()
	if err != nil {
		ts.Fatalf("psql: %v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}
