package localapi_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestGitHubNamesTheVariablesThatTheBoxLacks(t *testing.T) {
	t.Parallel()
	all := []string{"GITHUB_APP_ID", "GITHUB_APP_SLUG", "GITHUB_APP_PRIVATE_KEY", "GITHUB_APP_CLIENT_ID", "GITHUB_APP_CLIENT_SECRET"}
	for _, missing := range append([][]string{all, {all[1], all[4]}}, []string{all[0]}, []string{all[2]}, []string{all[3]}) {
		t.Run(strings.Join(missing, " "), func(t *testing.T) {
			t.Parallel()
			h := newHub(t, func(environment map[string]string) {
				for _, name := range missing {
					delete(environment, name)
				}
			})
			h.wantUnsupported(t, strings.Join(missing, ", "))
		})
	}
}

func TestGitHubWithAKeyThatIsNoneIsNotSetUp(t *testing.T) {
	t.Parallel()
	h := newHub(t, func(environment map[string]string) { environment["GITHUB_APP_PRIVATE_KEY"] = "not a key" })
	h.wantUnsupported(t, "cannot be used as it is set up")
}

// wantUnsupported fails unless GitHub can be connected nowhere, and the access view
// of each scope says why.
func (h *hub) wantUnsupported(t *testing.T, why string) {
	t.Helper()
	for _, path := range []string{"acme", "acme/research", "acme/research/scout"} {
		got := h.send(t, h.token(t, path, access.Operator), http.MethodPost, api.Connect.Path, `{"server_id":"`+h.serverID+`","scope_id":"`+h.id(path)+`"}`)
		p := got.problem(t)
		if got.status != http.StatusUnprocessableEntity || p.SetupState != "unsupported" || !strings.Contains(p.Detail, why) {
			t.Errorf("connecting at %s: %d %s; want 422 with the setup_state and %q", path, got.status, got.body, why)
		}
		if s := h.access(t, path); s.OAuthSetupState != "unsupported" || !strings.Contains(s.Unsupported, why) {
			t.Errorf("the access view of %s: %+v; want it unsupported and %q", path, s, why)
		}
	}
}

// access returns what a scope sees of GitHub.
func (h *hub) access(t testing.TB, path string) api.ServerAccess {
	t.Helper()
	view, err := h.local.GetAccess(t.Context(), h.id(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range view.Servers {
		if s.Server == "github" {
			return s
		}
	}
	t.Fatalf("the access view of %s does not hold github", path)
	return api.ServerAccess{}
}

func TestEveryConnectorHasASetupStateInEveryAccessView(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	want := map[string]string{"github": "configured", "notion": "dynamic", "sentry": "dynamic", "gmail": "unsupported", "drive": "unsupported", "cigale": "not_applicable", "wallet": "not_applicable"}
	for _, path := range []string{"acme", "acme/research", "acme/research/scout"} {
		view, err := h.local.GetAccess(t.Context(), h.id(path))
		if err != nil || len(view.Servers) < 16 {
			t.Fatalf("the access view of %s has %d connectors (%v)", path, len(view.Servers), err)
		}
		for _, s := range view.Servers {
			if state, ok := want[s.Server]; s.OAuthSetupState == "" || ok && s.OAuthSetupState != state {
				t.Errorf("%s at %s is %q; want %q", s.Server, path, s.OAuthSetupState, state)
			}
		}
	}
}

// A login that the operator cannot see does not spare them the installation.
func TestConnectInstallsUnlessTheOperatorSeesALogin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		login     string // where one is connected; empty for nowhere
		ended     bool   // that login is disconnected
		token, at string // who connects, where
		authorize bool
	}{
		{"none", "", false, "acme", "acme/research", false},
		{"one above", "acme", false, "acme", "acme/research", true},
		{"one above that is inherited", "acme", false, "acme/research", "acme/research/scout", true},
		{"one below", "acme/research", false, "acme", "acme", true},
		{"one beside, in reach", "acme/ops", false, "acme", "acme/research", true},
		{"one beside, out of reach", "acme/ops", false, "acme/research", "acme/research", false},
		{"one in another organisation", "beta", false, "platform", "acme", false},
		{"one that is disconnected", "acme", true, "acme", "acme/research", false},
		{"the same that is disconnected", "acme", true, "acme", "acme", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			if tt.login != "" {
				made := h.connected(t, tt.login, "acme", "app")
				if tt.ended {
					h.end(t, made)
				}
			}
			made, err := h.at(t, tt.token, access.Operator).Connect(t.Context(), api.NewConnection{ServerID: h.serverID, ScopeID: h.id(tt.at)})
			if err != nil {
				t.Fatal(err)
			}
			want := h.github.URL + "/apps/" + githubtest.Slug + "/installations/new?state="
			if tt.authorize {
				want = h.github.URL + "/login/oauth/authorize?"
			}
			if !strings.HasPrefix(made.AuthorizationURL, want) {
				t.Errorf("the browser goes to %s; want %s", made.AuthorizationURL, want)
			}
		})
	}
}

// end disconnects a login as GitHub's refusal does.
func (h *hub) end(t testing.TB, made api.Connection) {
	t.Helper()
	stored, err := h.db.Login(t.Context(), guild.ID(made.ID))
	if err == nil {
		err = h.db.MarkDisconnected(t.Context(), stored.ID, stored.Epoch)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestGitHubAtThePlatformIsReserved(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	_, err := h.local.Connect(t.Context(), api.NewConnection{ServerID: h.serverID, ScopeID: h.id("platform")})
	wantProblem(t, err, api.CodeDenied, "reserved")
}

// The ways in which GitHub sends a first login back.
func TestAFirstGitHubLogin(t *testing.T) {
	t.Parallel()
	for name, b := range map[string]githubtest.Browser{
		"code, installation and state":       {},
		"without the installation":           {OmitInstallation: true},
		"a setup redirect without code":      {SetupOnly: true},
		"the App was installed there before": {Account: "globex"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			if b.Account == "" {
				b.Account = "acme"
			} else {
				h.github.Install(b.Account)
			}
			h.ada(b)
			made := h.begin(t, "acme")
			open(t, browser(t), made.AuthorizationURL).want(t, http.StatusOK, "GitHub is connected.", b.Account, "guildsctl repo select")
			h.wantLogin(t, made.ID, "connected", b.Account)
			h.wantBinding(t, "acme", made.ID)
		})
	}
}

// wantBinding fails unless the enabled binding at a scope carries the login.
func (h *hub) wantBinding(t testing.TB, path, login string) {
	t.Helper()
	rows, err := h.local.ListBindings(t.Context(), api.BindingQuery{ScopeID: h.id(path)})
	for _, b := range rows {
		if b.Name == "github" && b.Enabled && b.ConnectionID == login {
			return
		}
	}
	t.Errorf("the bindings at %s are %+v (%v); want github on with the login", path, rows, err)
}

func TestASecondGuildAttachesTheInstallation(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.connected(t, "acme", "acme", "app")
	h.connected(t, "acme/research", "acme")
	visits := 0
	for _, r := range h.github.Requests() {
		if strings.HasPrefix(r.Path, "/apps/") {
			visits++
		}
	}
	if visits != 1 {
		t.Errorf("the installation page was visited %d times; want once, for the first login", visits)
	}
}

// The installation of the setup redirect is kept across the authorization: ada
// reaches two, and is not asked which.
func TestTheInstallationOfASetupRedirectIsKept(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.github.Install("globex")
	h.ada(githubtest.Browser{Account: "acme", SetupOnly: true})
	made, b := h.begin(t, "acme"), browser(t)
	setup := hop(t, b, made.AuthorizationURL)
	authorize := hop(t, b, setup)
	state := func(address string) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return u.Query().Get("state")
	}
	if !strings.HasPrefix(authorize, h.github.URL+"/login/oauth/authorize?") || state(authorize) != state(setup) || state(setup) == "" {
		t.Errorf("the setup redirect %s goes on to %s; want an authorization with the same state", setup, authorize)
	}
	open(t, b, authorize).want(t, http.StatusOK, "GitHub is connected.", "acme")
	h.wantLogin(t, made.ID, "connected", "acme")
}

// The cookie that the box set on the way finds the login where GitHub leaves the
// state out after the authorization.
func TestACookieFindsTheLoginOfACallbackWithoutState(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme", SetupOnly: true})
	made, b := h.begin(t, "acme"), browser(t)
	authorize := hop(t, b, hop(t, b, made.AuthorizationURL))
	h.ada(githubtest.Browser{Account: "acme", LosesState: true})
	back := hop(t, b, authorize)
	if strings.Contains(back, "state=") {
		t.Fatalf("the callback %s has a state", back)
	}
	open(t, browser(t), strings.Replace(back, "code=", "code=x", 1)).want(t, http.StatusNotFound, "paste it where guildsctl connect waits")
	open(t, b, back).want(t, http.StatusOK, "GitHub is connected.", "acme")
	h.wantLogin(t, made.ID, "connected", "acme")
}

// A browser that comes straight from GitHub has no cookie. The login waits, and a
// program completes it with the state that it knows.
func TestACallbackWithNeitherStateNorCookieLosesNothing(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme", LosesState: true})
	made, b := h.begin(t, "acme"), browser(t)
	back := hop(t, b, made.AuthorizationURL)
	open(t, b, back).want(t, http.StatusNotFound, "The login was not made.", "paste it where guildsctl connect waits")
	begun, err := url.Parse(made.AuthorizationURL)
	if err != nil {
		t.Fatal(err)
	}
	pasted, err := url.Parse(back)
	if err != nil {
		t.Fatal(err)
	}
	query := pasted.Query()
	query.Set("state", begun.Query().Get("state"))
	done, err := h.local.CompleteLogin(t.Context(), query)
	if err != nil || done.Connection.Status != "connected" || !strings.Contains(done.Message, "GitHub is connected.") {
		t.Errorf("the pasted callback: %+v (%v)", done, err)
	}
	open(t, b, h.tcp+api.CompleteLogin.Path).want(t, http.StatusNotFound, "none was begun here", "guildsctl connect CONNECTOR")
}

// An id in the address proves nothing.
func TestAForgedInstallationIsRefused(t *testing.T) {
	t.Parallel()
	for name, callback := range map[string]string{"with a code": "code", "without one": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			theirs := h.github.Install("initech", "secret")
			h.ada(githubtest.Browser{Account: "acme"})
			made, b := h.begin(t, "acme"), browser(t)
			back, err := url.Parse(hop(t, b, made.AuthorizationURL))
			if err != nil {
				t.Fatal(err)
			}
			query := back.Query()
			query.Set("installation_id", strconv.FormatInt(theirs, 10))
			if callback == "" {
				query.Del("code")
			}
			back.RawQuery = query.Encode()
			open(t, b, back.String()).want(t, http.StatusForbidden, "is not connected.", "does not reach the installation")
			h.wantGone(t, made)
		})
	}
}

func TestAnAuthorizationKeepsTheOnlyInstallationOfThisApp(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.connected(t, "acme", "acme")
	h.github.InstallOther("globex")
	made := h.begin(t, "acme/ops")
	open(t, browser(t), made.AuthorizationURL).want(t, http.StatusOK, "GitHub is connected.", "acme")
	h.wantLogin(t, made.ID, "connected", "acme")
}

// Sent to an authorization, a browser may go over the installation page all the
// same, whose code has no challenge.
func TestAnAuthorizationMayEndOnTheInstallationPage(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.connected(t, "acme", "acme")
	h.ada(githubtest.Browser{Account: "globex"})
	made := h.begin(t, "acme/ops")
	install := strings.Replace(made.AuthorizationURL, "/login/oauth/authorize", "/apps/"+githubtest.Slug+"/installations/new", 1)
	open(t, browser(t), install).want(t, http.StatusOK, "GitHub is connected.", "globex")
	h.wantLogin(t, made.ID, "connected", "globex")
}

// picker brings a browser to the page with the accounts acme, globex, and initech,
// which is suspended.
func picker(t *testing.T) (*hub, api.Connection, *http.Client, page) {
	t.Helper()
	h := newHub(t)
	h.connected(t, "acme", "acme")
	h.github.Install("globex")
	h.github.Suspend(h.github.Install("initech"), true)
	h.github.AddUser("ada", "acme", "globex", "initech", "hooli")
	made, b := h.begin(t, "acme/research"), browser(t)
	p := open(t, b, made.AuthorizationURL)
	p.want(t, http.StatusOK, "Which account shall GitHub use?", ">acme<", ">globex<", "Install the App on another account")
	if p.address.Path != api.ListInstallations.Path || strings.Contains(p.text, "initech") {
		t.Fatalf("the browser is at %s:\n%s", p.address, p.text)
	}
	return h, made, b, p
}

func TestThePickerOfInstallations(t *testing.T) {
	t.Parallel()
	t.Run("an account is chosen", func(t *testing.T) {
		t.Parallel()
		h, made, b, p := picker(t)
		open(t, b, p.address.String()).want(t, http.StatusOK, ">acme<") // looking spends nothing
		h.choose(t, b, p, "globex").want(t, http.StatusOK, "GitHub is connected.", "globex")
		h.wantLogin(t, made.ID, "connected", "globex")
		h.wantBinding(t, "acme/research", made.ID)
		h.choose(t, b, p, "acme").want(t, http.StatusNotFound, "completed already")
		h.wantLogin(t, made.ID, "connected", "globex")
	})
	t.Run("what is no choice is refused", func(t *testing.T) {
		t.Parallel()
		for name, choice := range map[string]func(*hub) string{
			"an installation's id": func(h *hub) string { return strconv.FormatInt(h.github.Install("massive"), 10) },
			"a negative place":     func(*hub) string { return "-1" },
			"a place behind":       func(*hub) string { return "3" },
			"nothing":              func(*hub) string { return "" },
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				h, made, b, p := picker(t)
				h.post(t, b, p.address.Query().Get("state"), choice(h)).want(t, http.StatusUnprocessableEntity, "none of the accounts")
				h.wantGone(t, made)
			})
		}
	})
	t.Run("a suspended installation is refused", func(t *testing.T) {
		t.Parallel()
		h, made, b, p := picker(t)
		h.post(t, b, p.address.Query().Get("state"), "2").want(t, http.StatusUnprocessableEntity, "suspended")
		h.wantGone(t, made)
	})
	t.Run("a form without state", func(t *testing.T) {
		t.Parallel()
		h, made, b, _ := picker(t)
		h.post(t, b, "", "0").want(t, http.StatusNotFound)
		h.wantLogin(t, made.ID, "pending", "")
	})
	for name, visit := range map[string]githubtest.Browser{
		"the App is installed on another account":            {Account: "hooli"},
		"the same, by a setup redirect":                      {Account: "hooli", SetupOnly: true},
		"the same, without state on the way back":            {Account: "hooli", LosesState: true},
		"the same, on an account that the page offered":      {Account: "globex"},
		"the same, without state and code on the way back":   {Account: "hooli", SetupOnly: true, LosesState: true},
		"the same, where an administrator must still agree":  {Account: "hooli", NeedsApproval: true},
		"the same, and the installation's page says nothing": {Account: "hooli", OmitInstallation: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, made, b, p := picker(t)
			_, link, _ := strings.Cut(p.text, `<a href="`)
			link, _, _ = strings.Cut(link, `"`)
			visit.User = "ada"
			h.github.Browse(visit)
			end := open(t, b, link)
			switch {
			case visit.NeedsApproval:
				end.want(t, http.StatusForbidden, "must approve the App first")
				h.wantGone(t, made)
			case visit.OmitInstallation: // which one is new cannot be told, so the page asks again
				end.want(t, http.StatusOK, "Which account shall GitHub use?", ">hooli<")
				h.choose(t, b, end, "hooli").want(t, http.StatusOK, "GitHub is connected.", "hooli")
			default:
				end.want(t, http.StatusOK, "GitHub is connected.", visit.Account)
				h.wantLogin(t, made.ID, "connected", visit.Account)
			}
		})
	}
}

func TestThePickerHasNothingToAskWhereAllAreSuspended(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme", OmitInstallation: true})
	h.github.Suspend(h.github.Install("acme"), true)
	h.github.Suspend(h.github.Install("globex"), true)
	made := h.begin(t, "acme")
	open(t, browser(t), made.AuthorizationURL).want(t, http.StatusUnprocessableEntity, "is not connected.", "suspended")
	h.wantGone(t, made)
}

func TestThePickerOfALoginThatAsksNothing(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme"})
	made, b := h.begin(t, "acme"), browser(t)
	begun, err := url.Parse(made.AuthorizationURL)
	if err != nil {
		t.Fatal(err)
	}
	at := h.tcp + api.ListInstallations.Path + "?state="
	open(t, b, at+begun.Query().Get("state")).want(t, http.StatusConflict, "asks for no choice")
	open(t, b, at+"forged").want(t, http.StatusNotFound, "never begun")
	open(t, b, made.AuthorizationURL).want(t, http.StatusOK, "GitHub is connected.")
}

func TestAnInstallationThatNeedsApproval(t *testing.T) {
	t.Parallel()
	for name, setupOnly := range map[string]bool{"with a code": false, "without one": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			h.ada(githubtest.Browser{Account: "acme", NeedsApproval: true, SetupOnly: setupOnly})
			made := h.begin(t, "acme")
			open(t, browser(t), made.AuthorizationURL).want(t, http.StatusForbidden,
				"is not connected.", "An administrator of the account must approve the App first", "Connect again after they have approved it")
			h.wantGone(t, made)
			h.github.Install("acme", "app") // the administrator approves
			h.connected(t, "acme", "acme")  // and the update redirect completes a new Connect
		})
	}
}

// Each ends a new login, and leaves one that was disconnected with its bindings.
func TestARefusedCallback(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		visit  githubtest.Browser
		breaks func(*hub)
		status int
		says   string
	}{
		{"consent is refused", githubtest.Browser{Refuses: true}, nil, http.StatusForbidden, "Consent was refused"},
		{"the App is suspended", githubtest.Browser{Suspended: true}, nil, http.StatusUnprocessableEntity, "suspended the box"},
		{"the callback is not registered", githubtest.Browser{}, func(h *hub) {
			h.github.Next("/access_token", githubtest.Answer{Status: 200, Body: `{"error":"redirect_uri_mismatch"}`})
		}, http.StatusUnprocessableEntity, "callback URLs in the App"},
		{"the code is refused", githubtest.Browser{}, func(h *hub) {
			h.github.Next("/access_token", githubtest.Answer{Status: 200, Body: `{"error":"bad_verification_code"}`})
		}, http.StatusUnprocessableEntity, "does not accept the code"},
		{"GitHub is down in the exchange", githubtest.Browser{}, func(h *hub) {
			h.github.Next("/access_token", githubtest.Answer{Status: 503})
		}, http.StatusServiceUnavailable, "connect again later"},
		{"GitHub is down in the list", githubtest.Browser{}, func(h *hub) {
			h.github.Next("/user/installations", githubtest.Answer{Status: 500})
		}, http.StatusServiceUnavailable, "status 500"},
		{"no installation is reached", githubtest.Browser{User: "eve"}, func(h *hub) { h.github.AddUser("eve") }, http.StatusNotFound, "reaches no installation"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			h.connected(t, "acme/research", "acme") // so that a Connect authorizes
			if tt.visit.User == "" {
				tt.visit.User = "ada"
			}
			former := h.connected(t, "acme", "acme")
			h.end(t, former)
			h.github.Browse(tt.visit)
			fresh := h.begin(t, "acme/ops")
			h.refused(t, fresh, tt.breaks, tt.status, tt.says)
			h.wantGone(t, fresh)
			again := h.begin(t, "acme")
			h.refused(t, again, tt.breaks, tt.status, tt.says)
			h.wantLogin(t, former.ID, "disconnected", "acme")
			h.wantBinding(t, "acme", former.ID)
		})
	}
}

func (h *hub) refused(t *testing.T, made api.Connection, breaks func(*hub), status int, says string) {
	t.Helper()
	if breaks != nil {
		breaks(h)
	}
	p := open(t, browser(t), made.AuthorizationURL)
	p.want(t, status, says)
}

func TestARetryOverADisconnectedLoginKeepsItsBindings(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	former := h.connected(t, "acme", "acme", "app")
	if _, err := h.local.PutSelected(t.Context(), former.ID, h.wants("acme/app")); err != nil {
		t.Fatal(err)
	}
	h.end(t, former)
	h.ada(githubtest.Browser{Account: "acme"})
	made := h.begin(t, "acme")
	if made.ID != former.ID || made.Status != "disconnected" {
		t.Fatalf("the retry is %+v; want the disconnected login %s", made, former.ID)
	}
	h.wantBinding(t, "acme", former.ID)
	open(t, browser(t), made.AuthorizationURL).want(t, http.StatusOK, "GitHub is connected.")
	h.wantLogin(t, former.ID, "connected", "acme")
	h.wantBinding(t, "acme", former.ID)
	if got := h.selected(t, former.ID); !cmp.Equal(got, []string{"app"}) {
		t.Errorf("the login is for %q after the retry; want app still", got)
	}
}

func TestAReplayedCallback(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme"})
	made, b := h.begin(t, "acme"), browser(t)
	back := hop(t, b, made.AuthorizationURL)
	open(t, b, back).want(t, http.StatusOK, "GitHub is connected.")
	for range 2 {
		open(t, b, back).want(t, http.StatusNotFound, "completed already")
	}
	h.wantLogin(t, made.ID, "connected", "acme")
}

// A refusal to discard the operator's token is the box's to log; the login is made.
func TestAUserTokenThatCannotBeDiscarded(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme"})
	h.github.Next("/token", githubtest.Answer{Status: 500})
	open(t, browser(t), h.begin(t, "acme").AuthorizationURL).want(t, http.StatusOK, "GitHub is connected.")
	if !strings.Contains(h.said.String(), "could not be discarded") {
		t.Error("the log does not say that the token was not discarded")
	}
}

// The daemon may be started without its App while a browser is on its way.
func TestACallbackToABoxThatLostItsApp(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	h.ada(githubtest.Browser{Account: "acme"})
	made, b := h.begin(t, "acme"), browser(t)
	h.logins.GitHub = nil
	open(t, b, made.AuthorizationURL).want(t, http.StatusUnprocessableEntity, "App is not set up")
	rows, err := h.db.Connections(t.Context(), postgres.ConnectionFilter{Server: "github"})
	if err != nil || len(rows) != 0 {
		t.Errorf("the logins are %v (%v); want none", rows, err)
	}
	_, err = h.logins.Begin(t.Context(), connection.Attempt{Row: h.row(t), Scope: h.tree["acme"]})
	if guild.CodeOf(err) != guild.CodeUnsupported {
		t.Errorf("a new login: %v; want the code unsupported", err)
	}
}
