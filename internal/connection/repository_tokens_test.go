package connection_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/catalog/github"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// hub is a box with GitHub, the organisation hub with two guilds, and ada, who
// reaches the accounts acme and globex.
type hub struct {
	*box
	*githubtest.Server
	tree map[string]guild.Scope
}

const callback = "http://127.0.0.1:1/api/mcp/oauth/callback"

func newHub(t testing.TB) *hub {
	t.Helper()
	h := &hub{box: newBox(t, github.Connector()), Server: githubtest.Start(callback)}
	t.Cleanup(h.Close)
	h.tree = pgtest.Tree(t, h.db.DB, "hub", "hub/one", "hub/two")
	environment, client := h.Environment(), egress.NewClient(egress.Options{})
	app, err := githubapp.New(githubapp.Config{
		AppID: environment["GITHUB_APP_ID"], Slug: environment["GITHUB_APP_SLUG"], ClientID: environment["GITHUB_APP_CLIENT_ID"],
		ClientSecret: h.ClientSecret, PrivateKey: h.PrivateKey, Upstream: h.URL,
	}, client, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	h.logins.GitHub, h.logins.HTTP = app, func(bool) *http.Client { return client }
	h.AddUser("ada", "acme", "globex")
	return h
}

// login connects a scope to an account, and selects repositories by their full
// names.
func (h *hub) login(t testing.TB, path, account string, repositories ...string) connection.Connection {
	t.Helper()
	h.Browse(githubtest.Browser{User: "ada", Account: account})
	begun, err := h.logins.Begin(t.Context(), connection.Attempt{Row: h.seeded(t, "github"), Scope: h.tree[path], RedirectURI: callback})
	if err != nil {
		t.Fatal(err)
	}
	done, err := h.logins.Complete(t.Context(), begun.State, browse(t, begun.AuthorizationURL))
	if err != nil {
		t.Fatal(err)
	}
	h.selects(t, done.Connection.ID, repositories...)
	return done.Connection
}

func (h *hub) selects(t testing.TB, id guild.ID, fullNames ...string) {
	t.Helper()
	stored, err := h.db.Login(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var wanted []githubapp.Wanted
	for _, name := range fullNames {
		wanted = append(wanted, githubapp.Wanted{URL: "https://github.com/" + name})
	}
	if _, err := h.logins.Select(t.Context(), stored, wanted); err != nil {
		t.Fatal(err)
	}
}

// tokens makes a guild's tokens, and returns what each reaches, by its login.
func (h *hub) tokens(t testing.TB, path string) map[guild.ID][]string {
	t.Helper()
	made, err := h.logins.RepositoryTokens(t.Context(), h.tree[path].ID)
	if err != nil {
		t.Fatal(err)
	}
	reached := map[guild.ID][]string{}
	for _, token := range made {
		if left := time.Until(token.ExpiresAt); token.Token.Reveal() == "" || left < 59*time.Minute || left > time.Hour {
			t.Errorf("the token for %s serves for %s; want an hour", token.Connection, left)
		}
		for _, r := range token.Repositories {
			reached[token.Connection] = append(reached[token.Connection], r.Now.FullName)
		}
	}
	return reached
}

// lastGrant is the body with which the last token was asked for.
func (h *hub) lastGrant() string {
	last := ""
	for _, r := range h.Requests() {
		if strings.HasSuffix(r.Path, "/access_tokens") {
			last = r.Body
		}
	}
	return last
}

func TestRepositoryTokensAreLimitedToTheGuildsRepositories(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.Install("acme", "app", "site", "docs")
	own := h.login(t, "hub/one", "acme", "acme/app", "acme/docs")
	if got, want := h.tokens(t, "hub/one"), (map[guild.ID][]string{own.ID: {"acme/app", "acme/docs"}}); !cmp.Equal(got, want) {
		t.Errorf("the tokens reach %v; want %v", got, want)
	}
	want := fmt.Sprintf(`{"repository_ids":[%d,%d],"permissions":{"contents":"write","pull_requests":"write"}}`,
		h.RepositoryID("acme/app"), h.RepositoryID("acme/docs"))
	if got := h.lastGrant(); got != want {
		t.Errorf("the token was asked for with %s; want %s", got, want)
	}
}

// A guild without a login of its own inherits; one that has nothing needs nothing.
func TestRepositoryTokensAreThoseOfTheNearestLogin(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	if got := h.tokens(t, "hub/one"); len(got) != 0 {
		t.Errorf("without a login, the tokens reach %v", got)
	}
	h.Install("acme", "app")
	h.Install("globex", "shop")
	wide := h.login(t, "hub", "acme")
	if got := h.tokens(t, "hub/one"); len(got) != 0 {
		t.Errorf("without a selection, the tokens reach %v", got)
	}
	h.selects(t, wide.ID, "acme/app")
	own := h.login(t, "hub/two", "globex", "globex/shop")
	for path, want := range map[string]map[guild.ID][]string{
		"hub/one": {wide.ID: {"acme/app"}},
		"hub/two": {own.ID: {"globex/shop"}},
	} {
		if got := h.tokens(t, path); !cmp.Equal(got, want) {
			t.Errorf("the tokens of %s reach %v; want %v", path, got, want)
		}
	}
}

// kept is what is stored of a login's only repository: in its selection, and in its
// guild's repositories.
func (h *hub) kept(t testing.TB, path string, id guild.ID) [2]githubapp.Selected {
	t.Helper()
	selected, err := h.db.Selected(t.Context(), id)
	if err != nil || len(selected) != 1 {
		t.Fatalf("the login is for %v (%v)", selected, err)
	}
	rows, err := h.db.GuildRepositories(t.Context(), h.tree[path].ID)
	if err != nil || len(rows) != 1 {
		t.Fatalf("the guild has %v (%v)", rows, err)
	}
	return [2]githubapp.Selected{selected[0], rows[0].Selected}
}

func TestRepositoryTokensFollowRenames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"acme/application", "initech/app", "initech/application", "Acme/app"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			h.Install("acme", "app")
			own := h.login(t, "hub/one", "acme", "acme/app")
			id := h.RepositoryID("acme/app")
			h.Rename(id, name)
			h.tokens(t, "hub/one")
			_, short, _ := strings.Cut(name, "/")
			now := githubapp.Selected{Name: short, URL: "https://github.com/" + name + ".git", DefaultBranch: "main", GitHubID: id}
			if diff := cmp.Diff([2]githubapp.Selected{now, now}, h.kept(t, "hub/one", own.ID)); diff != "" {
				t.Errorf("what is stored (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRepositoryTokensFindTheIDsThatAreMissing(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.Install("acme", "app")
	own := h.login(t, "hub/one", "acme", "acme/app")
	h.forget(t, own.ID)
	if got := h.kept(t, "hub/one", own.ID); got[0].GitHubID != 0 || got[1].GitHubID != 0 {
		t.Fatalf("before, the ids are %d and %d; want none", got[0].GitHubID, got[1].GitHubID)
	}
	h.tokens(t, "hub/one")
	for _, got := range h.kept(t, "hub/one", own.ID) {
		if got.GitHubID != h.RepositoryID("acme/app") {
			t.Errorf("the id of %s is %d; want %d", got.URL, got.GitHubID, h.RepositoryID("acme/app"))
		}
	}
}

// forget takes the ids from what a login is for.
func (h *hub) forget(t testing.TB, id guild.ID) {
	t.Helper()
	stored, err := h.db.Login(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	selected, err := h.db.Selected(t.Context(), id)
	for i := range selected {
		selected[i].GitHubID = 0
	}
	if err == nil {
		err = h.db.SaveSelected(t.Context(), id, stored.Epoch, selected)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// What is the same as before is not written again.
func TestRepositoryTokensOfWhatDidNotChangeWriteNothing(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.Install("acme", "app")
	own := h.login(t, "hub/one", "acme", "acme/app")
	before := h.read(t, own.ID).UpdatedAt
	h.tokens(t, "hub/one")
	if after := h.read(t, own.ID).UpdatedAt; !after.Equal(before) {
		t.Errorf("the login was written at %s; want nothing after %s", after, before)
	}
}

func TestRepositoryTokensNameWhatIsNotReached(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]bool{"with its id": false, "without its id": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			installation := h.Install("acme", "app", "site")
			own := h.login(t, "hub/one", "acme", "acme/app", "acme/site")
			if forget {
				h.forget(t, own.ID)
			}
			h.Withdraw(installation, h.RepositoryID("acme/site"))
			_, err := h.logins.RepositoryTokens(t.Context(), h.tree["hub/one"].ID)
			wantCode(t, err, guild.CodeNotFound, "github at hub/one", "acme/site")
			if strings.Contains(err.Error(), "acme/app") {
				t.Errorf("the error names a repository that is reached: %v", err)
			}
			if now := h.read(t, own.ID); now.Status != connection.Connected {
				t.Errorf("the login is %s", now.Status)
			}
		})
	}
}

func TestRepositoryTokensOfAnInstallationThatIsGone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(h *hub, installation int64)
		code   guild.Code
		status connection.Status
	}{
		{"removed", func(h *hub, id int64) { h.Uninstall(id) }, guild.CodeRejected, connection.Disconnected},
		{"suspended", func(h *hub, id int64) { h.Suspend(id, true) }, guild.CodeRejected, connection.Disconnected},
		{"rate limit", func(h *hub, _ int64) { h.Next("/access_tokens", githubtest.RateLimit(time.Now().Add(time.Hour))) }, guild.CodeUnavailable, connection.Connected},
		{"permissions", func(h *hub, id int64) { h.Permit(id, map[string]string{"contents": "read", "metadata": "read"}) }, guild.CodeRejected, connection.Connected},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			id := h.Install("acme", "app")
			own := h.login(t, "hub/one", "acme", "acme/app")
			tt.change(h, id)
			_, err := h.logins.RepositoryTokens(t.Context(), h.tree["hub/one"].ID)
			wantCode(t, err, tt.code, "github at hub/one")
			if now := h.read(t, own.ID); now.Status != tt.status {
				t.Errorf("the login is %s; want %s", now.Status, tt.status)
			}
			if tt.status == connection.Connected {
				return
			}
			_, err = h.logins.RepositoryTokens(t.Context(), h.tree["hub/one"].ID)
			wantCode(t, err, guild.CodeConflict, "github at hub/one", "disconnected")
		})
	}
}

// No token stands in the log, in the database, or where one is printed.
func TestRepositoryTokensAreNotShown(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.Install("acme", "app")
	h.login(t, "hub/one", "acme", "acme/app")
	made, err := h.logins.RepositoryTokens(t.Context(), h.tree["hub/one"].ID)
	if err != nil || len(made) != 1 {
		t.Fatalf("%v (%v)", made, err)
	}
	h.logins.Log.Info("made", "token", made[0], "tokens", made)
	shown := fmt.Sprintf("%v %+v %#v", made, made, made)
	for _, secret := range append(h.Secrets(), strconv.Quote(made[0].Token.Reveal())) {
		if h.log.holds(secret) || strings.Contains(shown, secret) {
			t.Errorf("%q is shown", secret)
		}
	}
}

// A selection is chosen from what a login reaches: one that was renewed meanwhile
// may reach something else.
func TestSelectIsRefusedWhereTheLoginWasRenewedMeanwhile(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.Install("acme", "app")
	own := h.login(t, "hub/one", "acme", "acme/app")
	stored, err := h.db.Login(t.Context(), own.ID)
	if err != nil {
		t.Fatal(err)
	}
	err = h.db.SaveSelected(t.Context(), own.ID, stored.Epoch-1, nil)
	wantCode(t, err, guild.CodeConflict, "choose again")
	if got := h.kept(t, "hub/one", own.ID); got[0].Name != "app" {
		t.Errorf("the login is for %v", got)
	}
	if _, err := h.db.DeleteConnection(t.Context(), own.ID, false); err != nil {
		t.Fatal(err)
	}
	wantCode(t, h.db.SaveSelected(t.Context(), own.ID, stored.Epoch, nil), guild.CodeConflict)
}
