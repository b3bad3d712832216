package daemon_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/daemon"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// canary stands in for a prompt, a result and a request body: no report holds it.
const canary = "canary-Zq81xW4f"

// project is a Sentry project on the loopback address.
type project struct {
	dsn string

	mu        sync.Mutex
	envelopes []string
}

func newProject(t *testing.T) *project {
	t.Helper()
	p := &project{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.envelopes = append(p.envelopes, r.Method+" "+r.URL.Path+"\n"+string(body))
		fmt.Fprint(w, "{}")
	}))
	t.Cleanup(server.Close)
	p.dsn = strings.Replace(server.URL, "http://", "http://publickey@", 1) + "/7"
	return p
}

// event is what these tests read of one.
type event struct {
	Message     string
	Release     string
	Tags        map[string]string
	Fingerprint []string
	Exception   []struct {
		Type, Value string
		Stacktrace  struct {
			Frames []struct{ Function, Module, Filename string }
		}
	}
}

// events returns what was sent, each held against what may be in it.
func (p *project) events(t *testing.T) []event {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var all []event
	for _, envelope := range p.envelopes {
		for _, never := range []string{canary, host, here, "GOMAXPROCS", "goroutine"} {
			if strings.Contains(envelope, never) {
				t.Errorf("a report holds %q:\n%s", never, envelope)
			}
		}
		lines := strings.Split(strings.TrimSpace(envelope), "\n")
		if lines[0] != "POST /api/7/envelope/" {
			t.Errorf("sent with %s", lines[0])
		}
		var e event
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &e); err != nil {
			t.Fatalf("%v\n%s", err, envelope)
		}
		all = append(all, e)
	}
	return all
}

// reporting returns a log that reports to a project, what flushes it, and where its
// lines go.
func reporting(t *testing.T, dsn string) (log *slog.Logger, flush func(), lines *bytes.Buffer) {
	t.Helper()
	lines = &bytes.Buffer{}
	log, sent, err := daemon.ReportTo(dsn, slog.New(slog.NewTextHandler(lines, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return log, func() {
		if err := sent(t.Context()); err != nil {
			t.Error(err)
		}
	}, lines
}

func TestAFaultIsReportedWithoutWhatItWasAbout(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	log, flush, lines := reporting(t, p.dsn)
	fault := fmt.Errorf("asked %s: %w", canary, errors.Join(&os.PathError{Op: canary, Path: canary, Err: os.ErrNotExist}, io.EOF))
	log.With("request", "abc123", "caller", canary).Error("request failed", "error", fault, "arguments", canary)
	flush()

	events := p.events(t)
	if len(events) != 1 {
		t.Fatalf("%d reports were sent; want one", len(events))
	}
	e := events[0]
	if e.Message != "request failed" || !strings.HasPrefix(e.Release, "guildsd@") {
		t.Errorf("the report is %+v", e)
	}
	if diff := cmp.Diff(map[string]string{"request": "abc123"}, e.Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	want := []string{"request failed", "*fmt.wrapError", "*errors.joinError", "*fs.PathError", "*errors.errorString", "*errors.errorString"}
	if diff := cmp.Diff(want, e.Fingerprint); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
	last := e.Exception[len(e.Exception)-1]
	frames := last.Stacktrace.Frames
	if last.Type != "*fmt.wrapError" || len(frames) == 0 || frames[len(frames)-1].Function != "TestAFaultIsReportedWithoutWhatItWasAbout" {
		t.Errorf("the outermost is %+v", last)
	}
	for _, f := range frames {
		if !strings.HasPrefix(f.Module, "github.com/guildsbox/guilds/") || !strings.HasPrefix(f.Filename, "github.com/guildsbox/guilds/internal/") {
			t.Errorf("a frame that is not ours: %+v", f)
		}
	}
	for _, x := range e.Exception {
		if x.Value != "" {
			t.Errorf("a message is sent: %+v", x)
		}
	}
	if !strings.Contains(lines.String(), "request failed") {
		t.Errorf("the log has %q", lines)
	}
}

func explode() { panic(canary) }

func TestAPanicIsReportedWithItsFunctions(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	log, flush, _ := reporting(t, p.dsn)
	set := redact.New(redact.Secret{Name: "key", Value: canary})
	func() {
		defer func() {
			log.Error("tool call failed", "ref", "1234abcd", "error", set.Error(guild.Recovered("note_get", recover())))
		}()
		explode()
	}()
	flush()
	events := p.events(t)
	if len(events) != 1 || events[0].Tags["ref"] != "1234abcd" {
		t.Fatalf("reported %+v", events)
	}
	outermost := events[0].Exception[len(events[0].Exception)-1]
	frames := outermost.Stacktrace.Frames
	if len(frames) == 0 || frames[len(frames)-1].Function != "explode" {
		t.Errorf("the frames are %+v", frames)
	}
	if kinds := events[0].Fingerprint; !cmp.Equal(kinds, []string{"tool call failed", "*redact.masked", "*guild.Panic"}) {
		t.Errorf("the kinds are %v", kinds)
	}
}

// What is no fault of the box, and what another's code logs, stays here.
func TestOnlyFaultsAreReported(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	log, flush, lines := reporting(t, p.dsn)
	log.Error("refused", "error", guild.Errorf(guild.CodeInvalid, "no"))
	log.Error("no error at all", "text", canary)
	log.Warn("a warning", "error", io.EOF)
	slog.NewLogLogger(log.Handler(), slog.LevelError).Print("http: panic serving " + canary)
	flush()
	if events := p.events(t); len(events) != 0 {
		t.Errorf("reported %+v", events)
	}
	if n := strings.Count(lines.String(), "\n"); n != 4 {
		t.Errorf("the log has %d lines:\n%s", n, lines)
	}
}

func TestWithoutADSNTheLogIsLeftAlone(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	got, _, err := daemon.ReportTo("", log)
	if err != nil || got != log {
		t.Errorf("got another log (%v)", err)
	}
	_, _, err = daemon.ReportTo(canary, log)
	if err == nil || strings.Contains(err.Error(), canary) {
		t.Errorf("a wrong DSN: %v", err)
	}
}
