package connection_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
)

// spend makes the MCP server refuse the token that the login holds now, as it does
// one that has expired.
func (b *loginBox) spend() {
	sent := b.service.Bearers()
	spent := "Bearer " + sent[len(sent)-1]
	b.service.Refuse(func(w http.ResponseWriter, r *http.Request) bool {
		return r.Header.Get("Authorization") == spent && b.service.Unauthorized(w, r)
	})
}

// refreshes returns how often the token endpoint was asked for a refresh.
func (b *loginBox) refreshes() int { return b.service.Count("refresh_token") }

// wantStatus fails the test where the login stands elsewhere, or was refreshed
// another number of times.
func (b *loginBox) wantStatus(t testing.TB, id guild.ID, want connection.Status, refreshes int) {
	t.Helper()
	if got := b.read(t, id).Status; got != want {
		t.Errorf("the login is %s, want %s", got, want)
	}
	if got := b.refreshes(); got != refreshes {
		t.Errorf("it was refreshed %d times, want %d", got, refreshes)
	}
}

// callAtOnce makes calls side by side, on one daemon after the other.
func callAtOnce(t *testing.T, n int, id guild.ID, daemons ...*connection.Logins) {
	t.Helper()
	answers := make(chan string)
	for i := range n {
		go func() {
			message := fmt.Sprintf("call %d", i)
			r, err := daemons[i%len(daemons)].Call(t.Context(), connection.Call{
				Connection: id, Tool: "tools_echo", Arguments: []byte(`{"message":"` + message + `"}`), Caller: "test",
			})
			if err != nil || r.Result != message {
				answers <- fmt.Sprintf("%s answered %q (%v)", message, r.Result, err)
				return
			}
			answers <- ""
		}()
	}
	for range n {
		if wrong := <-answers; wrong != "" {
			t.Error(wrong)
		}
	}
}

// TestCase01ParallelCallsRefreshOnce lets a real token expire under 32 calls.
func TestCase01ParallelCallsRefreshOnce(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{Lifetime: 4})
	c := b.login(t)
	b.works(t, c.ID)
	if b.refreshes() != 0 {
		t.Fatal("the token was refreshed before its time")
	}
	<-time.After(4 * time.Second) // the token's life
	callAtOnce(t, 32, c.ID, b.logins)
	b.wantStatus(t, c.ID, connection.Connected, 1)
}

// TestCase01AcrossDaemons is about daemons that share a database.
func TestCase01AcrossDaemons(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	other := b.otherDaemon(t)
	callAtOnce(t, 2, c.ID, b.logins, other) // both hold the token now
	for round := 1; round <= 3; round++ {
		b.spend()
		callAtOnce(t, 32, c.ID, b.logins, other)
		b.wantStatus(t, c.ID, connection.Connected, round)
	}
}

// TestCase02OfflineTokenEndpoint is about a blip: the login stands, and the next
// call works.
func TestCase02OfflineTokenEndpoint(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]oauthtest.Fault{
		"hangs up": hangUp,
		"HTTP 503": func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		},
		"HTTP 500 with invalid_grant": func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, `{"error":"invalid_grant"}`)
			return true
		},
		"a page of what stands before it": func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, "<html>blocked</html>")
			return true
		},
		"a page with HTTP 200": func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, "<html>hello</html>"); return true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newLoginBox(t, oauthtest.Options{})
			c := b.login(t)
			before, err := b.db.Login(t.Context(), c.ID)
			if err != nil {
				t.Fatal(err)
			}
			b.spend()
			b.service.Break(func(w http.ResponseWriter, r *http.Request) bool { return r.URL.Path == "/token" && fault(w, r) })
			b.fails(t, c.ID, b.service.Issuer)
			after, err := b.db.Login(t.Context(), c.ID)
			if err != nil || after.Status != connection.Connected || string(after.Sealed) != string(before.Sealed) {
				t.Errorf("the login is now %+v (%v)", after.Connection, err)
			}
			b.service.Break(nil)
			b.works(t, c.ID)
			b.wantStatus(t, c.ID, connection.Connected, 2)
		})
	}
}

// TestCase03RevokedGrant ends the login at the first refusal: nothing more is sent
// with the old token, the end of its session included.
func TestCase03RevokedGrant(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.works(t, c.ID)
	if err := b.service.Revoke(); err != nil {
		t.Fatal(err)
	}
	sent := make(chan string, 100)
	b.service.Refuse(func(_ http.ResponseWriter, r *http.Request) bool {
		// The session's own stream may be asked for at any time before its end.
		if r.Header.Get("Authorization") != "" && r.Method != http.MethodGet {
			sent <- r.Method
		}
		return false
	})
	b.fails(t, c.ID, "the login tools at acme has ended")
	b.wantStatus(t, c.ID, connection.Disconnected, 1)
	_, err := b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "tools_echo"})
	wantCode(t, err, guild.CodeConflict, "is disconnected")
	wantCode(t, b.logins.Sync(t.Context(), c.ID), guild.CodeConflict, "is disconnected")
	if err := b.logins.RefreshIdle(t.Context()); err != nil {
		t.Error(err)
	}
	if err := b.pool.Close(t.Context()); err != nil {
		t.Error(err)
	}
	close(sent)
	var methods []string
	for method := range sent {
		methods = append(methods, method)
	}
	if len(methods) != 1 {
		t.Errorf("the old token was sent with %v; want the one call that was refused", methods)
	}
	b.wantStatus(t, c.ID, connection.Disconnected, 1)
}

// A refusal reaches everybody who waits, and is asked for once.
func TestCase03UnderParallelCalls(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.works(t, c.ID)
	if err := b.service.Revoke(); err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for range 16 {
		go func() {
			r, err := b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "tools_echo", Arguments: []byte(`{"message":"x"}`)})
			if err == nil && !r.Failed {
				t.Errorf("a call on a revoked login answered %q", r.Result)
			}
			errs <- err
		}()
	}
	for range 16 {
		<-errs
	}
	b.wantStatus(t, c.ID, connection.Disconnected, 1)
}

// TestCase04SilentRefreshFirst is about a token whose life nobody told: the 401 is
// answered by a refresh, and the call runs once.
func TestCase04SilentRefreshFirst(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	b.service.Untold()
	c := b.login(t)
	b.spend()
	b.works(t, c.ID)
	b.wantStatus(t, c.ID, connection.Connected, 1)
	if n := b.service.MCP.Calls("echo"); n != 1 {
		t.Errorf("the tool ran %d times, want once", n)
	}
}

// TestCase05RestartAfterARefusal begins anew over the same database.
func TestCase05RestartAfterARefusal(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	if err := b.service.Revoke(); err != nil {
		t.Fatal(err)
	}
	b.fails(t, c.ID, "has ended")
	again := b.otherDaemon(t)
	b.sql(t, "update mcp_connections set refreshed_at = now() - interval '2 days'")
	if err := again.RefreshIdle(t.Context()); err != nil {
		t.Error(err)
	}
	if again.Freshen(t.Context(), b.all(t)) {
		t.Error("a disconnected login was listed")
	}
	_, err := again.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "tools_echo"})
	wantCode(t, err, guild.CodeConflict, "is disconnected")
	b.wantStatus(t, c.ID, connection.Disconnected, 1)
}

// A rotated refresh token serves once: each refresh works only where the one before
// stored what it got.
func TestRotationIsStored(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	for round := 1; round <= 3; round++ {
		b.spend()
		b.works(t, c.ID)
		b.wantStatus(t, c.ID, connection.Connected, round)
	}
	b.spend()
	if err := b.otherDaemon(t).Sync(t.Context(), c.ID); err != nil {
		t.Error(err)
	}
	b.wantStatus(t, c.ID, connection.Connected, 4)
}

// A caller who goes away must not cost the token that the server has rotated.
func TestRefreshOutlivesItsCaller(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.spend()
	asked, answer := make(chan struct{}), make(chan struct{})
	b.service.Break(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/token" {
			close(asked)
			<-answer
		}
		return false
	})
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() {
		_, err := b.logins.Call(ctx, connection.Call{Connection: c.ID, Tool: "tools_echo", Arguments: []byte(`{"message":"x"}`)})
		gone <- err
	}()
	<-asked
	leave()
	<-gone
	b.service.Break(nil)
	close(answer)
	b.works(t, c.ID)
	b.wantStatus(t, c.ID, connection.Connected, 1)
}

func TestNoRefreshToken(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{NoRefresh: true})
	c := b.login(t)
	b.works(t, c.ID)
	b.spend()
	b.fails(t, c.ID, "HTTP 401")
	b.wantStatus(t, c.ID, connection.Disconnected, 0)
}

// A token that is refused although it was just refreshed is the MCP server's fault,
// and ends nothing.
func TestRefusedAfterARefresh(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.service.Refuse(b.service.Unauthorized)
	b.fails(t, c.ID, "HTTP 401")
	b.wantStatus(t, c.ID, connection.Connected, 1)
	b.service.Refuse(nil)
	b.works(t, c.ID)
}

func TestMissingScope(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.service.Refuse(b.service.Insufficient("default files"))
	b.fails(t, c.ID, "asks for the scope files, which the login tools at acme was not granted", "it takes a new login")
	b.wantStatus(t, c.ID, connection.Connected, 0)

	b.service.Refuse(nil)
	b.disconnect(t, c.ID)
	a := b.attempt(t)
	a.Scopes = []string{"files"}
	begun, err := b.logins.Begin(t.Context(), a)
	if err != nil || !strings.Contains(begun.AuthorizationURL, "files") {
		t.Fatalf("the browser is sent to %s (%v)", begun.AuthorizationURL, err)
	}
	if _, err := b.logins.Complete(t.Context(), begun.State, b.follow(t, begun, false)); err != nil {
		t.Fatal(err)
	}
	b.works(t, c.ID)
}

func TestIdleLoginIsRefreshed(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	idle := func(want int) {
		t.Helper()
		if err := b.logins.RefreshIdle(t.Context()); err != nil {
			t.Error(err)
		}
		b.wantStatus(t, c.ID, connection.Connected, want)
	}
	idle(0)
	b.sql(t, "update mcp_connections set refreshed_at = now() - interval '25 hours'")
	idle(1)
	idle(1)
	b.works(t, c.ID)
}
