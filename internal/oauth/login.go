package oauth

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/guild"
)

// Login is a login under way, from the moment that the browser is sent off until
// it comes back. As JSON it holds the verifier and the client's secret, so it is
// kept sealed; printed it holds neither.
type Login struct {
	Server   Server   `json:"server"`
	Client   Client   `json:"client"`
	Scopes   []string `json:"scopes,omitempty"`
	State    string   `json:"state"`    // comes back with the callback, which anyone could forge without it
	Verifier string   `json:"verifier"` // proves that the code was asked for here, RFC 7636
}

// NewLogin begins a login with a state and a verifier of its own. scopes come
// from ScopesFor.
func NewLogin(s Server, c Client, scopes []string) Login {
	return Login{Server: s, Client: c, Scopes: scopes, State: rand.Text(), Verifier: oauth2.GenerateVerifier()}
}

// ScopesFor returns the scopes to ask for: what the challenge names, else what
// is configured, else what the resource says it knows; and in any case what is
// configured, what was granted before, so that a login never loses a scope by
// asking for another, and offline_access where the authorization server knows
// it, without which some give no refresh token. It may return none.
func ScopesFor(ch Challenge, s Server, configured, granted []string) []string {
	lists := [][]string{ch.Scopes, configured, granted}
	if len(ch.Scopes) == 0 && len(configured) == 0 {
		lists = append(lists, s.Scopes)
	}
	if slices.Contains(s.ServerScopes, offlineAccess) {
		lists = append(lists, []string{offlineAccess})
	}
	var scopes []string
	for _, scope := range slices.Concat(lists...) {
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

const offlineAccess = "offline_access"

// URL returns the address to send the browser to. Parameters that the endpoint
// has already stay. The error has the code CodeUnsupported where the server
// offers no browser login.
func (l Login) URL() (string, error) {
	u, err := url.Parse(l.Server.AuthorizationEndpoint)
	if err != nil || l.Server.AuthorizationEndpoint == "" || !l.Server.grants("authorization_code") {
		return "", guild.Errorf(guild.CodeUnsupported, "%s offers no login in a browser", short(l.Server.Issuer))
	}
	query := u.Query()
	for name, value := range l.params() {
		if value != "" {
			query.Set(name, value)
		}
	}
	u.RawQuery = query.Encode()
	return u.String(), nil
}

// params are the parameters of the authorization request.
func (l Login) params() map[string]string {
	params := map[string]string{
		"response_type":         "code",
		"client_id":             l.Client.ID,
		"redirect_uri":          l.Client.RedirectURI,
		"state":                 l.State,
		"code_challenge":        oauth2.S256ChallengeFromVerifier(l.Verifier),
		"code_challenge_method": "S256",
		"resource":              l.Server.Resource,
		"scope":                 strings.Join(l.Scopes, " "),
	}
	if slices.Contains(l.Scopes, offlineAccess) {
		// OpenID Connect Core 1.0, section 11: without it the scope is ignored.
		params["prompt"] = "consent"
	}
	for name, value := range l.Server.Params {
		params[name] = value
	}
	return params
}

// Callback reads what the browser brought back and returns the code. Parameters
// that it does not know are passed over. The error has the code CodeDenied for an
// answer that does not belong to this login, and CodeRejected for a login that
// was declined.
func (l Login) Callback(values url.Values) (code string, err error) {
	origin := originOf(l.Server.AuthorizationEndpoint)
	if values.Get("state") != l.State {
		return "", guild.Errorf(guild.CodeDenied, "this answer belongs to another login than the one at %s; connect again", origin)
	}
	if err := l.checkIssuer(values); err != nil {
		return "", err
	}
	if c := (complaint{values.Get("error"), values.Get("error_description")}); c.Code != "" {
		return "", refused(origin, "the login", 0, c, quote(c.Description, []string{l.Verifier, l.Client.Secret, l.State}))
	}
	if values.Get("code") == "" {
		return "", guild.Errorf(guild.CodeUpstream, "%s sent the browser back with neither a code nor an error; connect again", origin)
	}
	return values.Get("code"), nil
}

// checkIssuer is RFC 9207, section 2.4: a code of one server must not be taken to
// another. The comparison is exact, and holds for refusals too.
func (l Login) checkIssuer(values url.Values) error {
	issuer, sent := values.Get("iss"), values.Has("iss")
	if !sent && !l.Server.IssInCallback || sent && issuer == l.Server.Issuer {
		return nil
	}
	if !sent {
		return guild.Errorf(guild.CodeDenied, "the answer does not say that it comes from %s, as that server promises; connect again", short(l.Server.Issuer))
	}
	return guild.Errorf(guild.CodeDenied, "the answer comes from %s, and the login was begun at %s; nothing was taken from it, so connect again", short(issuer), short(l.Server.Issuer))
}

// Exchange turns the code of a callback into tokens, once: a second try with the
// same code ends the login at many servers.
func (l Login) Exchange(ctx context.Context, client *http.Client, code string) (Token, error) {
	c, err := l.Client.resolved(l.Server)
	if err != nil {
		return Token{}, err
	}
	q := question{client, l.Server.TokenEndpoint, "the code", []string{code, l.Verifier, c.Secret}}
	config := oauth2.Config{
		ClientID: c.ID, ClientSecret: c.Secret, RedirectURL: c.RedirectURI,
		Endpoint: oauth2.Endpoint{TokenURL: l.Server.TokenEndpoint, AuthStyle: authStyles[c.AuthMethod]},
	}
	options := []oauth2.AuthCodeOption{oauth2.VerifierOption(l.Verifier)}
	if l.Server.Resource != "" {
		options = append(options, oauth2.SetAuthURLParam("resource", l.Server.Resource))
	}
	t, err := q.token(ctx, func(ctx context.Context) (*oauth2.Token, error) {
		return config.Exchange(ctx, code, options...)
	})
	if err != nil {
		return Token{}, err
	}
	if len(t.Scopes) == 0 {
		t.Scopes = l.Scopes // RFC 6749, section 5.1: what was asked for was granted
	}
	return t, nil
}
