package daemon

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// site is where daemons of a test run: a state folder, and settings beside it.
type site struct {
	dir    string // the state folder is in it, with all that a daemon leaves
	config map[string]string
}

// newSite returns a site with a database of its own, which outlives the daemons.
func newSite(t *testing.T) *site {
	t.Helper()
	return &site{dir: shortDir(t), config: map[string]string{"database_url": pgtest.URL(t), "shutdown_timeout": "1s"}}
}

func (s *site) state() string { return filepath.Join(s.dir, "state") }

// flags writes the settings down, and returns the flags that find all.
func (s *site) flags(t *testing.T) []string {
	t.Helper()
	var lines strings.Builder
	for name, value := range s.config {
		fmt.Fprintf(&lines, "%s: %q\n", name, value)
	}
	file := filepath.Join(s.dir, "guildsd.yaml")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--config", file, "--state-dir", s.state(), "--socket", filepath.Join(s.dir, "s")}
}

// running is a daemon that serves.
type running struct {
	api  *client.Client
	stop func() error // stops it, and returns what Serve did
}

// load reads the site's configuration.
func (s *site) load(t *testing.T) *Config {
	t.Helper()
	flags := pflag.NewFlagSet("guildsd", pflag.ContinueOnError)
	AddFlags(flags)
	if err := flags.Parse(s.flags(t)); err != nil {
		t.Fatal(err)
	}
	config, err := LoadConfig(flags, Environment{Home: s.dir})
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// serve starts a daemon, and returns once it is ready or has ended.
func (s *site) serve(t *testing.T) (*running, error) {
	t.Helper()
	config := s.load(t)
	ctx, cancel := context.WithCancel(t.Context())
	log := &readyLog{ready: make(chan struct{})}
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, config, slog.New(slog.NewJSONHandler(log, nil))) }()
	stop := sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { _ = stop() }) // a test that cares has asked before
	select {
	case <-log.ready:
		return &running{client.Unix(config.Socket), stop}, nil
	case err := <-ended:
		ended <- err
		return nil, err
	}
}

func (s *site) mustServe(t *testing.T) *running {
	t.Helper()
	r, err := s.serve(t)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *running) mustStop(t *testing.T) {
	t.Helper()
	if err := r.stop(); err != nil {
		t.Errorf("the daemon ended with %v", err)
	}
}

// readyLog waits for the line that says that a daemon is ready.
type readyLog struct {
	once  sync.Once
	ready chan struct{}
}

func (l *readyLog) Write(p []byte) (int, error) {
	if strings.Contains(string(p), `"msg":"ready"`) {
		l.once.Do(func() { close(l.ready) })
	}
	return len(p), nil
}

// run runs a subcommand at the site, and returns what it printed.
func (s *site) run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	cmd := Command()
	cmd.SetOut(&out)
	cmd.SetErr(io.Discard)
	cmd.SetArgs(append(args, s.flags(t)...))
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

// connect makes the organisation acme and connects a server there.
func (r *running) connect(t *testing.T, url string) api.Connection {
	t.Helper()
	org, err := r.api.CreateScope(t.Context(), api.NewScope{ParentID: string(guild.PlatformID), Slug: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	server, err := r.api.AdminAddServer(t.Context(), api.NewServer{Slug: "tools", URL: url, Auth: "token", Published: true})
	if err != nil {
		t.Fatal(err)
	}
	login, err := r.api.Connect(t.Context(), api.NewConnection{ServerID: server.ID, ScopeID: org.ID, Fields: map[string]string{"token": "a-credential"}})
	if err != nil {
		t.Fatal(err)
	}
	return login
}

func startTools(t *testing.T) (*mcptest.Server, string) {
	t.Helper()
	server := mcptest.New(mcptest.Options{Header: "Authorization", Value: "Bearer a-credential"})
	url := server.Start()
	t.Cleanup(server.Close)
	return server, url
}

// The embedded cluster comes with the daemon, goes with it, and keeps what was
// stored.
func TestServeOnTheEmbeddedCluster(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	delete(s.config, "database_url")
	if err := os.Chmod(s.dir, 0o711); err != nil { // root's cluster runs as another user, who passes through
		t.Fatal(err)
	}
	_, url := startTools(t)
	first := s.mustServe(t)
	login := first.connect(t, url)
	if _, err := first.api.GetReadiness(t.Context()); err != nil {
		t.Errorf("it is not ready: %v", err)
	}
	status, err := first.api.GetStatus(t.Context())
	if err != nil || status.PID != os.Getpid() || status.StateDir != s.state() || !strings.HasPrefix(status.Database, "embedded, PostgreSQL ") {
		t.Errorf("its status is %+v (%v)", status, err)
	}
	_, err = s.serve(t)
	wantCode(t, err, guild.CodeConflict, "guildsd already runs on the state folder "+s.state())
	first.mustStop(t)

	second := s.mustServe(t)
	result, err := second.api.CallTool(t.Context(), login.ID, api.ToolCall{Name: "echo", Arguments: map[string]any{"message": "still here"}}, nil)
	if err != nil || result.Text != "still here" {
		t.Errorf("a call after the restart: %+v (%v)", result, err)
	}
	second.mustStop(t)
}

// Told to stop while it starts, a daemon stops, and that is no failure.
func TestStopBeforeItIsReady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Serve(ctx, s.load(t), slog.New(slog.DiscardHandler)); err != nil {
		t.Errorf("the daemon ended with %v", err)
	}
	s.mustServe(t).mustStop(t)
}

// A call in flight gets the time that is configured, and is then ended. Either way
// it is on record.
func TestStopWhileCallsAreInFlight(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tools, url := startTools(t)
	r := s.mustServe(t)
	login := r.connect(t, url)
	outcomes := make(chan string, 2)
	for _, args := range []map[string]any{{"steps": 1, "pause_ms": 300}, {"steps": 0}} {
		go func() {
			result, err := r.api.CallTool(t.Context(), login.ID, api.ToolCall{Name: "slow", Arguments: args}, nil)
			outcomes <- fmt.Sprintf("%s %t", result.Text, err == nil)
		}()
		<-tools.Started()
	}
	begin := time.Now()
	r.mustStop(t)
	if took := time.Since(begin); took < 300*time.Millisecond || took > 15*time.Second {
		t.Errorf("the stop took %s; calls in flight were to get 1s", took)
	}
	got := map[string]bool{<-outcomes: true, <-outcomes: true}
	if !got["1 steps true"] || !got[" false"] {
		t.Errorf("the calls came to %v; want a result of the short one and an error of the other", got)
	}
	select {
	case <-tools.Stopped():
	case <-time.After(10 * time.Second):
		t.Error("the tool of the call that was ended still works")
	}
	db, err := postgres.Open(t.Context(), s.config["database_url"], postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if n, err := db.PruneCalls(t.Context(), 0); err != nil || n != 2 {
		t.Errorf("%d calls are on record (%v); want 2", n, err)
	}
}

// A database that holds something sealed is never given a new key.
func TestALostKeyIsNoNewKey(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.mustServe(t).mustStop(t)
	key := filepath.Join(s.state(), "master.key")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	_, err := s.serve(t)
	wantCode(t, err, guild.CodeInvalid, "the master key is missing")
	if _, err := os.Lstat(key); !os.IsNotExist(err) {
		t.Errorf("the start left a key: %v", err)
	}
	s.config["master_key"] = strings.Repeat("ab", 32)
	_, err = s.serve(t)
	wantCode(t, err, guild.CodeInvalid, "does not open this database")
}

// callWorks says whether a daemon of the site can use the credential that it
// stores.
func (s *site) callWorks(t *testing.T, login string) {
	t.Helper()
	r := s.mustServe(t)
	result, err := r.api.CallTool(t.Context(), login, api.ToolCall{Name: "echo", Arguments: map[string]any{"message": "x"}}, nil)
	if err != nil || result.Text != "x" {
		t.Errorf("a call with the stored credential: %+v (%v)", result, err)
	}
	r.mustStop(t)
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestRekeyReplacesTheKeyFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, url := startTools(t)
	r := s.mustServe(t)
	login := r.connect(t, url)
	_, err := s.run(t, "rekey")
	wantCode(t, err, guild.CodeConflict, "already runs")
	r.mustStop(t)

	key := filepath.Join(s.state(), "master.key")
	old := read(t, key)
	_, err = s.run(t, "rekey", "--new-key-file", key)
	wantCode(t, err, guild.CodeInvalid, "leave --new-key-file out")
	out, err := s.run(t, "rekey")
	if err != nil || out != "sealed 1 credentials with the new master key\n" {
		t.Fatalf("rekey printed %q (%v)", out, err)
	}
	renewed := read(t, key)
	if renewed == old {
		t.Error("the key file holds the old key")
	}
	s.callWorks(t, login.ID)

	// Killed after its transaction, before the new key took the old one's place.
	if err := os.Rename(key, key+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	s.callWorks(t, login.ID)
	if got := read(t, key); got != renewed {
		t.Error("the next start did not put the new key in the old one's place")
	}
	if _, err := os.Lstat(key + ".new"); !os.IsNotExist(err) {
		t.Errorf("the next start left the staged key: %v", err)
	}

	// Killed before its transaction: the staged key is nobody's yet.
	if err := os.WriteFile(key+".new", []byte(hex.EncodeToString(make([]byte, 32))+"\n"), fs.FileMode(0o600)); err != nil {
		t.Fatal(err)
	}
	s.callWorks(t, login.ID)
	if got := read(t, key); got != renewed {
		t.Error("a key that was only staged took the place of the one in use")
	}
}

func TestRekeyWithAKeyOfTheOperators(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	oldKey, newKey := strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	_, err := s.run(t, "rekey")
	wantCode(t, err, guild.CodeConflict, "nothing sealed yet")
	s.config["master_key"] = oldKey
	_, url := startTools(t)
	r := s.mustServe(t)
	login := r.connect(t, url)
	r.mustStop(t)
	if _, err := os.Lstat(filepath.Join(s.state(), "master.key")); !os.IsNotExist(err) {
		t.Errorf("a box with a key of the operator's has a key file: %v", err)
	}
	_, err = s.run(t, "rekey")
	wantCode(t, err, guild.CodeInvalid, "so the new one must be given")
	file := filepath.Join(s.dir, "new.key")
	if err := os.WriteFile(file, []byte(newKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.run(t, "rekey", "--new-key-file", file); err != nil {
		t.Fatal(err)
	}
	_, err = s.serve(t)
	wantCode(t, err, guild.CodeInvalid, "does not open this database")
	s.config["master_key"] = newKey
	s.callWorks(t, login.ID)
}

func TestMigrateListsTheSteps(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.config["database_url"] = pgtest.EmptyURL(t)
	out, err := s.run(t, "migrate")
	if err != nil || !strings.Contains(out, "0001_scopes.sql\n") {
		t.Errorf("migrate printed %q (%v)", out, err)
	}
}

// Every command shows how it is used.
func TestCommandsHaveExamples(t *testing.T) {
	t.Parallel()
	root := Command()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Short == "" || !strings.Contains(cmd.Example, "guildsd") {
			t.Errorf("%s has the example %q", cmd.CommandPath(), cmd.Example)
		}
	}
}
