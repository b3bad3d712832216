package connection_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// clashing are two names that are one name when they are spelt with the characters
// that a name may hold, and have one hash as well.
var clashing = [2]string{",/:+......", ".!,++....."}

// One tool that cannot be offered or stored costs the others nothing.
func TestABadToolIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]string{
		"a schema that is none of an object": `{"name":"bad","inputSchema":{"type":"string"}}`,
		"a schema that accepts nothing":      `{"name":"bad","inputSchema":{"not":{}}}`,
		"a name that cannot be stored":       `{"name":"bad\u0000","inputSchema":{"type":"object"}}`,
		"names that cannot be told apart":    plainTool(clashing[0]) + "," + plainTool(clashing[1]),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t)
			_, url := startFake(t, plainTool("one"), bad, plainTool("two"))
			c := b.connect(t, b.server(t, url))
			if diff := cmp.Diff([]string{"tools_one", "tools_two"}, b.names(t, c.ID)); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			if !b.log.holds("left out") {
				t.Error("the log says nothing of the tool that is left out")
			}
		})
	}
}

func TestAToolThatServersWriteLooselyIsKept(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	_, url := startFake(t, `{"name":"bare"}`,
		`{"name":"odd","title":"a\u0000b","description":"`+"\xff"+`","inputSchema":{"type":"object","title":"`+"\xe9"+`"},"annotations":{"title":"`+"\xe9"+`"}}`)
	c := b.connect(t, b.server(t, url))
	if diff := cmp.Diff([]string{"tools_bare", "tools_odd"}, b.names(t, c.ID)); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	bare, err := b.db.Tool(t.Context(), c.ID, "tools_bare")
	if err != nil || string(bare.InputSchema) != `{"type":"object"}` || bare.Annotations != nil {
		t.Errorf("a tool without a schema is stored as %+v (%v)", bare, err)
	}
}

func TestNamesDoNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("q.a"), plainTool("q_a"))
	c := b.connect(t, b.server(t, url))
	remote := func() map[string]string {
		tools, err := b.db.Tools(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, tool := range tools {
			out[tool.Name] = tool.RemoteName
		}
		return out
	}
	first := remote()
	if len(first) != 2 {
		t.Fatalf("the tools are %v; want two names", first)
	}
	f.set(func(f *fake) { f.listed[0], f.listed[1] = f.listed[1], f.listed[0] })
	if err := b.logins.Sync(t.Context(), c.ID); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, remote()); diff != "" {
		t.Errorf("another order (-first +second):\n%s", diff)
	}
}

func TestDefaultOffToolsGetAnOverlay(t *testing.T) {
	t.Parallel()
	_, url := startFake(t, plainTool("read"), plainTool("reSend"))
	b := newBox(t, connector.Connector{
		Slug: "mail", Name: "Mail", URL: url, Auth: connector.AuthToken, DefaultOff: []string{"*send*"},
		Fields: []connector.Field{{Name: "token", Label: "Key", Secret: true}}, Header: connector.Header{Name: "Authorization", Scheme: "Bearer"},
	})
	b.connect(t, b.seeded(t, "mail"))
	rows, err := b.db.Bindings(t.Context(), b.acme.ID, "")
	if err != nil || len(rows) != 2 || rows[1].CatalogID != "mail_reSend" || rows[1].Enabled {
		t.Errorf("the bindings are %+v (%v)", rows, err)
	}
}

// A listing that fails keeps the tools, and says why without the credential.
func TestAFailedListingKeepsTheTools(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	c := b.connect(t, b.server(t, url))
	f.set(func(f *fake) { f.refusal, f.said = 500, `{"message":"`+canary+` broke me\u0000"}` })
	wantCode(t, b.logins.Sync(t.Context(), c.ID), guild.CodeUpstream, "broke me")
	after := b.read(t, c.ID)
	if after.Status != connection.Connected || !strings.Contains(after.ListError, "broke me") || strings.Contains(after.ListError, canary) {
		t.Errorf("after a failed listing the login is %+v", after)
	}
	if diff := cmp.Diff([]string{"tools_one"}, b.names(t, c.ID)); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	if !b.log.holds("listing failed") || b.log.holds(canary) {
		t.Error("the log does not say that the listing failed, or shows the credential")
	}
	f.set(func(f *fake) { f.refusal = 0 })
	if err := b.logins.Sync(t.Context(), c.ID); err != nil {
		t.Fatal(err)
	}
	if after := b.read(t, c.ID); after.ListError != "" {
		t.Errorf("after a good listing the login still says %q", after.ListError)
	}
}

func TestARefusedListing(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]connection.Status{401: connection.Disconnected, 403: connection.Connected} {
		b := newBox(t)
		f, url := startFake(t, plainTool("one"))
		c := b.connect(t, b.server(t, url))
		f.set(func(f *fake) { f.refusal = status })
		wantCode(t, b.logins.Sync(t.Context(), c.ID), guild.CodeRejected)
		if after := b.read(t, c.ID); after.Status != want {
			t.Errorf("after HTTP %d the login is %s; want %s", status, after.Status, want)
		}
	}
}

// Freshen tries what no longer serves. The login of each case is none of the
// box's, so that trying it costs nothing.
func TestFreshenTriesWhatNoLongerServes(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	at := func(from time.Duration) *time.Time { then := time.Now().Add(from); return &then }
	for _, tt := range []struct {
		name  string
		login connection.Connection
		want  bool
	}{
		{"still serves", connection.Connection{Status: connection.Connected, FreshUntil: at(time.Minute)}, false},
		{"served", connection.Connection{Status: connection.Connected, FreshUntil: at(-time.Second)}, true},
		{"was told of a change", connection.Connection{Status: connection.Connected}, true},
		{"failed just now", connection.Connection{Status: connection.Connected, FreshUntil: at(-time.Second), ListError: "x", TriedAt: at(-50 * time.Second)}, false},
		{"failed a minute ago", connection.Connection{Status: connection.Connected, ListError: "x", TriedAt: at(-61 * time.Second)}, true},
		{"disconnected", connection.Connection{Status: connection.Disconnected, FreshUntil: at(-time.Second)}, false},
		{"pending", connection.Connection{Status: connection.Pending}, false},
	} {
		tt.login.ID = guild.NewID()
		if got := b.logins.Freshen(t.Context(), []connection.Connection{tt.login}); got != tt.want {
			t.Errorf("%s: tried %t; want %t", tt.name, got, tt.want)
		}
	}
}

// A server may shorten the ten minutes, and never lengthen them.
func TestAServersTTL(t *testing.T) {
	t.Parallel()
	for ttl, want := range map[time.Duration]time.Duration{30 * time.Second: 30 * time.Second, time.Hour: connection.FreshFor} {
		b := newBox(t)
		_, url := startReal(t, mcptest.Options{Stateless: true, TTL: ttl})
		c := b.connect(t, b.server(t, url))
		if got := c.FreshUntil.Sub(*c.ListedAt); got != want {
			t.Errorf("a listing with the TTL %s serves for %s; want %s", ttl, got, want)
		}
		if c.Revision != "2026-07-28" {
			t.Errorf("the revision is %q", c.Revision)
		}
	}
}

func TestAChangedListIsListedAgain(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	server, url := startReal(t, mcptest.Options{})
	c := b.connect(t, b.server(t, url))
	b.call(t, c.ID, "echo", `{"message":"x"}`) // opens the session that listens
	// The server's own stream opens beside the call: until it is there, a notice
	// finds nobody, so they are sent until one arrives.
	for told := false; !told; {
		server.AddTool("more")
		select {
		case id := <-b.stale:
			told = true
			if id != c.ID {
				t.Errorf("the login %s is stale; want %s", id, c.ID)
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
	stale := b.read(t, c.ID)
	if !b.logins.Freshen(t.Context(), []connection.Connection{stale}) {
		t.Error("a login whose server changed was not listed again")
	}
	if _, err := b.db.Tool(t.Context(), c.ID, "tools_more"); err != nil {
		t.Errorf("the new tool: %v", err)
	}
}

// Whoever asks while a login is being listed waits for that listing.
func TestSyncIsOneListingForAll(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	c := b.connect(t, b.server(t, url))
	release := make(chan any)
	f.set(func(f *fake) {
		f.lists = 0
		f.held = func(method string) <-chan any {
			if method == "tools/list" {
				return release
			}
			return nil
		}
	})
	const callers = 16
	errs := make(chan error)
	for range callers {
		go func() { errs <- b.logins.Sync(t.Context(), c.ID) }()
	}
	for tick := time.Tick(10 * time.Millisecond); waiting("(*Logins).Sync(") < callers; {
		<-tick
	}
	close(release)
	for range callers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if lists, _, _ := f.seen(); lists != 1 {
		t.Errorf("%d callers caused %d listings; want 1", callers, lists)
	}
}

// waiting counts the goroutines that wait in a select of a function, other tests'
// among them.
func waiting(function string) int {
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	n := 0
	for _, one := range strings.Split(string(stacks), "\n\n") {
		state, rest, _ := strings.Cut(one, "\n")
		if strings.Contains(state, "[select") && strings.Contains(firstLine(rest), function) {
			n++
		}
	}
	return n
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
