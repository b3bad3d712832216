package githubapp_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestInstallationsOfThisAppOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("ada", "acme", "globex")
	own, acme := b.github.Install("ada"), b.github.Install("acme")
	globex := b.github.Install("globex")
	b.github.InstallOther("acme")
	b.github.Install("initech") // which ada does not reach
	b.github.Suspend(globex, true)
	got, err := b.Installations(b.ctx, b.consent(t, "ada"))
	if err != nil {
		t.Fatal(err)
	}
	want := []githubapp.Installation{
		{ID: own, Account: "ada", Type: "User"},
		{ID: acme, Account: "acme", Type: "Organization"},
		{ID: globex, Account: "globex", Type: "Organization", Suspended: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Installations (-want +got):\n%s", diff)
	}
}

// TestInstallationsPages has more than one page holds at GitHub's default size,
// and more than one at the largest.
func TestInstallationsPages(t *testing.T) {
	t.Parallel()
	for _, n := range []int{31, 100, 101, 250} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			accounts := make([]string, n)
			for i := range accounts {
				accounts[i] = fmt.Sprintf("account-%d", i)
				b.github.Install(accounts[i])
			}
			b.github.AddUser("ada", accounts...)
			got, err := b.Installations(b.ctx, b.consent(t, "ada"))
			if err != nil {
				t.Fatal(err)
			}
			var listed []string
			for _, i := range got {
				listed = append(listed, i.Account)
			}
			if diff := cmp.Diff(accounts, listed); diff != "" {
				t.Errorf("the accounts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNextPageElsewhereIsNotRead(t *testing.T) {
	t.Parallel()
	for _, link := range []string{`<http://127.0.0.2:9/x>; rel="next"`, `<https://elsewhere.test/x>; rel=next`, `<http://%zz>; rel="next"`} {
		t.Run(link, func(t *testing.T) {
			t.Parallel()
			b := setupUnchecked(t)
			token := b.consent(t, "ada")
			b.github.Next("/user/installations", githubtest.Answer{
				Status: 200, Header: map[string]string{"Link": link}, Body: `{"total_count":0,"installations":[]}`,
			})
			_, err := b.Installations(b.ctx, token)
			wantError(t, err, guild.CodeUpstream, "a next page that is not its own")
		})
	}
}

func TestAnInstallationThatMovesToTheNextPageIsListedOnce(t *testing.T) {
	t.Parallel()
	b := setupUnchecked(t)
	token := b.consent(t, "ada")
	one := fmt.Sprintf(`{"total_count":2,"installations":[{"id":7,"app_id":%d,"target_type":"Enterprise","account":{"slug":"big"}}]}`, githubtest.AppID)
	b.github.Next("/user/installations", githubtest.Answer{
		Status: 200, Header: map[string]string{"Link": `<` + b.github.URL + `/user/installations?page=2>; rel="next"`}, Body: one,
	})
	b.github.Next("/user/installations", githubtest.Answer{Status: 200, Body: one})
	got, err := b.Installations(b.ctx, token)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]githubapp.Installation{{ID: 7, Account: "big", Type: "Enterprise"}}, got); diff != "" {
		t.Errorf("Installations (-want +got):\n%s", diff)
	}
}

func TestPagesInACircleEnd(t *testing.T) {
	t.Parallel()
	b := setupUnchecked(t)
	token := b.consent(t, "ada")
	for range 500 {
		b.github.Next("/user/installations", githubtest.Answer{
			Status: 200, Header: map[string]string{"Link": `</user/installations>; rel="next"`}, Body: `{}`,
		})
	}
	_, err := b.Installations(b.ctx, token)
	wantError(t, err, guild.CodeUpstream, "more than 500 pages")
}

func TestInstallation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id, other := b.github.Install("acme"), b.github.InstallOther("acme")
	want := githubapp.Installation{ID: id, Account: "acme", Type: "Organization"}
	for _, suspended := range []bool{false, true} {
		b.github.Suspend(id, suspended)
		want.Suspended = suspended
		got, err := b.Installation(b.ctx, id)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Installation: %v (-want +got):\n%s", err, diff)
		}
	}
	b.github.Uninstall(id)
	for what, id := range map[string]int64{"one that was removed": id, "one of another App": other} {
		if _, err := b.Installation(b.ctx, id); !errors.Is(err, githubapp.ErrRemoved) {
			t.Errorf("%s: the error is %v, want ErrRemoved", what, err)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	acme := githubapp.Installation{ID: 1, Account: "acme"}
	globex := githubapp.Installation{ID: 2, Account: "globex"}
	asleep := githubapp.Installation{ID: 3, Account: "asleep", Suspended: true}
	tests := map[string]struct {
		reached      []githubapp.Installation
		fromCallback int64
		want         githubapp.Installation
		pick         bool
		code         guild.Code
		removed      bool
	}{
		"the callback's, which is the only one": {reached: []githubapp.Installation{acme}, fromCallback: 1, want: acme},
		"the callback's among several":          {reached: []githubapp.Installation{acme, globex}, fromCallback: 2, want: globex},
		"a forged id":                           {reached: []githubapp.Installation{acme}, fromCallback: 99, code: guild.CodeDenied},
		"a forged id, and none is reached":      {fromCallback: 99, code: guild.CodeDenied},
		"the callback's is suspended":           {reached: []githubapp.Installation{acme, asleep}, fromCallback: 3, code: guild.CodeRejected, removed: true},
		"the only one":                          {reached: []githubapp.Installation{acme}, want: acme},
		"the only one is suspended":             {reached: []githubapp.Installation{asleep}, code: guild.CodeRejected, removed: true},
		"several":                               {reached: []githubapp.Installation{acme, globex}, pick: true},
		"one that works and a suspended one":    {reached: []githubapp.Installation{acme, asleep}, pick: true},
		"none":                                  {code: guild.CodeNotFound},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, pick, err := githubapp.Choose(tt.reached, tt.fromCallback)
			if diff := cmp.Diff(tt.want, got); diff != "" || pick != tt.pick {
				t.Errorf("the choice: pick %t, want %t (-want +got):\n%s", pick, tt.pick, diff)
			}
			if (err != nil) != (tt.code != "") || err != nil && guild.CodeOf(err) != tt.code {
				t.Errorf("the error is %v, want one of code %q", err, tt.code)
			}
			if errors.Is(err, githubapp.ErrRemoved) != tt.removed {
				t.Errorf("the error is %v, and ErrRemoved in it is to be %t", err, tt.removed)
			}
		})
	}
}

// TestAForgedInstallationIsRefused goes the whole way with an id in the address
// that the operator does not reach.
func TestAForgedInstallationIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("mallory", "acme")
	b.github.Install("acme")
	victim := b.github.Install("globex")
	reached, err := b.Installations(b.ctx, b.consent(t, "mallory"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = githubapp.Choose(reached, victim)
	wantError(t, err, guild.CodeDenied, "does not reach the installation")
}
