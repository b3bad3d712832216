package localapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

// row is the connector as it is stored.
func (h *hub) row(t testing.TB) connector.Server {
	t.Helper()
	row, err := h.db.Server(t.Context(), guild.ID(h.serverID))
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// wants asks for repositories by their full names.
func (h *hub) wants(fullNames ...string) api.SelectRepositories {
	s := api.SelectRepositories{Repositories: []api.WantedRepository{}}
	for _, name := range fullNames {
		s.Repositories = append(s.Repositories, api.WantedRepository{URL: "https://github.com/" + name})
	}
	return s
}

func (h *hub) selects(t testing.TB, login string, fullNames ...string) {
	t.Helper()
	if _, err := h.local.PutSelected(t.Context(), login, h.wants(fullNames...)); err != nil {
		t.Fatal(err)
	}
}

// selected returns the names of what a login is for.
func (h *hub) selected(t testing.TB, login string) []string {
	t.Helper()
	got, err := h.local.GetSelected(t.Context(), login)
	if err != nil {
		t.Fatal(err)
	}
	return namesOf(got.Repositories)
}

func namesOf(repositories []api.SelectedRepository) []string {
	names := []string{}
	for _, r := range repositories {
		names = append(names, r.Name)
	}
	return names
}

// mirrored returns the names of a guild's repositories.
func (h *hub) mirrored(t testing.TB, path string) []string {
	t.Helper()
	got, err := h.local.ListGuildRepositories(t.Context(), h.id(path))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, r := range got.Repositories {
		names = append(names, r.Name)
	}
	return names
}

func TestListRepositories(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	login := h.connected(t, "acme", "acme", "app", "site")
	got, err := h.at(t, "acme/research", access.Viewer).ListRepositories(t.Context(), login.ID)
	want := []api.Repository{}
	for _, name := range []string{"app", "site"} {
		want = append(want, api.Repository{
			GitHubID: h.github.RepositoryID("acme/" + name), Name: name, FullName: "acme/" + name, Owner: "acme",
			Private: true, DefaultBranch: "main", URL: "https://github.com/acme/" + name + ".git",
		})
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("the repositories (-want +got):\n%s%v", diff, err)
	}
	_, err = h.at(t, "beta", access.Viewer).ListRepositories(t.Context(), login.ID)
	wantProblem(t, err, api.CodeNotFound)
}

func TestSelectStoresGitHubsIDs(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	login := h.connected(t, "acme", "acme", "app", "site")
	got, err := h.local.PutSelected(t.Context(), login.ID, api.SelectRepositories{Repositories: []api.WantedRepository{
		{URL: "https://github.com/acme/site.git", DefaultBranch: "next"}, {URL: "https://github.com/ACME/app", Name: "app"},
	}})
	want := api.SelectedRepositories{Repositories: []api.SelectedRepository{
		{GitHubID: h.github.RepositoryID("acme/site"), Name: "site", URL: "https://github.com/acme/site.git", DefaultBranch: "next"},
		{GitHubID: h.github.RepositoryID("acme/app"), Name: "app", URL: "https://github.com/acme/app.git", DefaultBranch: "main"},
	}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("what was selected (-want +got):\n%s%v", diff, err)
	}
	stored, err := h.local.GetSelected(t.Context(), login.ID)
	if diff := cmp.Diff(want, stored); diff != "" || err != nil {
		t.Errorf("what is stored (-want +got):\n%s%v", diff, err)
	}
}

func TestSelectNamesEveryRepositoryThatIsNotReached(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	login := h.connected(t, "acme", "acme", "app")
	h.selects(t, login.ID, "acme/app")
	_, err := h.local.PutSelected(t.Context(), login.ID, h.wants("acme/app", "acme/gone", "initech/secret"))
	wantProblem(t, err, api.CodeInvalid, "acme/gone", "initech/secret", "repositories[1].url", "repositories[2].url")
	if got := h.selected(t, login.ID); !cmp.Equal(got, []string{"app"}) {
		t.Errorf("the login is for %q; want what it was", got)
	}
}

func TestOnlyAnOwnerSelects(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	login := h.connected(t, "acme", "acme", "app")
	_, err := h.at(t, "acme/research", access.Operator).PutSelected(t.Context(), login.ID, h.wants("acme/app"))
	wantProblem(t, err, api.CodeDenied, "inherited")
	_, err = h.at(t, "acme", access.Viewer).PutSelected(t.Context(), login.ID, h.wants("acme/app"))
	wantProblem(t, err, api.CodeDenied, "operator")
}

// Only a guild's own login has its repositories mirrored, and one that stays keeps
// its id.
func TestAGuildsOwnLoginIsMirrored(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	wide := h.connected(t, "acme", "acme", "app", "site", "docs")
	h.selects(t, wide.ID, "acme/app")
	own := h.connected(t, "acme/research", "acme")
	h.selects(t, own.ID, "acme/app", "acme/site")
	agent := h.connected(t, "acme/research/scout", "acme")
	h.selects(t, agent.ID, "acme/docs")
	first, err := h.local.ListGuildRepositories(t.Context(), h.id("acme/research"))
	if err != nil {
		t.Fatal(err)
	}
	var servers []string
	for _, l := range first.Logins {
		servers = append(servers, l.Server+" at "+l.Scope)
	}
	if want := []string{"github at acme", "github at acme/research"}; !cmp.Equal(servers, want) {
		t.Errorf("the logins at the guild are %q; want %q", servers, want)
	}
	for _, r := range first.Repositories {
		if r.ConnectionID != own.ID || r.GitHubID != h.github.RepositoryID("acme/"+r.Name) {
			t.Errorf("the guild holds %+v; want it of its own login, with GitHub's id", r)
		}
	}
	if got := h.mirrored(t, "acme/research"); !cmp.Equal(got, []string{"app", "site"}) {
		t.Errorf("the guild's repositories are %q", got)
	}
	if got := h.mirrored(t, "acme/ops"); len(got) != 0 {
		t.Errorf("another guild's repositories are %q", got)
	}
	h.selects(t, own.ID, "acme/docs", "acme/app")
	second, err := h.local.ListGuildRepositories(t.Context(), h.id("acme/research"))
	if err != nil || !cmp.Equal(h.mirrored(t, "acme/research"), []string{"app", "docs"}) {
		t.Fatalf("the guild's repositories are %+v (%v)", second, err)
	}
	if first.Repositories[0].ID != second.Repositories[0].ID {
		t.Error("app was selected twice, and has another id now")
	}
	_, err = h.local.ListGuildRepositories(t.Context(), h.id("acme"))
	wantProblem(t, err, api.CodeNotFound, "no guild")
	_, err = h.at(t, "beta", access.Admin).ListGuildRepositories(t.Context(), h.id("acme/research"))
	wantProblem(t, err, api.CodeNotFound)
}

func TestDeletingTheLoginDeletesItsRepositories(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	own := h.connected(t, "acme/research", "acme", "app", "site")
	h.selects(t, own.ID, "acme/app", "acme/site")
	want := []string{"app at acme/research", "site at acme/research"}
	for _, dry := range []bool{true, false} {
		got, err := h.local.Disconnect(t.Context(), own.ID, dry)
		if err != nil || !cmp.Equal(got.Repositories, want) || !cmp.Equal(got.Bindings, []string{"github on at acme/research"}) {
			t.Errorf("the removal (dry %t) takes %+v (%v); want the repositories %q", dry, got, err, want)
		}
	}
	if got := h.mirrored(t, "acme/research"); len(got) != 0 {
		t.Errorf("the guild's repositories are %q; want none", got)
	}
}

// A narrower scope inherits the repositories until its own login is made.
func TestANarrowerScopeInheritsAndOverrides(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	if got := h.access(t, "acme/research"); got.GitHubRepositories != nil || got.Connection != nil || got.Enabled {
		t.Errorf("without a login, the access view holds %+v", got)
	}
	wide := h.connected(t, "acme", "acme", "app", "site")
	if got := h.access(t, "acme"); got.GitHubRepositories != nil {
		t.Errorf("without a selection, the access view holds %v", got.GitHubRepositories)
	}
	h.selects(t, wide.ID, "acme/app")
	look := func(step, path, login string, want ...string) {
		t.Helper()
		got := h.access(t, path)
		if got.Connection == nil || got.Connection.ID != login || !cmp.Equal(namesOf(got.GitHubRepositories), want) {
			t.Errorf("%s, %s sees %v; want %q of the login %s", step, path, got.GitHubRepositories, want, login)
		}
	}
	for _, path := range []string{"acme", "acme/research", "acme/research/scout"} {
		look("with the wider login", path, wide.ID, "app")
	}
	h.ada(githubtest.Browser{})
	pending := h.begin(t, "acme/research")
	look("while a login is begun", "acme/research", wide.ID, "app")
	open(t, browser(t), pending.AuthorizationURL).want(t, http.StatusOK, "GitHub is connected.")
	h.selects(t, pending.ID, "acme/site")
	look("with one of its own", "acme/research", pending.ID, "site")
	look("with one of its own", "acme/research/scout", pending.ID, "site")
	look("with one of its own", "acme/ops", wide.ID, "app")
	h.end(t, guildLogin(t, h, pending.ID))
	look("with its own disconnected", "acme/research", pending.ID, "site")
	if _, err := h.local.Disconnect(t.Context(), pending.ID, false); err != nil {
		t.Fatal(err)
	}
	look("without its own again", "acme/research", wide.ID, "app")
}

func guildLogin(t testing.TB, h *hub, id string) api.Connection {
	t.Helper()
	c, err := h.local.GetConnection(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// GitHub offers no tools, so there is nothing to switch. Its enabled binding comes
// with the login all the same.
func TestGitHubHasNoToolsAndNoSwitch(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	login := h.connected(t, "acme", "acme", "app")
	tools, err := h.local.ListTools(t.Context(), api.ToolQuery{ScopeID: h.id("acme")})
	for _, tool := range tools {
		if tool.Server == "github" || strings.HasPrefix(tool.Name, "github") {
			t.Errorf("the tools hold %s", tool.Name)
		}
	}
	if err != nil || login.Tools != 0 {
		t.Errorf("the login lists %d tools (%v)", login.Tools, err)
	}
	for _, enabled := range []bool{true, false} {
		_, err := h.local.PutBinding(t.Context(), api.PutBindingBody{ScopeID: h.id("acme/research"), CatalogKind: "mcp", CatalogID: h.serverID, Enabled: enabled})
		wantProblem(t, err, api.CodeUnsupported, "no On/Off switch")
	}
	err = h.local.DeleteBinding(t.Context(), api.BindingKey{ScopeID: h.id("acme"), CatalogKind: "mcp", CatalogID: h.serverID})
	wantProblem(t, err, api.CodeUnsupported, "no On/Off switch")
	h.wantBinding(t, "acme", login.ID)
	walk, err := h.local.ExplainBinding(t.Context(), api.ExplainQuery{ScopeID: h.id("acme/research"), Name: "github"})
	if err != nil || !strings.Contains(walk.Reason, "github at acme is connected") || !strings.Contains(walk.Reason, "no switch") {
		t.Errorf("the walk says %q (%v)", walk.Reason, err)
	}
}

// An installation that is gone or suspended ends the login; a limit on requests
// and an outage do not.
func TestWhatDisconnectsAGitHubLogin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(h *hub, installation int64)
		status string
		code   string
	}{
		{"removed", func(h *hub, id int64) { h.github.Uninstall(id) }, "disconnected", api.CodeRejected},
		{"suspended", func(h *hub, id int64) { h.github.Suspend(id, true) }, "disconnected", api.CodeRejected},
		{"rate limit", func(h *hub, _ int64) {
			h.github.Next("/access_tokens", githubtest.RateLimit(time.Now().Add(time.Hour)))
		}, "connected", api.CodeUnavailable},
		{"secondary rate limit", func(h *hub, _ int64) {
			h.github.Next("/access_tokens", githubtest.SecondaryRateLimit(time.Minute))
		}, "connected", api.CodeUnavailable},
		{"rate limit in the list", func(h *hub, _ int64) {
			h.github.Next("/installation/repositories", githubtest.SecondaryRateLimit(time.Minute))
		}, "connected", api.CodeUnavailable},
		{"outage", func(h *hub, _ int64) { h.github.Next("/access_tokens", githubtest.Answer{Status: 502}) }, "connected", api.CodeUnavailable},
		{"another refusal", func(h *hub, _ int64) {
			h.github.Next("/access_tokens", githubtest.Answer{Status: 403, Body: `{"message":"Resource not accessible by integration"}`})
		}, "connected", api.CodeUpstream},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			id := h.github.Install("acme", "app")
			login := h.connected(t, "acme", "acme")
			h.selects(t, login.ID, "acme/app")
			tt.change(h, id)
			_, err := h.local.ListRepositories(t.Context(), login.ID)
			wantProblem(t, err, tt.code)
			h.wantLogin(t, login.ID, tt.status, "acme")
			h.wantBinding(t, "acme", login.ID)
			if tt.status == "disconnected" {
				_, err := h.local.PutSelected(t.Context(), login.ID, h.wants("acme/app"))
				wantProblem(t, err, api.CodeConflict, "disconnected")
			}
			if got := h.selected(t, login.ID); !cmp.Equal(got, []string{"app"}) {
				t.Errorf("the login is for %q; want app still", got)
			}
		})
	}
}

func TestALoginOfAnotherConnectorHasNoRepositories(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	_, err := b.local.ListRepositories(t.Context(), login.ID)
	wantProblem(t, err, api.CodeInvalid, "no GitHub login")
	_, err = b.local.PutSelected(t.Context(), login.ID, api.SelectRepositories{Repositories: []api.WantedRepository{}})
	wantProblem(t, err, api.CodeInvalid, "no GitHub login")
}
