package githubapp_test

import (
	"errors"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

// ref is a repository as it is stored, with its id.
func (b box) ref(fullName string) githubapp.RepositoryRef {
	return githubapp.RepositoryRef{GitHubID: b.github.RepositoryID(fullName), URL: "https://github.com/" + fullName + ".git"}
}

// tokensAsked returns the bodies with which tokens were asked for.
func (b box) tokensAsked(installationID int64) (bodies []string) {
	path := "/app/installations/" + strconv.FormatInt(installationID, 10) + "/access_tokens"
	for _, r := range b.github.Requests() {
		if r.Method == http.MethodPost && r.Path == path {
			bodies = append(bodies, r.Body)
		}
	}
	return bodies
}

func TestMint(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app", "docs", "other")
	app, docs := b.ref("acme/app"), b.ref("acme/docs")
	docs.URL = "https://GitHub.com/acme/docs/" // the same place
	got, err := b.Mint(b.ctx, id, []githubapp.RepositoryRef{docs, app, app})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Token.Reveal()) != 900 {
		t.Errorf("the token has %d characters, want all 900", len(got.Token.Reveal()))
	}
	if want := now.Add(time.Hour); !got.ExpiresAt.Equal(want) {
		t.Errorf("the token expires at %s, want %s", got.ExpiresAt, want)
	}
	var names []string
	for _, r := range got.Repositories {
		names = append(names, r.Now.FullName)
		if r.Renamed() || r.Identified() {
			t.Errorf("%s: renamed %t, identified %t; want neither", r.Asked, r.Renamed(), r.Identified())
		}
	}
	if diff := cmp.Diff([]string{"acme/docs", "acme/app", "acme/app"}, names); diff != "" {
		t.Errorf("the repositories (-want +got):\n%s", diff)
	}
	want := []string{`{"repository_ids":[` + strconv.FormatInt(app.GitHubID, 10) + `,` + strconv.FormatInt(docs.GitHubID, 10) +
		`],"permissions":{"contents":"write","pull_requests":"write"}}`}
	if diff := cmp.Diff(want, b.tokensAsked(id)); diff != "" {
		t.Errorf("what GitHub was asked for (-want +got):\n%s", diff)
	}
}

func TestMintNeverAsksForEveryRepository(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app")
	for _, repos := range [][]githubapp.RepositoryRef{nil, make([]githubapp.RepositoryRef, githubapp.MaxRepositories+1)} {
		_, err := b.Mint(b.ctx, id, repos)
		wantError(t, err, guild.CodeInvalid, "reaches 1 to 500 repositories")
	}
	if asked := b.tokensAsked(id); asked != nil {
		t.Errorf("GitHub was asked for a token: %s", asked)
	}
}

func TestMintFindsTheIDOfARepositoryByItsName(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "App", "docs")
	got, err := b.Mint(b.ctx, id, []githubapp.RepositoryRef{b.ref("acme/docs"), {URL: "https://github.com/acme/app"}})
	if err != nil {
		t.Fatal(err)
	}
	found := got.Repositories[1]
	if !found.Identified() || found.Now.ID != b.github.RepositoryID("acme/App") {
		t.Errorf("the repository without id is %+v, want the one of acme/App", found)
	}
	if !found.Renamed() {
		t.Error("a change of case is no rename: the stored URL would stay as it is")
	}
}

func TestMintNamesARepositoryThatGitHubDoesNotList(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app")
	_, err := b.Mint(b.ctx, id, []githubapp.RepositoryRef{
		{URL: "https://github.com/acme/app"}, {URL: "https://github.com/acme/gone.git"}, {Name: "nameless"}, {URL: "git@github.com:acme/x"},
	})
	wantError(t, err, guild.CodeNotFound, "does not reach acme/gone, nameless, git@github.com:acme/x")
}

func TestMintFollowsRenames(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"the repository":           "acme/application",
		"its owner":                "acme-inc/app",
		"both":                     "acme-inc/application",
		"the case of its name":     "acme/App",
		"nothing, after all":       "acme/app",
		"and the old name is back": "acme/moved",
	}
	for name, to := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.github.Install("acme", "app")
			asked := b.ref("acme/app")
			b.github.Rename(asked.GitHubID, to)
			b.github.AddRepository(id, "docs")
			if name == "and the old name is back" {
				b.github.AddRepository(id, "app")
			}
			got, err := b.Mint(b.ctx, id, []githubapp.RepositoryRef{asked})
			if err != nil {
				t.Fatal(err)
			}
			r := got.Repositories[0]
			if want := "https://github.com/" + to + ".git"; r.Now.URL != want || r.Now.ID != asked.GitHubID {
				t.Errorf("the repository is %+v, want id %d at %s", r.Now, asked.GitHubID, want)
			}
			if want := to != "acme/app"; r.Renamed() != want {
				t.Errorf("Renamed is %t, want %t", r.Renamed(), want)
			}
		})
	}
}

func TestMintNamesTheRepositoryThatIsOutOfReach(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app", "docs", "site")
	refs := []githubapp.RepositoryRef{b.ref("acme/app"), b.ref("acme/docs"), b.ref("acme/site")}
	b.github.Withdraw(id, refs[1].GitHubID)
	b.github.Withdraw(id, refs[2].GitHubID)
	_, err := b.Mint(b.ctx, id, refs)
	wantError(t, err, guild.CodeNotFound, "does not reach acme/docs, acme/site")
	if errors.Is(err, githubapp.ErrRemoved) {
		t.Error("a repository out of reach disconnects the login")
	}
}

func TestMintRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change  func(s *githubtest.Server, id int64)
		code    guild.Code
		says    string
		removed bool
	}{
		"suspended": {func(s *githubtest.Server, id int64) { s.Suspend(id, true) },
			guild.CodeRejected, "is suspended", true},
		"removed": {func(s *githubtest.Server, id int64) { s.Uninstall(id) },
			guild.CodeRejected, "no longer installed", true},
		"permissions not granted": {func(s *githubtest.Server, id int64) {
			s.Permit(id, map[string]string{"contents": "read", "metadata": "read"})
		},
			guild.CodeRejected, "write access to contents and pull requests", false},
		"the primary limit": {func(s *githubtest.Server, _ int64) {
			s.Next("/access_tokens", githubtest.RateLimit(now.Add(time.Hour)))
		},
			guild.CodeUnavailable, "try again after 2026-05-04T13:00:00Z", false},
		"a secondary limit": {func(s *githubtest.Server, _ int64) {
			s.Next("/access_tokens", githubtest.SecondaryRateLimit(90*time.Second))
		},
			guild.CodeUnavailable, "try again in 1m30s", false},
		"a secondary limit without header": {func(s *githubtest.Server, _ int64) {
			a := githubtest.SecondaryRateLimit(0)
			a.Header = nil
			s.Next("/access_tokens", a)
		}, guild.CodeUnavailable, "try again in a minute or later", false},
		"a limit that only one header tells": {func(s *githubtest.Server, _ int64) {
			s.Next("/access_tokens", githubtest.Answer{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0"}, Body: "{}"})
		}, guild.CodeUnavailable, "try again in a minute or later", false},
		"a limit that only the other header tells": {func(s *githubtest.Server, _ int64) {
			s.Next("/access_tokens", githubtest.Answer{Status: 403, Header: map[string]string{"Retry-After": "7"}, Body: "{}"})
		}, guild.CodeUnavailable, "try again in 7s", false},
		"a clock that is ahead": {func(s *githubtest.Server, _ int64) { s.SetClock(func() time.Time { return now.Add(-5 * time.Minute) }) },
			guild.CodeUnsupported, "the box's clock", false},
		"a clock that is behind": {func(s *githubtest.Server, _ int64) { s.SetClock(func() time.Time { return now.Add(9 * time.Minute) }) },
			guild.CodeUnsupported, "the box's clock", false},
		"another 403": {func(s *githubtest.Server, _ int64) {
			s.Next("/access_tokens", githubtest.Answer{Status: 403, Body: `{"message":"Your IP is not allowed."}`})
		}, guild.CodeUpstream, "with status 403: Your IP is not allowed.", false},
		"another 403, suspended": {func(s *githubtest.Server, id int64) {
			s.Suspend(id, true)
			s.Next("/access_tokens", githubtest.Answer{Status: 403, Body: `{"message":"Forbidden"}`})
		}, guild.CodeRejected, "is suspended", true},
		"another 403, removed": {func(s *githubtest.Server, id int64) {
			s.Uninstall(id)
			s.Next("/access_tokens", githubtest.Answer{Status: 403, Body: `{"message":"Forbidden"}`})
		}, guild.CodeRejected, "no longer installed", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			id := b.github.Install("acme", "app")
			refs := []githubapp.RepositoryRef{b.ref("acme/app")}
			tt.change(b.github, id)
			_, err := b.Mint(b.ctx, id, refs)
			wantError(t, err, tt.code, tt.says)
			if errors.Is(err, githubapp.ErrRemoved) != tt.removed {
				t.Errorf("%q, and ErrRemoved in it is to be %t", err, tt.removed)
			}
		})
	}
}

func TestMintAnswersThatGitHubDoesNotDocument(t *testing.T) {
	t.Parallel()
	type answers = map[string]githubtest.Answer
	lookup, tokens, list := "/app/installations/51000001", "/access_tokens", "/installation/repositories"
	noReason := githubtest.Answer{Status: 422, Body: `{"message":"Validation Failed"}`}
	tests := map[string]struct {
		answers answers
		code    guild.Code
		says    string
	}{
		"too many requests":              {answers{tokens: {Status: 429, Header: map[string]string{"Retry-After": "Mon, 04 May 2026 12:02:00 GMT"}}}, guild.CodeUnavailable, "try again after 2026-05-04T12:02:00Z"},
		"a wait that cannot be read":     {answers{tokens: {Status: 429, Header: map[string]string{"Retry-After": "soon"}}}, guild.CodeUnavailable, "in a minute or later"},
		"a failing server":               {answers{tokens: {Status: 502, Body: "<html>"}}, guild.CodeUnavailable, "status 502"},
		"a page":                         {answers{tokens: {Status: 201, Body: "<html>"}}, guild.CodeUpstream, "something other than its documentation"},
		"no token":                       {answers{tokens: {Status: 201, Body: `{"expires_at":"2026-05-04T13:00:00Z"}`}}, guild.CodeUpstream, "did not send it whole"},
		"no expiry":                      {answers{tokens: {Status: 201, Body: `{"token":"ghs_1"}`}}, guild.CodeUpstream, "did not send it whole"},
		"a repository left out":          {answers{tokens: {Status: 201, Body: `{"token":"ghs_1","expires_at":"2026-05-04T13:00:00Z"}`}}, guild.CodeUpstream, "a token for acme/app and did not name it"},
		"a redirect":                     {answers{tokens: {Status: 302, Header: map[string]string{"Location": "/login"}}}, guild.CodeUpstream, "redirect that would drop the request"},
		"a 422 for no visible reason":    {answers{tokens: noReason}, guild.CodeUpstream, "with status 422: Validation Failed"},
		"a 422, and the list fails":      {answers{tokens: noReason, list: {Status: 503}}, guild.CodeUnavailable, "list the repositories of the installation and answered with status 503"},
		"a 422, and the list is shut":    {answers{tokens: noReason, list: {Status: 401}}, guild.CodeUnavailable, "a token that it has just handed out"},
		"a 422, and the list is gone":    {answers{tokens: noReason, list: {Status: 404}}, guild.CodeRejected, "no longer installed"},
		"a 403, and the look-up fails":   {answers{tokens: {Status: 403}, lookup: {Status: 500}}, guild.CodeUpstream, "with status 403"},
		"a 403, and the look-up is shut": {answers{tokens: {Status: 403}, lookup: {Status: 403}}, guild.CodeUpstream, "with status 403"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupUnchecked(t)
			id := b.github.Install("acme", "app")
			for path, answer := range tt.answers {
				b.github.Next(path, answer)
			}
			_, err := b.Mint(b.ctx, id, []githubapp.RepositoryRef{b.ref("acme/app")})
			wantError(t, err, tt.code, tt.says)
		})
	}
}

func TestMintWithAKeyOfAnotherApp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app")
	cfg := config(b.github)
	cfg.PrivateKey = otherKey(t)
	_, err := b.open(t, cfg, egress.NewClient(egress.Options{})).Mint(b.ctx, id, []githubapp.RepositoryRef{b.ref("acme/app")})
	wantError(t, err, guild.CodeUnsupported, "GITHUB_APP_PRIVATE_KEY")
	if errors.Is(err, githubapp.ErrRemoved) {
		t.Error("a wrong key disconnects the login")
	}
}

func TestRepositoriesOfAnInstallationThatIsSuspendedMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app")
	b.github.Next("/installation/repositories", githubtest.Answer{Status: 403, Body: `{"message":"This installation has been suspended"}`})
	_, err := b.Repositories(b.ctx, id)
	if !errors.Is(err, githubapp.ErrRemoved) {
		t.Errorf("the error is %v, want ErrRemoved", err)
	}
}
