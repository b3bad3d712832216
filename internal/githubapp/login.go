package githubapp

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// InstallURL is where an operator chooses an account and the repositories that
// the App may reach. GitHub sends the browser back with a code that has no PKCE
// challenge: see Callback.Installed.
func (a *App) InstallURL(state string) string {
	u := a.web.JoinPath("apps", a.slug, "installations/new")
	u.RawQuery = url.Values{"state": {state}}.Encode()
	return u.String()
}

// AuthorizeURL is where an operator lets the App see which installations they
// reach. challenge is the S256 challenge of RFC 7636 for the verifier that
// Exchange will be given.
func (a *App) AuthorizeURL(state, redirectURI, challenge string) string {
	login := a.oauth
	login.RedirectURL = redirectURI
	return login.AuthCodeURL(state,
		oauth2.SetAuthURLParam("code_challenge", challenge),
		oauth2.SetAuthURLParam("code_challenge_method", "S256"))
}

// Exchange turns a code into the operator's token. verifier is empty for a code
// that came with an installation. A code can be exchanged once, within ten
// minutes.
//
// The error has the code CodeRejected where the operator has to connect again,
// and CodeUnsupported where the App's settings and the box's do not fit.
func (a *App) Exchange(ctx context.Context, code, redirectURI, verifier string) (UserToken, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	login := a.oauth
	login.RedirectURL = redirectURI
	var options []oauth2.AuthCodeOption
	if verifier != "" {
		options = append(options, oauth2.VerifierOption(verifier))
	}
	token, err := login.Exchange(context.WithValue(ctx, oauth2.HTTPClient, a.client), code, options...)
	if err != nil {
		return UserToken{}, a.exchangeFailure(err, redirectURI)
	}
	return UserToken{token.AccessToken}, nil
}

// exchangeRefusals are the errors that GitHub answers an exchange with, under
// status 200 (GitHub's page "Troubleshooting OAuth app access token request
// errors").
var exchangeRefusals = map[string]struct {
	code guild.Code
	text string
}{
	"bad_verification_code":        {guild.CodeRejected, "GitHub does not accept the code that the browser brought: it was used already, is older than ten minutes, or belongs to another login; connect again"},
	"incorrect_client_credentials": {guild.CodeUnsupported, "GitHub does not accept GITHUB_APP_CLIENT_ID with GITHUB_APP_CLIENT_SECRET; copy the ID from the App's settings, and make a new client secret there"},
	"redirect_uri_mismatch":        {guild.CodeUnsupported, wrongCallback},
	"unverified_user_email":        {guild.CodeRejected, "GitHub gives out no token to an account whose primary e-mail address is not verified; verify it in GitHub's settings, then connect again"},
}

const wrongCallback = "GitHub does not know this box's callback address; add PUBLIC_BASE_URL + /api/mcp/oauth/callback to the callback URLs in the App's settings"

func (a *App) exchangeFailure(err error, redirectURI string) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return a.noToken(err)
	}
	known, ok := exchangeRefusals[refused.ErrorCode]
	switch status := refused.Response.StatusCode; {
	case ok && redirectURI != "" && known.text == wrongCallback:
		return guild.Errorf(known.code, "%s (here %s)", known.text, redirectURI)
	case ok:
		return guild.Errorf(known.code, "%s", known.text)
	case status == http.StatusNotFound:
		return guild.Errorf(guild.CodeUnsupported, "GitHub knows no App with this GITHUB_APP_CLIENT_ID; copy it from the App's settings")
	case status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return guild.Errorf(guild.CodeUnavailable, "GitHub cannot exchange a code at the moment (status %d); connect again later", status)
	}
	// What GitHub says beyond its code may repeat what it was sent.
	return guild.Errorf(guild.CodeUpstream, "GitHub refused to exchange the code%s; connect again", errorName(refused.ErrorCode))
}

// noToken tells a request that failed from an answer that holds no token: the
// library has a type for neither.
func (a *App) noToken(err error) error {
	var coded *guild.Error
	var failed *url.Error
	if errors.As(err, &coded) || errors.As(err, &failed) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return egress.Failure(a.web, err)
	}
	return guild.Errorf(guild.CodeUpstream, "%s answered the exchange of a code with something that is no token; connect again", egress.Origin(a.web))
}

// Discard makes a user token useless, as the specification asks for once the
// installation is known. A token that GitHub no longer knows is a success.
func (a *App) Discard(ctx context.Context, token UserToken) error {
	err := a.call(ctx, request{
		method: http.MethodDelete,
		path:   "applications/" + url.PathEscape(a.oauth.ClientID) + "/token",
		what:   "discard the operator's token",
		body:   map[string]string{"access_token": token.value},
		as: credential{
			user: a.oauth.ClientID, secret: a.oauth.ClientSecret, code: guild.CodeUnsupported,
			refused: exchangeRefusals["incorrect_client_credentials"].text,
		},
		hide: token.value,
	}, nil)
	if answered(err, http.StatusNotFound) {
		return nil
	}
	return err
}
