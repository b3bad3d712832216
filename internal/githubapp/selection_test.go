package githubapp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestRepositories(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.github.Install("acme", "app")
	got, err := b.Repositories(b.ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	want := []githubapp.Repository{{
		ID: b.github.RepositoryID("acme/app"), Name: "app", FullName: "acme/app", Owner: "acme", Private: true,
		DefaultBranch: "main", URL: "https://github.com/acme/app.git",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Repositories (-want +got):\n%s", diff)
	}
	for _, r := range b.github.Requests() {
		if strings.HasSuffix(r.Path, "/access_tokens") && r.Body != `{"permissions":{"metadata":"read"}}` {
			t.Errorf("the token for the list was asked for with %s: it may do more than it needs", r.Body)
		}
	}
}

func TestRepositoriesPages(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 31, 100, 101, 301} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			var names, listed []string
			for i := range n {
				names = append(names, fmt.Sprintf("app-%d", i))
			}
			got, err := b.Repositories(b.ctx, b.github.Install("acme", names...))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range got {
				listed = append(listed, r.Name)
			}
			if diff := cmp.Diff(names, listed); diff != "" {
				t.Errorf("the repositories (-want +got):\n%s", diff)
			}
		})
	}
}

var reached = []githubapp.Repository{
	{ID: 1, Name: "app", FullName: "acme/app", Owner: "acme", DefaultBranch: "main", URL: "https://github.com/acme/app.git"},
	{ID: 2, Name: "Docs", FullName: "acme/Docs", Owner: "acme", DefaultBranch: "trunk", URL: "https://github.com/acme/Docs.git"},
}

func TestSelect(t *testing.T) {
	t.Parallel()
	app := githubapp.Selected{Name: "app", URL: "https://github.com/acme/app.git", DefaultBranch: "main", GitHubID: 1}
	docs := githubapp.Selected{Name: "Docs", URL: "https://github.com/acme/Docs.git", DefaultBranch: "trunk", GitHubID: 2}
	develop := app
	develop.DefaultBranch = "release/2.x"
	tests := map[string]struct {
		wanted []githubapp.Wanted
		want   []githubapp.Selected
	}{
		"nothing":               {nil, []githubapp.Selected{}},
		"as GitHub lists them":  {[]githubapp.Wanted{{"Docs", docs.URL, "trunk"}, {"app", app.URL, "main"}}, []githubapp.Selected{docs, app}},
		"the URL alone":         {[]githubapp.Wanted{{URL: "https://github.com/acme/app"}}, []githubapp.Selected{app}},
		"another case":          {[]githubapp.Wanted{{Name: "ACME/docs", URL: "https://GitHub.com/Acme/docs/"}}, []githubapp.Selected{docs}},
		"a branch of their own": {[]githubapp.Wanted{{"app", app.URL, "release/2.x"}}, []githubapp.Selected{develop}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := githubapp.Select(tt.wanted, reached)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("Select: %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestSelectNamesEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	_, err := githubapp.Select([]githubapp.Wanted{
		{URL: "https://github.com/acme/app"},
		{URL: "https://github.com/acme/other"},
		{URL: "https://gitlab.com/acme/app"},
		{URL: "acme/app"},
		{URL: "https://github.com/acme"},
		{URL: "https://github.com/acme/docs", Name: "app"},
		{URL: "https://github.com/acme/docs", DefaultBranch: "--upload-pack=x"},
		{URL: "https://github.com/ACME/app.git"},
		{URL: "https://%zz/acme/app"},
	}, reached)
	wantError(t, err, guild.CodeInvalid, "cannot be selected")
	want := `the repositories cannot be selected
  repositories[1].url: https://github.com/acme/other is not among the repositories that the App's installation reaches; let the App reach it on GitHub, or choose another
  repositories[2].url: https://gitlab.com/acme/app is not among the repositories that the App's installation reaches; let the App reach it on GitHub, or choose another
  repositories[3].url: "acme/app" is not the address of a repository, such as https://github.com/acme/app
  repositories[4].url: "https://github.com/acme" is not the address of a repository, such as https://github.com/acme/app
  repositories[5].name: "app" is not the name of https://github.com/acme/docs, which is "Docs"
  repositories[6].default_branch: "--upload-pack=x" cannot be the name of a branch
  repositories[7]: is the same repository as repositories[0]
  repositories[8].url: "https://%zz/acme/app" is not the address of a repository, such as https://github.com/acme/app`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("the error (-want +got):\n%s", diff)
	}
}

func TestBranchesThatGitRefuses(t *testing.T) {
	t.Parallel()
	for _, branch := range []string{
		"-x", "@", "/a", "a/", "a//b", "a..b", "a@{b", "a.", ".a", "a/.b", "a.lock", "a.lock/b", "a b", "a\n", "a~", "a^", "a:", "a?", "a*", "a[", `a\`,
		strings.Repeat("a", 256),
	} {
		_, err := githubapp.Select([]githubapp.Wanted{{URL: reached[0].URL, DefaultBranch: branch}}, reached)
		if guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("%q is accepted as the name of a branch", branch)
		}
	}
}

func TestSelectAsManyAsATokenHolds(t *testing.T) {
	t.Parallel()
	_, err := githubapp.Select(make([]githubapp.Wanted, githubapp.MaxRepositories+1), reached)
	wantError(t, err, guild.CodeInvalid, "501 repositories are too many for one login; GitHub allows 500")
}
