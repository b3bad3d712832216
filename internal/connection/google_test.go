package connection_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/catalog/drive"
	"github.com/guildsbox/guilds/internal/catalog/gmail"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

// google is a box with the connectors of Google, and the Google that they reach.
type google struct {
	*box
	*googletest.Server
	environment map[string]string
}

func newGoogle(t testing.TB) *google {
	t.Helper()
	s := googletest.Start(t)
	g := &google{box: newBox(t, gmail.Connector(), drive.Connector()), Server: s, environment: s.Environment()}
	g.logins.HTTP = func(bool) *http.Client { return http.DefaultClient }
	g.logins.Variable = func(name string) string { return g.environment[name] }
	g.logins.Upstream = func(string) (string, bool) { return s.URL, true }
	s.Set(func(w *googletest.World) {
		w.Files = []googletest.File{
			{ID: "mine", Name: "Invoices", Parent: googletest.RootID},
			{ID: "theirs", Name: "From a friend", Shared: true},
		}
	})
	return g
}

// login logs in with a browser at acme, from Connect to the callback.
func (g *google) login(t testing.TB, slug string) (connection.Completed, error) {
	t.Helper()
	begun, err := g.begin(t, slug)
	if err != nil {
		t.Fatal(err)
	}
	return g.logins.Complete(t.Context(), begun.State, browse(t, begun.AuthorizationURL))
}

func (g *google) begin(t testing.TB, slug string) (connection.Begun, error) {
	t.Helper()
	rows, err := g.db.Connections(t.Context(), postgres.ConnectionFilter{Server: slug})
	if err != nil {
		t.Fatal(err)
	}
	a := connection.Attempt{Row: g.seeded(t, slug), Scope: g.acme, RedirectURI: "http://127.0.0.1:1/api/mcp/oauth/callback"}
	if len(rows) > 0 {
		a.Existing = &rows[0]
	}
	return g.logins.Begin(t.Context(), a)
}

// browse follows the page at an address, and returns what the browser is sent back
// with.
func browse(t testing.TB, address string) url.Values {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	back, err := resp.Location()
	if err != nil {
		t.Fatalf("the page answers %s: %v", resp.Status, err)
	}
	return back.Query()
}

// connected logs in, and chooses a folder where it is asked for.
func (g *google) connected(t testing.TB, slug string) connection.Connection {
	t.Helper()
	done, err := g.login(t, slug)
	if err == nil && done.Pending {
		done.Connection, err = g.logins.ChooseFolder(t.Context(), done.Connection.ID, "mine")
	}
	if err != nil {
		t.Fatal(err)
	}
	return done.Connection
}

// refreshes returns the refresh tokens that were used.
func (g *google) refreshes() []string {
	var used []string
	for _, r := range g.Requests("/token") {
		if r.Form.Get("grant_type") == "refresh_token" {
			used = append(used, r.Form.Get("refresh_token"))
		}
	}
	return used
}

// bindings returns whether the connector is on at acme; nil where nothing says.
func (b *box) bindings(t testing.TB) map[string]bool {
	t.Helper()
	rows, err := b.db.Bindings(t.Context(), b.acme.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, r := range rows {
		found[r.Name] = r.Enabled
	}
	return found
}

// kept fails the test where a credential of Google stands in the log.
func (g *google) kept(t testing.TB) {
	t.Helper()
	for _, secret := range g.Secrets() {
		if g.log.holds(secret) {
			t.Errorf("the log holds %s", secret)
		}
	}
}

func TestGmailConnects(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	done, err := g.login(t, "gmail")
	c := done.Connection
	if err != nil || c.Status != connection.Connected || c.AccountHint != "someone@example.com" || done.Pending || c.NeedsFolder || c.Tools != 7 || c.ListError != "" {
		t.Fatalf("the login is %+v (%v)", c, err)
	}
	if diff := cmp.Diff(map[string]bool{"gmail": true, "gmail_send_message": false}, g.bindings(t)); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
	asked := g.Requests("/o/oauth2/v2/auth")[0].Query
	want := map[string]string{
		"access_type": "offline", "prompt": "consent", "client_id": googletest.ClientID,
		"scope": "https://www.googleapis.com/auth/gmail.readonly https://www.googleapis.com/auth/gmail.compose",
	}
	for name, value := range want {
		if asked.Get(name) != value {
			t.Errorf("the page was asked with %s=%q; want %q", name, asked.Get(name), value)
		}
	}
	if tried := g.logins.Freshen(t.Context(), []connection.Connection{c}); tried {
		t.Error("a fresh login is listed again")
	}
	g.kept(t)
}

// Every way in which a login does not come about leaves nothing behind.
func TestGoogleLoginIsRefused(t *testing.T) {
	t.Parallel()
	const compose = "https://www.googleapis.com/auth/gmail.compose"
	for _, tt := range []struct {
		name  string
		world func(*googletest.World)
		other []googletest.Refusal
		code  guild.Code
		words []string
		hint  string
	}{
		{"consent is denied", func(w *googletest.World) { w.Denies = true }, nil, guild.CodeRejected, []string{"access_denied", "declined"}, ""},
		{"a scope is unticked", func(w *googletest.World) { w.Unticked = []string{compose} }, nil, guild.CodeRejected, []string{"Gmail was not granted the permission " + compose}, "leave every permission ticked"},
		{"every scope is unticked but one", func(w *googletest.World) { w.Unticked = gmail.Connector().OAuth.Scopes[:1] }, nil, guild.CodeRejected, []string{"gmail.readonly"}, "leave every permission ticked"},
		{"no refresh token", func(w *googletest.World) { w.NoRefresh = true }, nil, guild.CodeRejected, []string{"no refresh token"}, "remove the app's access"},
		{"the client's secret is wrong", func(w *googletest.World) { w.ClientSecret = "another" }, nil, guild.CodeRejected, []string{"invalid_client"}, ""},
		{"the API is not enabled", nil, []googletest.Refusal{googletest.ServiceDisabled}, guild.CodeUnsupported, []string{"has not been used in project"}, "enable the API"},
		{"the account has no mail", nil, []googletest.Refusal{googletest.MailNotEnabled}, guild.CodeRejected, []string{"Mail service not enabled"}, "another"},
		{"too many calls", nil, []googletest.Refusal{googletest.RateLimited}, guild.CodeUnavailable, []string{"User Rate Limit"}, "try again later"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := newGoogle(t)
			if tt.world != nil {
				g.Set(tt.world)
			}
			g.Refuse("gmail.users.getProfile", tt.other...)
			_, err := g.login(t, "gmail")
			wantCode(t, err, tt.code, tt.words...)
			if rows, err := g.db.Connections(t.Context(), postgres.ConnectionFilter{}); err != nil || len(rows) != 0 {
				t.Errorf("it left %v (%v)", rows, err)
			}
			if got := g.bindings(t); len(got) != 0 {
				t.Errorf("it left the bindings %v", got)
			}
			for _, secret := range g.Secrets() {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error shows %s: %v", secret, err)
				}
			}
			g.kept(t)
		})
	}
}

func TestGoogleRefreshKeepsTheRefreshToken(t *testing.T) {
	t.Parallel()
	for _, slug := range []string{"gmail", "drive"} {
		g := newGoogle(t)
		c := g.connected(t, slug)
		for range 2 {
			g.Expire()
			if err := g.logins.Sync(t.Context(), c.ID); err != nil {
				t.Fatal(err)
			}
		}
		used := g.refreshes()
		if len(used) != 2 || used[0] == "" || used[0] != used[1] {
			t.Errorf("%s refreshed with %d tokens; want one token twice", slug, len(used))
		}
		if got := g.read(t, c.ID); got.Status != connection.Connected || got.ListError != "" {
			t.Errorf("%s is %s, and says %q", slug, got.Status, got.ListError)
		}
		g.kept(t)
	}
}

func TestGoogleRevocationDisconnects(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "gmail")
	g.Revoke()
	err := g.logins.Sync(t.Context(), c.ID)
	wantCode(t, err, guild.CodeRejected, "has ended", "expired or revoked")
	if got := g.read(t, c.ID); got.Status != connection.Disconnected {
		t.Errorf("the login is %s", got.Status)
	}
	if !g.bindings(t)["gmail"] {
		t.Error("its binding is gone")
	}
	again := g.connected(t, "gmail")
	if again.ID != c.ID || again.Status != connection.Connected {
		t.Errorf("connected again, it is %+v", again)
	}
}

// A client that is set up wrong is for the operator to put right: the logins stay,
// and go on once the environment holds the new secret.
func TestGoogleClientWithANewSecret(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "gmail")
	g.Set(func(w *googletest.World) { w.ClientSecret = "GOCSPX-the-new-secret" })
	g.Expire()
	wantCode(t, g.logins.Sync(t.Context(), c.ID), guild.CodeRejected, "invalid_client")
	if got := g.read(t, c.ID); got.Status != connection.Connected {
		t.Errorf("the login is %s", got.Status)
	}
	g.environment = g.Environment()
	if err := g.logins.Sync(t.Context(), c.ID); err != nil {
		t.Error(err)
	}
}

// The 401 of a token that the service takes no longer is answered with one refresh
// for all who wait.
func TestGoogleRefreshesOnceForAll(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "drive")
	g.Expire()
	errs := make(chan error)
	const callers = 16
	for range callers {
		go func() {
			_, err := g.logins.Folders(context.WithoutCancel(t.Context()), c.ID)
			errs <- err
		}()
	}
	for range callers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := len(g.refreshes()); n != 1 {
		t.Errorf("%d refreshes; want 1", n)
	}
}

func TestDriveWaitsForItsFolder(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	done, err := g.login(t, "drive")
	c := done.Connection
	if err != nil || !done.Pending || c.Status != connection.Pending || !c.NeedsFolder || c.AccountHint != "" || c.LoginUntil != nil {
		t.Fatalf("the login is %+v (%v)", c, err)
	}
	// The tools that write are off before anybody could use them.
	off := map[string]bool{"drive_create_file": false, "drive_copy_file": false}
	if diff := cmp.Diff(off, g.bindings(t)); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
	g.Expire()
	found, err := g.logins.Folders(t.Context(), c.ID)
	want := []connector.Folder{
		{ID: "mine", Name: "Invoices", Place: "My Drive"},
		{ID: "theirs", Name: "From a friend", Place: "Shared with me"},
	}
	if diff := cmp.Diff(want, found); err != nil || diff != "" {
		t.Errorf("folders (%v) (-want +got):\n%s", err, diff)
	}
	for id, code := range map[string]guild.Code{"root": guild.CodeInvalid, "gone": guild.CodeNotFound} {
		_, err := g.logins.ChooseFolder(t.Context(), c.ID, id)
		wantCode(t, err, code)
	}
	if got := g.read(t, c.ID); got.Status != connection.Pending || got.FolderID != "" {
		t.Errorf("a folder that is refused made the login %+v", got)
	}
	c, err = g.logins.ChooseFolder(t.Context(), c.ID, "mine")
	if err != nil || c.Status != connection.Connected || c.AccountHint != "Invoices" || c.FolderID != "mine" || c.NeedsFolder {
		t.Fatalf("with its folder the login is %+v (%v)", c, err)
	}
	if diff := cmp.Diff(map[string]bool{"drive": true, "drive_create_file": false, "drive_copy_file": false}, g.bindings(t)); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
	g.kept(t)
}

// Another folder is chosen on a connected login without switching on what an
// operator has switched off.
func TestDriveChangesItsFolder(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "drive")
	rows, err := g.db.Bindings(t.Context(), g.acme.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	off := rows[0].Row
	off.Enabled = false
	if err := g.db.PutBinding(t.Context(), g.acme.ID, off); err != nil {
		t.Fatal(err)
	}
	c, err = g.logins.ChooseFolder(t.Context(), c.ID, "theirs")
	if err != nil || c.Status != connection.Connected || c.AccountHint != "From a friend" || c.FolderID != "theirs" {
		t.Errorf("the login is %+v (%v)", c, err)
	}
	if g.bindings(t)["drive"] {
		t.Error("the connector is on again")
	}
}

func TestDriveFolderGoesBad(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "drive")
	g.Set(func(w *googletest.World) { w.Files[0].Trashed = true })
	wantCode(t, g.logins.Sync(t.Context(), c.ID), guild.CodeInvalid, `"Invoices" is in the bin`)
	if got := g.read(t, c.ID); got.Status != connection.Connected || !strings.Contains(got.ListError, "bin") {
		t.Errorf("the login is %s, and says %q", got.Status, got.ListError)
	}
}

func TestFoldersOfAnotherLogin(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "gmail")
	_, err := g.logins.Folders(t.Context(), c.ID)
	wantCode(t, err, guild.CodeInvalid, "not limited to a folder")
	begun, err := g.begin(t, "drive")
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.logins.ChooseFolder(t.Context(), begun.Connection.ID, "mine")
	wantCode(t, err, guild.CodeConflict, "is pending, so it has no folders")
	_, err = g.logins.Folders(t.Context(), guild.NewID())
	wantCode(t, err, guild.CodeNotFound)
}

func TestDriveRevokedBeforeItsFolder(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	done, err := g.login(t, "drive")
	if err != nil {
		t.Fatal(err)
	}
	g.Revoke()
	_, err = g.logins.Folders(t.Context(), done.Connection.ID)
	wantCode(t, err, guild.CodeRejected, "has ended")
	if got := g.read(t, done.Connection.ID); got.Status != connection.Disconnected {
		t.Errorf("the login is %s", got.Status)
	}
	if c := g.connected(t, "drive"); c.ID != done.Connection.ID || c.AccountHint != "Invoices" {
		t.Errorf("connected again, it is %+v", c)
	}
}

// A login that ended comes back with the folder that it had, if the account that
// logs in can use it.
func TestDriveReloginKeepsItsFolder(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	c := g.connected(t, "drive")
	end := func() {
		t.Helper()
		g.Revoke()
		if err := g.logins.Sync(t.Context(), c.ID); guild.CodeOf(err) != guild.CodeRejected {
			t.Fatal(err)
		}
	}
	end()
	files := []googletest.File{{ID: "mine", Name: "Invoices of 2026", Parent: googletest.RootID}}
	g.Set(func(w *googletest.World) { w.Files = files })
	done, err := g.login(t, "drive")
	if err != nil || done.Pending || done.Connection.Status != connection.Connected || done.Connection.AccountHint != "Invoices of 2026" {
		t.Fatalf("the login is %+v (%v)", done, err)
	}
	end()
	g.Set(func(w *googletest.World) { w.Files = nil })
	_, err = g.login(t, "drive")
	wantCode(t, err, guild.CodeRejected, `limited to the folder "Invoices of 2026"`)
	if got := g.read(t, c.ID); got.Status != connection.Disconnected || got.FolderID != "mine" {
		t.Errorf("refused, the login is %+v", got)
	}
	if !g.bindings(t)["drive"] {
		t.Error("its binding is gone")
	}
}

// Google may give no refresh token to an account that has consented before. A
// login that holds one from then goes on with it.
func TestReloginWithoutARefreshToken(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	first, err := g.login(t, "drive")
	if err != nil {
		t.Fatal(err)
	}
	g.Set(func(w *googletest.World) { w.NoRefresh = true })
	second, err := g.login(t, "drive")
	if err != nil || second.Connection.ID != first.Connection.ID || !second.Pending {
		t.Fatalf("the second login is %+v (%v)", second, err)
	}
	g.Expire()
	if _, err := g.logins.ChooseFolder(t.Context(), first.Connection.ID, "mine"); err != nil {
		t.Fatal(err)
	}
	if used := g.refreshes(); len(used) != 2 || used[0] != used[1] {
		t.Errorf("refreshed with %d tokens; want one token twice", len(used))
	}

	g.Revoke()
	if err := g.logins.Sync(t.Context(), first.Connection.ID); err == nil {
		t.Fatal("a revoked login lists")
	}
	_, err = g.login(t, "drive")
	wantCode(t, err, guild.CodeRejected, "no refresh token")
	if got := g.read(t, first.Connection.ID); got.Status != connection.Disconnected {
		t.Errorf("the login is %s", got.Status)
	}
}

// later is a store as it is after some time.
type later struct {
	connection.Store
	by time.Duration
}

func (l later) IdleLogins(ctx context.Context, age time.Duration) ([]connection.Stored, error) {
	return l.Store.IdleLogins(ctx, age-l.by)
}

func TestIdleGoogleLoginsAreRefreshed(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	g.connected(t, "gmail")
	g.connected(t, "drive")
	if err := g.logins.RefreshIdle(t.Context()); err != nil || len(g.refreshes()) != 0 {
		t.Errorf("fresh logins were refreshed (%v)", err)
	}
	g.logins.Store = later{g.db, 25 * time.Hour}
	if err := g.logins.RefreshIdle(t.Context()); err != nil || len(g.refreshes()) != 2 {
		t.Errorf("%d idle logins were refreshed (%v); want 2", len(g.refreshes()), err)
	}
}

// At Google a revocation ends all that an account has allowed the client, so a
// login is revoked only where no other one goes through it.
func TestGoogleRevokesTheLastLoginOnly(t *testing.T) {
	t.Parallel()
	g := newGoogle(t)
	mail, files := g.connected(t, "gmail"), g.connected(t, "drive")
	revoke := func(id guild.ID) string {
		t.Helper()
		stored, err := g.db.Login(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return g.logins.Revoke(t.Context(), stored)
	}
	if said := revoke(files.ID); !strings.HasPrefix(said, "Not revoked at Drive: another login") {
		t.Errorf("beside another login it says %q", said)
	}
	if _, err := g.db.DeleteConnection(t.Context(), files.ID, false); err != nil {
		t.Fatal(err)
	}
	if err := g.logins.Sync(t.Context(), mail.ID); err != nil {
		t.Errorf("the other login: %v", err)
	}
	if said := revoke(mail.ID); said != "Revoked at Gmail." {
		t.Errorf("alone it says %q", said)
	}
	if err := g.logins.Sync(t.Context(), mail.ID); guild.CodeOf(err) != guild.CodeRejected {
		t.Errorf("revoked, it lists: %v", err)
	}
	if n := len(g.Requests("/revoke")); n != 1 {
		t.Errorf("%d revocations; want 1", n)
	}
}
