package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
)

type scriptKey struct{}

// script is what a script has running beside itself.
type script struct {
	daemon     *process
	everything *process
	holder     *process // keeps the database from taking calls on record
	port       string   // of server-everything
	upstreams  map[string]*mcptest.Server
	tarpits    map[string]*tarpit
	services   map[string]*oauthtest.Service
	google     *googletest.Server
	model      *modeltest.Server
	vendor     *connectortest.Vendor

	github       *githubtest.Server
	installation int64  // the last one on it
	account      string // that its visitor wants
}

func of(ts *testscript.TestScript) *script { return ts.Value(scriptKey{}).(*script) }

func (s *script) end() {
	for _, p := range []*process{s.daemon, s.everything} {
		if p != nil {
			p.signal(syscall.SIGTERM)
			_ = p.wait(20 * time.Second)
		}
	}
	if s.holder != nil {
		s.holder.signal(syscall.SIGKILL)
	}
	for _, u := range s.upstreams {
		u.Close()
	}
	for _, service := range s.services {
		service.Close()
	}
	for _, t := range s.tarpits {
		t.listener.Close()
	}
	if s.google != nil {
		s.google.Close()
	}
	if s.vendor != nil {
		s.vendor.Close()
	}
	if s.github != nil {
		s.github.Close()
	}
	if s.model != nil {
		s.model.Close()
	}
}

// process is a program in the background with what it wrote.
type process struct {
	cmd  *exec.Cmd
	out  output
	done chan error
}

// output collects what a process writes while others read it.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

func launch(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, done: make(chan error, 1)}
	cmd.Stdout, cmd.Stderr = &p.out, &p.out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { p.done <- cmd.Wait() }()
	return p, nil
}

func (p *process) signal(s os.Signal) { _ = p.cmd.Process.Signal(s) } // one that is gone needs none

func (p *process) wait(limit time.Duration) error {
	select {
	case err := <-p.done:
		p.done <- err
		return err
	case <-time.After(limit):
		p.signal(syscall.SIGKILL)
		return fmt.Errorf("still running after %s; it wrote:\n%s", limit, p.out.String())
	}
}

// await calls ready until it reports true, for a process that is starting.
func (p *process) await(ready func() bool) error {
	deadline := time.After(60 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !ready() {
		select {
		case err := <-p.done:
			p.done <- err
			return fmt.Errorf("it ended before it was ready (%v); it wrote:\n%s", err, p.out.String())
		case <-deadline:
			return fmt.Errorf("it is not ready; it wrote:\n%s", p.out.String())
		case <-tick.C:
		}
	}
	return nil
}

// daemonCommand controls guildsd:
//
//	daemon start [VAR=VALUE | flag]...   start it, and wait until it is ready;
//	                                     the word embedded leaves it to its own database
//	daemon stop                          SIGTERM, and wait for a clean end
//	daemon kill                          SIGKILL
//	daemon log                           write its log to standard output
//
// Without a variable of its own it serves from the script's own database.
func daemonCommand(ts *testscript.TestScript, neg bool, args []string) {
	s := of(ts)
	switch args[0] {
	case "start":
		ts.Check(s.startDaemon(ts, args[1:]))
	case "stop":
		s.daemon.signal(syscall.SIGTERM)
		if err := s.daemon.wait(60 * time.Second); (err != nil) != neg {
			ts.Fatalf("guildsd ended with %v; it wrote:\n%s", err, s.daemon.out.String())
		}
	case "kill":
		s.daemon.signal(syscall.SIGKILL)
		_ = s.daemon.wait(10 * time.Second)
	case "log":
		fmt.Fprint(ts.Stdout(), s.daemon.out.String())
	default:
		ts.Fatalf("daemon does not know %s", args[0])
	}
}

func (s *script) startDaemon(ts *testscript.TestScript, args []string) (err error) {
	cmd := exec.Command(filepath.Join(bin, "guildsd"))
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = []string{
		"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME"), "GUILDS_STATE_DIR=" + ts.Getenv("GUILDS_STATE_DIR"),
		"GUILDS_SOCKET=" + ts.Getenv("GUILDS_SOCKET"), "GUILDS_LOG_LEVEL=debug", "GUILDS_DATABASE_URL=" + ts.Getenv("DATABASE"),
	}
	for _, arg := range args {
		switch {
		case arg == "embedded":
			cmd.Env = append(cmd.Env, "GUILDS_DATABASE_URL=")
		case strings.HasPrefix(arg, "-"):
			cmd.Args = append(cmd.Args, arg)
		default:
			cmd.Env = append(cmd.Env, arg)
		}
	}
	if s.daemon, err = launch(cmd); err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", ts.Getenv("GUILDS_SOCKET"))
	}}}
	return s.daemon.await(func() bool {
		resp, err := client.Get("http://guildsd/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
}

// everythingCommand controls the reference server-everything:
//
//	everything start     on a free port; EVERYTHING_URL is its address
//	everything restart   end it, and start it on the same port
//	everything stop
func everythingCommand(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	if args[0] != "start" {
		s.everything.signal(syscall.SIGKILL)
		_ = s.everything.wait(10 * time.Second)
	}
	if args[0] == "stop" {
		return
	}
	if args[0] == "start" {
		s.port = freePort(ts)
		ts.Setenv("EVERYTHING_URL", "http://127.0.0.1:"+s.port+"/mcp")
	}
	root, err := filepath.Abs("../..")
	ts.Check(err)
	entry := filepath.Join(root, ".cache/everything/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if _, err := os.Stat(entry); err != nil {
		ts.Fatalf("server-everything is not installed; run scripts/deps")
	}
	cmd := exec.Command("node", "--require", filepath.Join(root, "scripts/loopback.cjs"), entry, "streamableHttp")
	cmd.Env = append(os.Environ(), "PORT="+s.port)
	s.everything, err = launch(cmd)
	ts.Check(err)
	ts.Check(s.everything.await(func() bool { return strings.Contains(s.everything.out.String(), "listening on port") }))
}

func freePort(ts *testscript.TestScript) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// upstreamCommand controls small MCP servers of our own, which can do what the
// reference server cannot:
//
//	upstream start NAME [header=NAME] [value=VALUE]   NAME_URL is its address
//	upstream tarpit NAME                              a server that takes requests and never answers
//	upstream waiting NAME                             wait until the tarpit has a request
//	upstream calls NAME TOOL N                        fails unless TOOL was called N times
//	upstream running NAME                             wait until a call of slow works
//	upstream stopped NAME                             wait until one was cancelled
//	upstream add NAME TOOL                            list one more tool, and say so
//	upstream stop NAME
func upstreamCommand(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	name := args[1]
	u := s.upstreams[name]
	switch args[0] {
	case "start":
		ts.Setenv(strings.ToUpper(name)+"_URL", s.startUpstream(name, args[2:]))
	case "tarpit":
		ts.Setenv(strings.ToUpper(name)+"_URL", s.startTarpit(ts, name))
	case "waiting":
		ts.Check(within(s.tarpits[name].asked))
	case "calls":
		want, err := strconv.Atoi(args[3])
		ts.Check(err)
		if got := u.Calls(args[2]); got != want {
			ts.Fatalf("%s was called %d times, want %d", args[2], got, want)
		}
	case "running":
		ts.Check(within(u.Started()))
	case "stopped":
		ts.Check(within(u.Stopped()))
	case "add":
		u.AddTool(args[2])
	case "stop":
		u.Close()
	default:
		ts.Fatalf("upstream does not know %s", args[0])
	}
}

func (s *script) startUpstream(name string, args []string) string {
	var o mcptest.Options
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		switch key {
		case "header":
			o.Header = value
		case "value":
			o.Value = value
		}
	}
	if s.upstreams == nil {
		s.upstreams = map[string]*mcptest.Server{}
	}
	s.upstreams[name] = mcptest.New(o)
	return s.upstreams[name].Start()
}

// tarpit is a server that takes requests and never answers.
type tarpit struct {
	listener net.Listener
	asked    chan struct{}
}

func (s *script) startTarpit(ts *testscript.TestScript, name string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	t := &tarpit{listener: l, asked: make(chan struct{}, 64)}
	if s.tarpits == nil {
		s.tarpits = map[string]*tarpit{}
	}
	s.tarpits[name] = t
	go http.Serve(l, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.asked <- struct{}{}
		<-r.Context().Done()
	}))
	return "http://" + l.Addr().String() + "/mcp"
}

func within(c <-chan struct{}) error {
	select {
	case <-c:
		return nil
	case <-time.After(30 * time.Second):
		return errors.New("it did not happen within 30 s")
	}
}
