package connection_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/pkg/api"
)

// redirectURI is where the box's browser logins end in these tests. Nothing listens
// there: what the browser brings is handed to Complete.
const redirectURI = "http://127.0.0.1:8976/api/mcp/oauth/callback"

// loginBox is a box with one connector whose logins are made in a browser.
type loginBox struct {
	*box
	service  *oauthtest.Service
	row      connector.Server
	redirect string
}

func newLoginBox(t testing.TB, o oauthtest.Options) *loginBox {
	t.Helper()
	b := &loginBox{box: newBox(t), redirect: redirectURI}
	client := egress.NewClient(egress.Options{})
	b.logins.HTTP = func(bool) *http.Client { return client }
	b.logins.Variable = func(string) string { return "" }
	var err error
	if b.service, err = oauthtest.Start(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.service.Close)
	b.row = pgtest.AddServer(t, b.db.DB, connector.Server{Slug: "tools", URL: b.service.URL, Auth: connector.AuthOAuth})
	return b
}

// begin begins a login at acme, over the one that is there.
func (b *loginBox) begin(t testing.TB) connection.Begun {
	t.Helper()
	begun, err := b.logins.Begin(t.Context(), b.attempt(t))
	if err != nil {
		t.Fatal(err)
	}
	return begun
}

func (b *loginBox) attempt(t testing.TB) connection.Attempt {
	t.Helper()
	a := connection.Attempt{Row: b.row, Scope: b.acme, RedirectURI: b.redirect}
	if there := b.all(t); len(there) > 0 {
		a.Existing = &there[0]
	}
	return a
}

// all returns every login of the box.
func (b *box) all(t testing.TB) []connection.Connection {
	t.Helper()
	rows, err := b.db.Connections(t.Context(), postgres.ConnectionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// follow goes through a login as the operator's browser does, and returns what it
// brings back.
func (b *loginBox) follow(t testing.TB, begun connection.Begun, decline bool) url.Values {
	t.Helper()
	end, err := oauthtest.Follow(begun.AuthorizationURL, api.CompleteLogin.Path, decline)
	if err != nil {
		t.Fatal(err)
	}
	return end.Query()
}

// login makes a login at acme.
func (b *loginBox) login(t testing.TB) connection.Connection {
	t.Helper()
	begun := b.begin(t)
	done, err := b.logins.Complete(t.Context(), begun.State, b.follow(t, begun, false))
	if err != nil {
		t.Fatal(err)
	}
	return done.Connection
}

// disconnect ends a login as its server would.
func (b *loginBox) disconnect(t testing.TB, id guild.ID) {
	t.Helper()
	stored, err := b.db.Login(t.Context(), id)
	if err == nil {
		err = b.db.MarkDisconnected(t.Context(), id, stored.Epoch)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// works fails the test where a call on the login fails.
func (b *loginBox) works(t testing.TB, id guild.ID) {
	t.Helper()
	if r := b.call(t, id, "tools_echo", `{"message":"hello"}`); r.Failed || r.Result != "hello" {
		t.Errorf("a call answered %q", r.Result)
	}
}

// fails makes a call that must fail with these words.
func (b *loginBox) fails(t testing.TB, id guild.ID, words ...string) {
	t.Helper()
	r := b.call(t, id, "tools_echo", `{"message":"hello"}`)
	for _, w := range words {
		if !r.Failed || !strings.Contains(r.Result, w) {
			t.Errorf("a call answered %q; want a failure with %q", r.Result, w)
		}
	}
}

// bindings returns how many bindings there are.
func (b *loginBox) bindings(t testing.TB) (n int) {
	t.Helper()
	b.sql(t, "select count(*) from bindings where catalog_kind = 'mcp'", &n)
	return n
}

// sql runs one statement on the box's database and reads its row into to.
func (b *loginBox) sql(t testing.TB, statement string, to ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), b.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if len(to) == 0 {
		_, err = conn.Exec(t.Context(), statement)
	} else {
		err = conn.QueryRow(t.Context(), statement).Scan(to...)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// otherDaemon returns the logins of another daemon on the same database.
func (b *loginBox) otherDaemon(t testing.TB) *connection.Logins {
	t.Helper()
	pool := mcpclient.New(mcpclient.Options{Logger: b.logins.Log})
	t.Cleanup(func() { _ = pool.Close(t.Context()) }) // the test is over, and so is ctx
	return &connection.Logins{
		Store: b.db, Sessions: pool, Sealer: b.logins.Sealer, Log: b.logins.Log, Upstream: b.logins.Upstream,
		HTTP: b.logins.HTTP, Variable: b.logins.Variable, PublicURL: b.logins.PublicURL,
	}
}

func TestLoginInABrowser(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	if c := begun.Connection; c.Status != connection.Pending || c.LoginUntil == nil || b.bindings(t) != 0 {
		t.Errorf("the login that was begun is %+v", c)
	}
	asked, err := url.Parse(begun.AuthorizationURL)
	if err != nil {
		t.Fatal(err)
	}
	q := asked.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("resource") != b.service.URL || q.Get("redirect_uri") != redirectURI || q.Get("scope") != "default offline_access" {
		t.Errorf("the browser is sent to %s", begun.AuthorizationURL)
	}
	done, err := b.logins.Complete(t.Context(), begun.State, b.follow(t, begun, false))
	c := done.Connection
	if err != nil || c.ID != begun.Connection.ID || c.Status != connection.Connected || c.LoginUntil != nil || c.Tools == 0 || b.bindings(t) != 1 {
		t.Fatalf("the login is %+v (%v), with %d bindings", c, err, b.bindings(t))
	}
	b.works(t, c.ID)
	leak := b.call(t, c.ID, "tools_leak", "")
	if n := strings.Count(leak.Result, "[redacted:tools]"); n != 6 {
		t.Errorf("the result has %d marks; want one for each of 6 forms:\n%s", n, leak.Result)
	}
	if n := b.service.Count("/register"); n != 1 {
		t.Errorf("the box registered %d times; want once", n)
	}
	_, err = b.logins.Begin(t.Context(), b.attempt(t))
	wantCode(t, err, guild.CodeConflict, "already connected")
}

// A callback that does not end in a login leaves nothing of a new one.
func TestCallbackThatIsRefused(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	for _, tc := range []struct {
		name    string
		decline bool
		change  func(url.Values)
		code    guild.Code
		words   string
	}{
		{"declined", true, func(url.Values) {}, guild.CodeRejected, "the operator said no"},
		{"a code that was never given", false, func(q url.Values) { q.Set("code", "made-up") }, guild.CodeRejected, "invalid_grant"},
		{"the issuer of another server", false, func(q url.Values) { q.Set("iss", "https://other.test") }, guild.CodeDenied, "comes from https://other.test"},
		{"no issuer", false, func(q url.Values) { q.Del("iss") }, guild.CodeDenied, "does not say that it comes from"},
		{"the state of another login", false, func(q url.Values) { q.Set("state", "another") }, guild.CodeDenied, "belongs to another login"},
		{"neither code nor error", false, func(q url.Values) { q.Del("code") }, guild.CodeUpstream, "neither a code nor an error"},
	} {
		begun := b.begin(t)
		q := b.follow(t, begun, tc.decline)
		tc.change(q)
		_, err := b.logins.Complete(t.Context(), begun.State, q)
		t.Log(tc.name)
		wantCode(t, err, tc.code, tc.words)
		if left := b.all(t); len(left) != 0 {
			t.Errorf("it left %+v", left)
		}
	}
	b.works(t, b.login(t).ID)
}

// A state that nobody has is not found, and takes nothing from the login that is
// on its way.
func TestWrongState(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	q := b.follow(t, begun, false)
	_, err := b.logins.Complete(t.Context(), "A-STATE-OF-NOBODY", q)
	wantCode(t, err, guild.CodeNotFound, "was never begun")
	if _, err := b.logins.Complete(t.Context(), begun.State, q); err != nil {
		t.Error(err)
	}
}

func TestReplayedCallback(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	q := b.follow(t, begun, false)
	done, err := b.logins.Complete(t.Context(), begun.State, q)
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.logins.Complete(t.Context(), begun.State, q)
	wantCode(t, err, guild.CodeNotFound, "was completed already")
	if n := b.service.Count("authorization_code"); n != 1 {
		t.Errorf("the code was exchanged %d times; a second time would end the login", n)
	}
	b.works(t, done.Connection.ID)
}

// Many browsers at once with one callback make one login of it.
func TestConcurrentCallbacks(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	q := b.follow(t, begun, false)
	errs := make(chan error)
	for range 8 {
		go func() {
			_, err := b.logins.Complete(t.Context(), begun.State, q)
			errs <- err
		}()
	}
	made := 0
	for range 8 {
		if err := <-errs; err == nil {
			made++
		} else {
			wantCode(t, err, guild.CodeNotFound)
		}
	}
	if made != 1 {
		t.Errorf("%d of them made the login; want 1", made)
	}
	b.works(t, begun.Connection.ID)
}

// A retry leaves a disconnected login what it was until it succeeds.
func TestRetryOverADisconnectedLogin(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.disconnect(t, c.ID)
	begun := b.begin(t)
	if begun.Connection.ID != c.ID || begun.Connection.Status != connection.Disconnected {
		t.Errorf("the retry is %+v", begun.Connection)
	}
	_, err := b.logins.Complete(t.Context(), begun.State, b.follow(t, begun, true))
	wantCode(t, err, guild.CodeRejected, "the operator said no")
	now := b.read(t, c.ID)
	if now.Status != connection.Disconnected || now.LoginUntil != nil || b.bindings(t) != 1 {
		t.Errorf("after a declined retry the login is %+v, with %d bindings", now, b.bindings(t))
	}
	if again := b.login(t); again.ID != c.ID || again.Status != connection.Connected {
		t.Errorf("after another retry the login is %+v", again)
	}
	b.works(t, c.ID)
}

func TestCancelledLogin(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	q := b.follow(t, begun, false)
	if err := b.logins.Cancel(t.Context(), begun.Connection.ID); err != nil {
		t.Fatal(err)
	}
	if left := b.all(t); len(left) != 0 {
		t.Errorf("it left %+v", left)
	}
	_, err := b.logins.Complete(t.Context(), begun.State, q)
	wantCode(t, err, guild.CodeNotFound)
}

func TestExpiredLoginIsSwept(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	q := b.follow(t, begun, false)
	if n, err := b.db.SweepFlows(t.Context()); n != 0 || err != nil {
		t.Errorf("%d logins that are on their way were swept (%v)", n, err)
	}
	b.sql(t, "update oauth_flows set expires_at = now() - interval '1 second'")
	_, err := b.logins.Complete(t.Context(), begun.State, q)
	wantCode(t, err, guild.CodeNotFound, "has expired")
	if n, err := b.db.SweepFlows(t.Context()); n != 1 || err != nil || len(b.all(t)) != 0 {
		t.Errorf("%d logins were swept (%v); %v are left", n, err, b.all(t))
	}
}

// A server that goes down while the operator is in the browser costs the login,
// and leaves nothing of it.
func TestServerDownInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, down := range map[string]func(*loginBox, oauthtest.Fault){
		"the authorization server": func(b *loginBox, f oauthtest.Fault) { b.service.Break(f) },
		"the MCP server":           func(b *loginBox, f oauthtest.Fault) { b.service.Refuse(f) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newLoginBox(t, oauthtest.Options{})
			begun := b.begin(t)
			q := b.follow(t, begun, false)
			down(b, hangUp)
			_, err := b.logins.Complete(t.Context(), begun.State, q)
			if code := guild.CodeOf(err); code != guild.CodeUnavailable && code != guild.CodeUpstream {
				t.Errorf("the callback came to %v", err)
			}
			if left := b.all(t); len(left) != 0 {
				t.Errorf("it left %+v", left)
			}
			down(b, nil)
			b.works(t, b.login(t).ID)
		})
	}
}

// hangUp is the Fault of a server that is going down.
func hangUp(w http.ResponseWriter, _ *http.Request) bool {
	panic(http.ErrAbortHandler)
}

func TestLoginIsSealed(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	stored, err := b.db.Login(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range b.service.Given() {
		if bytes.Contains(stored.Sealed, []byte(secret)) {
			t.Errorf("the credential is stored as %q", stored.Sealed)
		}
	}
	if diff := cmp.Diff(b.names(t, c.ID), []string{"tools_add", "tools_big", "tools_echo", "tools_fail", "tools_image", "tools_leak", "tools_slow"}); diff != "" {
		t.Error(diff)
	}
}
