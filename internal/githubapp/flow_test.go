package githubapp_test

import (
	"testing"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

// finish does with a callback what the daemon does, up to the installation that
// the login keeps.
func (b box) finish(t *testing.T, back githubapp.Callback, verifier string) (githubapp.Installation, bool, error) {
	t.Helper()
	if back.Step != githubapp.StepExchange {
		t.Fatalf("the step is %s, want exchange", back.Step)
	}
	if back.Installed {
		verifier = ""
	}
	token, err := b.Exchange(b.ctx, back.Code, callbackURL, verifier)
	if err != nil {
		t.Fatal(err)
	}
	reached, err := b.Installations(b.ctx, token)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Discard(b.ctx, token); err != nil {
		t.Fatal(err)
	}
	return githubapp.Choose(reached, back.InstallationID)
}

func (b box) callback(t *testing.T, page string) githubapp.Callback {
	t.Helper()
	back, err := githubapp.ReadCallback(visit(t, page))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// wantAccount fails unless the installation of that account was chosen.
func wantAccount(t *testing.T, want string, got githubapp.Installation, pick bool, err error) {
	t.Helper()
	if err != nil || pick || got.Account != want {
		t.Errorf("the login keeps %+v, pick %t, %v; want the one of %s", got, pick, err, want)
	}
}

func TestAFirstLoginInstallsTheApp(t *testing.T) {
	t.Parallel()
	for name, browser := range map[string]githubtest.Browser{
		"with everything":               {},
		"the state is lost":             {LosesState: true},
		"without the installation's id": {OmitInstallation: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.github.AddUser("ada", "acme")
			browser.User, browser.Account, browser.Repositories = "ada", "acme", []string{"app"}
			b.github.Browse(browser)
			got, pick, err := b.finish(t, b.callback(t, b.InstallURL("s")), "")
			wantAccount(t, "acme", got, pick, err)
			if repositories, err := b.Repositories(b.ctx, got.ID); err != nil || len(repositories) != 1 {
				t.Errorf("the installation reaches %v, %v; want the one repository", repositories, err)
			}
		})
	}
}

func TestASetupRedirectGoesOnToAuthorization(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("ada", "acme", "globex")
	b.github.Install("globex")
	b.github.Browse(githubtest.Browser{User: "ada", Account: "acme", SetupOnly: true})
	first := b.callback(t, b.InstallURL("s"))
	if first.Step != githubapp.StepAuthorize || first.State != "s" {
		t.Fatalf("the callback is %+v, want the step authorize with the state", first)
	}
	verifier := oauth2.GenerateVerifier()
	back := b.callback(t, b.AuthorizeURL(first.State, callbackURL, oauth2.S256ChallengeFromVerifier(verifier)))
	// GitHub does not repeat the id, which came with the first redirect.
	back.InstallationID = first.InstallationID
	got, pick, err := b.finish(t, back, verifier)
	wantAccount(t, "acme", got, pick, err)
}

func TestASecondLoginPicksAmongInstallations(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("ada", "acme", "globex")
	b.github.Install("acme")
	b.github.Install("globex")
	b.github.Browse(githubtest.Browser{User: "ada"})
	verifier := oauth2.GenerateVerifier()
	back := b.callback(t, b.AuthorizeURL("s", callbackURL, oauth2.S256ChallengeFromVerifier(verifier)))
	if _, pick, err := b.finish(t, back, verifier); err != nil || !pick {
		t.Fatalf("pick is %t, %v; want the operator to pick", pick, err)
	}
	// On the picker they install the App on another account.
	b.github.AddUser("ada", "acme", "globex", "initech")
	b.github.Browse(githubtest.Browser{User: "ada", Account: "initech"})
	got, pick, err := b.finish(t, b.callback(t, b.InstallURL("s")), verifier)
	wantAccount(t, "initech", got, pick, err)
}

func TestAnApprovedInstallationIsFoundByConnectingAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("ada", "acme")
	b.github.Browse(githubtest.Browser{User: "ada", Account: "acme", NeedsApproval: true})
	if back := b.callback(t, b.InstallURL("s")); back.Step != githubapp.StepAwait {
		t.Fatalf("the step is %s, want await", back.Step)
	}
	b.github.Install("acme", "app") // which the administrator approves
	b.github.Browse(githubtest.Browser{User: "ada", Account: "acme"})
	got, pick, err := b.finish(t, b.callback(t, b.InstallURL("s2")), "")
	wantAccount(t, "acme", got, pick, err)
}

func TestAnOperatorWhoReachesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.github.AddUser("eve")
	b.github.Install("acme")
	b.github.Browse(githubtest.Browser{User: "eve"})
	verifier := oauth2.GenerateVerifier()
	_, _, err := b.finish(t, b.callback(t, b.AuthorizeURL("s", callbackURL, oauth2.S256ChallengeFromVerifier(verifier))), verifier)
	wantError(t, err, guild.CodeNotFound, "reaches no installation")
}
