package main_test

import (
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scheduleCommand lets time pass for schedules, which are at least five minutes apart:
//
//	schedule overdue ID   it was due a minute ago
//	schedule soon ID      it is due in three seconds, and so is its job
//	schedule woken ID     wait until that job has woken it
//	schedule started N    wait until schedules have started N runs
func scheduleCommand(ts *testscript.TestScript, _ bool, args []string) {
	switch args[0] {
	case "overdue":
		ask(ts, "update schedules set next_run_at = now() - interval '1 minute' where id = '"+args[1]+"'")
	case "soon":
		await(ts, "1", recentLook)
		await(ts, "1", fmt.Sprintf(dueSoon, args[1]))
	case "woken":
		await(ts, "t", fmt.Sprintf(wokenByJob, args[1]))
	case "started":
		await(ts, args[1], "select count(*) from runs where trigger = 'schedule'")
	default:
		ts.Fatalf("schedule does not know %s", args[0])
	}
}

const (
	// recentLook finds that overdue schedules were just looked for, which happens every
	// twenty seconds: until then, only a schedule's own job wakes it.
	recentLook = `select count(*) from (select from river_job where kind = 'chore' and args ->> 'name' like 'wake agents%'
	    and state = 'completed' and finalized_at > now() - interval '4 seconds' limit 1) looked`

	dueSoon = `with due as (
	    update schedules set next_run_at = date_trunc('second', now() + interval '3 seconds') where id = '%s' returning id, next_run_at
	), moved as (
	    update river_job set scheduled_at = next_run_at, args = jsonb_set(args, '{at}', to_jsonb(next_run_at))
	    from due where kind = 'wake' and state = 'scheduled' and args ->> 'schedule_id' = due.id::text
	    returning 1
	)
	select count(*) from moved`

	wokenByJob = `select exists (select from schedules s join river_job j on j.args ->> 'schedule_id' = s.id::text
	    where s.id = '%s' and kind = 'wake' and state = 'completed' and last_run_at between attempted_at and finalized_at)`
)

// await asks until the answer is as wanted.
func await(ts *testscript.TestScript, want, statement string) {
	got := ""
	for deadline := time.Now().Add(60 * time.Second); got != want && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		got = ask(ts, statement)
	}
	if got != want {
		ts.Fatalf("the answer is %s, want %s, to %s", got, want, statement)
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
