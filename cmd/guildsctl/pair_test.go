package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// pair is two daemons on one database, each with a state folder of its own.
type pair struct {
	t        *testing.T
	database string // its address
	model    *modeltest.Server
	daemons  []*peer
	agents   map[string]string // their ids by their names
}

// peer is one of the two.
type peer struct {
	id      string // on record with the generations that it runs
	process *process
	client  *client.Client
}

// newPair starts them with room for a number of generations on each, and makes the
// agents, whose names are their scripts' too.
func newPair(t *testing.T, generations int, agents ...string) *pair {
	t.Helper()
	p := &pair{t: t, database: pgtest.URL(t), agents: map[string]string{}}
	var err error
	if p.model, err = modeltest.Open(modeltest.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.model.Close)
	var env []string
	for range 2 {
		dir := shortDir(t)
		env = boxEnv(dir, p.database, p.model, fmt.Sprint("GUILDS_GENERATIONS=", generations), "GUILDS_MASTER_KEY="+strings.Repeat("5a", 32))
		d := &peer{process: guildsd(t, env), client: client.Unix(filepath.Join(dir, "s.sock"))}
		t.Cleanup(d.stop)
		id, err := os.ReadFile(filepath.Join(dir, "daemon.id"))
		if err != nil {
			t.Fatal(err)
		}
		d.id = strings.TrimSpace(string(id))
		p.daemons = append(p.daemons, d)
	}
	guildsctl(t, env, "org", "create", "acme")
	guildsctl(t, env, "guild", "create", "acme/research")
	for _, name := range agents {
		path := "acme/research/" + name
		guildsctl(t, env, "agent", "create", path)
		guildsctl(t, env, "agent", "edit", path, "--model", "openrouter/test/"+strings.TrimRight(name, "0123456789"))
		found, err := p.daemons[0].client.ListScopes(t.Context(), api.ScopeQuery{Path: path})
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		p.agents[name] = found[0].ID
	}
	return p
}

// shortDir is a folder whose path is short, for the socket in it.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (d *peer) stop() {
	d.process.signal(syscall.SIGTERM)
	_ = d.process.wait(40 * time.Second)
}

// start starts a run through either daemon.
func (p *pair) start(through int, agent string) string {
	p.t.Helper()
	started, err := p.daemons[through].client.StartRun(p.t.Context(), api.NewRun{AgentID: p.agents[agent], Message: "Work."})
	if err != nil {
		p.t.Fatal(err)
	}
	return started.RunID
}

// holder returns the daemon that runs the generation of a run, and the other one.
func (p *pair) holder(run string) (holds, other *peer) {
	p.t.Helper()
	owner := p.query("select owner from generations where status = 'running' and run_id = '" + run + "'")
	for i, d := range p.daemons {
		if d.id == owner {
			return d, p.daemons[1-i]
		}
	}
	p.t.Fatalf("the run %s is %q's, which is none of the daemons", run, owner)
	return nil, nil
}

// query returns what the database answers, as psql writes it unaligned.
func (p *pair) query(sql string) string {
	p.t.Helper()
	out, err := exec.Command("psql", "--no-psqlrc", "-Atc", sql, p.database).CombinedOutput()
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", sql, err, out)
	}
	return strings.TrimSpace(string(out))
}

// watched is what somebody saw of a run until it was over.
type watched struct {
	messages []string // kind and text
	err      error
}

// watch watches a run while the test goes on.
func (d *peer) watch(t *testing.T, run string) <-chan watched {
	seen := make(chan watched, 1)
	go func() {
		var w watched
		w.err = d.client.WatchRun(t.Context(), run, 0, false, func(e client.RunEvent) error {
			if e.Name == api.EventMessage {
				w.messages = append(w.messages, shortMessage(e.Message))
			}
			return nil
		})
		seen <- w
	}()
	return seen
}

// shortMessage is a message in a line: its kind, and the first line of its text.
func shortMessage(m api.Message) string {
	first, _, _ := strings.Cut(m.Text, "\n")
	return fmt.Sprintf("%d %s: %s", m.Seq, m.Kind, first)
}
