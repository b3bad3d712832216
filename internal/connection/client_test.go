package connection_test

import (
	"net/url"
	"testing"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/pkg/api"
)

func (b *loginBox) wantRegistrations(t testing.TB, want int) {
	t.Helper()
	if got := b.service.Count("/register"); got != want {
		t.Errorf("the box registered %d times, want %d", got, want)
	}
}

// clientID returns as whom a login's browser is sent off.
func clientID(t testing.TB, begun connection.Begun) string {
	t.Helper()
	u, err := url.Parse(begun.AuthorizationURL)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("client_id")
}

// A client serves every login at its server.
func TestClientIsRegisteredOnce(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	b.disconnect(t, c.ID)
	begun := b.begin(t)
	if _, err := b.logins.Complete(t.Context(), begun.State, b.follow(t, begun, true)); err == nil {
		t.Error("a declined login was made")
	}
	b.login(t)
	b.wantRegistrations(t, 1)
}

// An operator who gives up in the browser costs no registration.
func TestClientOutlivesABrowserThatDoesNotComeBack(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	first := clientID(t, b.begin(t))
	for range 2 {
		if again := clientID(t, b.begin(t)); again != first {
			t.Errorf("the browser is sent off as %s, want %s as before", again, first)
		}
	}
	b.works(t, b.login(t).ID)
	b.wantRegistrations(t, 1)
}

// TestCase08OtherRedirectURI registers anew for the new address, and goes on with
// the old client for the login that was made with it.
func TestCase08OtherRedirectURI(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	first := b.begin(t)
	old := clientID(t, first)
	if _, err := b.logins.Complete(t.Context(), first.State, b.follow(t, first, false)); err != nil {
		t.Fatal(err)
	}
	b.redirect = "http://127.0.0.1:8977/api/mcp/oauth/callback"
	other := pgtest.Tree(t, b.db.DB, "other")["other"]
	second, err := b.logins.Begin(t.Context(), connection.Attempt{Row: b.row, Scope: other, RedirectURI: b.redirect})
	if err != nil {
		t.Fatal(err)
	}
	if clientID(t, second) == old {
		t.Error("the client of the old address was sent to the new one")
	}
	if _, err := b.logins.Complete(t.Context(), second.State, b.follow(t, second, false)); err != nil {
		t.Fatal(err)
	}
	b.wantRegistrations(t, 2)
	b.works(t, first.Connection.ID)
	b.spend()
	b.works(t, first.Connection.ID)
	b.works(t, second.Connection.ID)
	b.wantStatus(t, first.Connection.ID, connection.Connected, 1)
}

// TestCase09ForgottenClient is about the operator who gives up at the provider's
// error page, from which no callback ever comes: the next try registers afresh,
// over whatever the last one left.
func TestCase09ForgottenClient(t *testing.T) {
	t.Parallel()
	for name, giveUp := range map[string]func(testing.TB, *loginBox, guild.ID){
		"and connects again": func(testing.TB, *loginBox, guild.ID) {},
		"and cancels": func(t testing.TB, b *loginBox, id guild.ID) {
			if err := b.logins.Cancel(t.Context(), id); err != nil {
				t.Error(err)
			}
		},
	} {
		for _, before := range []connection.Status{connection.Pending, connection.Disconnected} {
			t.Run(string(before)+" "+name, func(t *testing.T) {
				t.Parallel()
				b := newLoginBox(t, oauthtest.Options{})
				b.disconnect(t, b.login(t).ID)
				if before == connection.Pending {
					b.sql(t, "delete from mcp_connections")
				}
				if err := b.service.Restart(); err != nil {
					t.Fatal(err)
				}
				begun := b.begin(t)
				if end, err := oauthtest.Follow(begun.AuthorizationURL, api.CompleteLogin.Path, false); err == nil {
					t.Fatalf("a client that the server has forgotten came back to %s", end)
				}
				giveUp(t, b, begun.Connection.ID)
				b.works(t, b.login(t).ID)
				b.wantRegistrations(t, 2)
			})
		}
	}
}

// TestCase09InvalidClient is the same, noticed by a refresh.
func TestCase09InvalidClient(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	c := b.login(t)
	if err := b.service.Restart(); err != nil {
		t.Fatal(err)
	}
	b.fails(t, c.ID, "has ended", "invalid_client")
	b.wantStatus(t, c.ID, connection.Disconnected, 1)
	b.works(t, b.login(t).ID)
	b.wantRegistrations(t, 2)
}

// A client that the server forgets while the operator is in the browser costs that
// one try.
func TestCase09ForgottenInTheMiddle(t *testing.T) {
	t.Parallel()
	b := newLoginBox(t, oauthtest.Options{})
	begun := b.begin(t)
	q := b.follow(t, begun, false)
	if err := b.service.Restart(); err != nil {
		t.Fatal(err)
	}
	_, err := b.logins.Complete(t.Context(), begun.State, q)
	wantCode(t, err, guild.CodeRejected, "invalid_client")
	b.works(t, b.login(t).ID)
	b.wantRegistrations(t, 2)
}

// TestCase10NoRegistration asks for the client that an admin registers, without
// asking the server, and then uses that one.
func TestCase10NoRegistration(t *testing.T) {
	t.Parallel()
	const secret = "the-secret-of-the-admins-client"
	b := newLoginBox(t, oauthtest.Options{NoRegistration: true, Clients: []oauthtest.Client{
		{ID: "admins", Secret: secret, RedirectURIs: []string{redirectURI}, Method: "client_secret_basic"},
	}})
	_, err := b.logins.Begin(t.Context(), b.attempt(t))
	wantCode(t, err, guild.CodeUnsupported, "needs a configured client")
	if left := b.all(t); len(left) != 0 {
		t.Errorf("it left %+v", left)
	}
	if err := b.logins.SetClient(t.Context(), b.row.ID, "admins", secret); err != nil {
		t.Fatal(err)
	}
	c := b.login(t)
	b.spend()
	b.works(t, c.ID)
	b.wantStatus(t, c.ID, connection.Connected, 1)
	b.wantRegistrations(t, 0)
	if b.log.holds(secret) {
		t.Error("the log shows the client's secret")
	}
}

// An admin puts a client of his own right, and its logins go on.
func TestAdminsClientIsRefused(t *testing.T) {
	t.Parallel()
	const secret = "the-secret-of-the-admins-client"
	clients := []oauthtest.Client{{ID: "admins", Secret: secret, RedirectURIs: []string{redirectURI}, Method: "client_secret_post"}}
	b := newLoginBox(t, oauthtest.Options{Clients: clients})
	if err := b.logins.SetClient(t.Context(), b.row.ID, "admins", secret); err != nil {
		t.Fatal(err)
	}
	c := b.login(t)
	b.spend()
	clients[0].Secret = "another-secret-of-the-admins-client"
	if err := b.service.Restart(); err != nil {
		t.Fatal(err)
	}
	b.fails(t, c.ID, "invalid_client", "check the client that is configured")
	b.wantStatus(t, c.ID, connection.Connected, 1)
}

// A public box is known by its own document, and registers nowhere.
func TestClientMetadataDocument(t *testing.T) {
	t.Parallel()
	const public = "https://box.test"
	id, redirect := public+api.GetClientMetadata.Path, public+api.CompleteLogin.Path
	b := newLoginBox(t, oauthtest.Options{Documents: map[string]string{id: string(oauth.ClientMetadata(id, redirect))}})
	b.logins.PublicURL, b.redirect = public, redirect
	begun := b.begin(t)
	if got := clientID(t, begun); got != id {
		t.Errorf("the box is %s, want %s", got, id)
	}
	done, err := b.logins.Complete(t.Context(), begun.State, b.follow(t, begun, false))
	if err != nil {
		t.Fatal(err)
	}
	b.spend()
	b.works(t, done.Connection.ID)
	b.wantStatus(t, done.Connection.ID, connection.Connected, 1)
	b.wantRegistrations(t, 0)
}
