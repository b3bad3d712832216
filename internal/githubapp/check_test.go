package githubapp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestCheckComparesASelectionWithWhatIsReached(t *testing.T) {
	t.Parallel()
	at := func(name string) string { return "https://github.com/" + name + ".git" }
	reached := []githubapp.Repository{{ID: 1, URL: at("acme/app")}, {ID: 2, URL: at("acme/renamed")}, {ID: 3, URL: at("acme/docs")}}
	changed, err := githubapp.Check([]githubapp.Selected{
		{GitHubID: 1, URL: at("acme/app")},
		{GitHubID: 2, URL: at("acme/site")},
		{URL: at("ACME/docs")},
	}, reached)
	var now []string
	for _, g := range changed {
		now = append(now, g.Now.URL)
	}
	if want := []string{at("acme/renamed"), at("acme/docs")}; !cmp.Equal(now, want) || err != nil {
		t.Errorf("changed are %q (%v), want %q", now, err, want)
	}
	_, err = githubapp.Check([]githubapp.Selected{{GitHubID: 7, URL: at("acme/gone")}, {GitHubID: 1, URL: at("acme/app")}, {URL: at("acme/lost")}}, reached)
	const want = "the App's installation on GitHub does not reach acme/gone, acme/lost"
	if guild.CodeOf(err) != guild.CodeRejected || err.Error() != want {
		t.Errorf("of lost repositories it says %q, want %q", err, want)
	}
}
