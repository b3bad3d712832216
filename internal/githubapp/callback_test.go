package githubapp_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
)

// TestCallbacksOfGitHub reads what GitHub's pages send the browser back with.
func TestCallbacksOfGitHub(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		browser githubtest.Browser
		before  bool // the account has the App already
		want    githubapp.Callback
	}{
		"installed": {
			githubtest.Browser{}, false,
			githubapp.Callback{Step: githubapp.StepExchange, State: "s", Installed: true},
		},
		"updated after approval": {
			githubtest.Browser{}, true,
			githubapp.Callback{Step: githubapp.StepExchange, State: "s", Installed: true},
		},
		"installed, and the state is lost": {
			githubtest.Browser{LosesState: true}, false,
			githubapp.Callback{Step: githubapp.StepExchange, Installed: true},
		},
		"installed, with code and state only": {
			githubtest.Browser{OmitInstallation: true}, false,
			githubapp.Callback{Step: githubapp.StepExchange, State: "s"},
		},
		"a setup redirect without code": {
			githubtest.Browser{SetupOnly: true}, false,
			githubapp.Callback{Step: githubapp.StepAuthorize, State: "s", Installed: true},
		},
		"an administrator must approve": {
			githubtest.Browser{NeedsApproval: true}, false,
			githubapp.Callback{Step: githubapp.StepAwait, State: "s", Installed: true},
		},
		"an administrator must approve, without code": {
			githubtest.Browser{NeedsApproval: true, SetupOnly: true}, false,
			githubapp.Callback{Step: githubapp.StepAwait, State: "s", Installed: true},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			if tt.before {
				b.github.Install("acme")
			}
			tt.browser.Account = "acme"
			b.github.Browse(tt.browser)
			query := visit(t, b.InstallURL("s"))
			got, err := githubapp.ReadCallback(query)
			if err != nil {
				t.Fatal(err)
			}
			if named := query.Has("installation_id"); named != (got.InstallationID != 0) {
				t.Errorf("the installation is %d for %v", got.InstallationID, query)
			}
			if got.Code != query.Get("code") {
				t.Errorf("the code is %q, want %q", got.Code, query.Get("code"))
			}
			got.InstallationID, got.Code = 0, "" // new every time
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("ReadCallback (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAuthorizationRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		browser githubtest.Browser
		to      string
		code    guild.Code
		says    string
	}{
		"consent refused":     {githubtest.Browser{Refuses: true}, callbackURL, guild.CodeDenied, "consent was refused"},
		"an unknown callback": {githubtest.Browser{}, "https://elsewhere.test/", guild.CodeUnsupported, "add PUBLIC_BASE_URL + /api/mcp/oauth/callback"},
		"the App suspended":   {githubtest.Browser{Suspended: true}, callbackURL, guild.CodeUnsupported, "suspended the box's App"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.github.Browse(tt.browser)
			got, err := githubapp.ReadCallback(visit(t, b.AuthorizeURL("s", tt.to, "challenge")))
			wantError(t, err, tt.code, tt.says)
			if got.State != "s" {
				t.Errorf("the state is %q: the login cannot be found", got.State)
			}
		})
	}
}

func TestCallbacksThatGitHubDoesNotSend(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		query string
		code  guild.Code
		says  string
	}{
		"nothing":              {"state=s", guild.CodeInvalid, "neither a code nor an installation"},
		"an id of letters":     {"state=s&installation_id=x", guild.CodeInvalid, "not a number"},
		"an id below one":      {"state=s&installation_id=-1&code=c", guild.CodeInvalid, "not a number"},
		"an id past the range": {"state=s&installation_id=99999999999999999999", guild.CodeInvalid, "not a number"},
		"an unknown error":     {"state=s&error=new_error&code=c", guild.CodeUpstream, "with an error (new_error);"},
		"an error of markup":   {"state=s&error=%3Cscript%3E", guild.CodeUpstream, "with an error;"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			query, err := url.ParseQuery(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			got, err := githubapp.ReadCallback(query)
			wantError(t, err, tt.code, tt.says)
			if got.State != "s" {
				t.Errorf("the state is %q: the login cannot be found", got.State)
			}
		})
	}
}
