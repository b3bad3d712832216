package githubapp

import (
	"net/url"
	"regexp"
	"strconv"

	"github.com/guildsbox/guilds/internal/guild"
)

// Step is what a browser that GitHub sent back needs next.
type Step string

// The steps.
const (
	// StepExchange: there is a code, for Exchange.
	StepExchange Step = "exchange"
	// StepAuthorize: the App was installed, and nobody has yet proved to reach
	// the installation. Send the browser to AuthorizeURL with the same state.
	StepAuthorize Step = "authorize"
	// StepAwait: an administrator of the account must approve the App. The
	// operator connects again after that.
	StepAwait Step = "await"
)

// Callback is the query of GitHub's redirect to the box.
type Callback struct {
	Step  Step
	Code  string // a secret until it is exchanged
	State string // empty where GitHub lost it: the state of the cookie counts then
	// InstallationID is 0 where GitHub named none. Anybody can write one into
	// the address: Choose says whether it may be kept.
	InstallationID int64
	// Installed says that GitHub's installation page sent the browser, even where
	// the box had sent it to AuthorizeURL. The code of that page was given without
	// a PKCE challenge, so Exchange takes no verifier. The page does not always
	// say so: a login that was sent to InstallURL has no verifier in any case.
	Installed bool
}

// authorizeRefusals are the errors with which GitHub ends an authorization
// (GitHub's page "Troubleshooting authorization request errors").
var authorizeRefusals = map[string]struct {
	code guild.Code
	text string
}{
	"access_denied":         {guild.CodeDenied, "consent was refused at GitHub, so nothing was connected; connect again to be asked once more"},
	"redirect_uri_mismatch": {guild.CodeUnsupported, wrongCallback},
	"application_suspended": {guild.CodeUnsupported, "GitHub has suspended the box's App; its owner finds the reason in the App's settings or asks GitHub's support"},
}

// ReadCallback reads the query of a redirect by GitHub. With an error, which
// says what GitHub refused, the state is still set, so that its login can be
// found.
func ReadCallback(query url.Values) (Callback, error) {
	action := query.Get("setup_action")
	c := Callback{Code: query.Get("code"), State: query.Get("state"), Installed: action != ""}
	if name := query.Get("error"); name != "" {
		return c, authorizeFailure(name)
	}
	if raw := query.Get("installation_id"); raw != "" {
		id, err := strconv.ParseInt(raw, 10, 64)
		if err != nil || id <= 0 {
			return c, guild.Errorf(guild.CodeInvalid, "the installation_id in the address is not a number; connect again")
		}
		c.InstallationID = id
	}
	switch {
	case action == "request":
		c.Step = StepAwait
	case c.Code != "":
		c.Step = StepExchange
	case c.InstallationID != 0:
		c.Step = StepAuthorize
	default:
		return c, guild.Errorf(guild.CodeInvalid, "the address holds neither a code nor an installation; connect again")
	}
	return c, nil
}

func authorizeFailure(name string) error {
	if known, ok := authorizeRefusals[name]; ok {
		return guild.Errorf(known.code, "%s", known.text)
	}
	return guild.Errorf(guild.CodeUpstream, "GitHub ended the authorization with an error%s; connect again", errorName(name))
}

var errorForm = regexp.MustCompile(`^[a-z_]{1,40}$`)

// errorName returns " (name)" for an OAuth error, and nothing for text that only
// pretends to be one: it comes from a query string that anybody can write.
func errorName(name string) string {
	if !errorForm.MatchString(name) {
		return ""
	}
	return " (" + name + ")"
}
