package extension

import (
	"context"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
)

// Identity is a person's login at an organisation's own identity provider.
type Identity struct {
	TokenEndpoint string // of the provider
	ClientID      string // of the box at the provider
	IDToken       string // the person's
}

// CrossApp logs a person in at s with a login at the organisation's identity
// provider: the provider turns the identity token into an authorization grant for
// s (RFC 8693 and the draft "Identity Assertion JWT Authorization Grant"), and s
// takes that as an assertion (RFC 7523, section 2.1).
func CrossApp(ctx context.Context, client *http.Client, s oauth.Server, c oauth.Client, who Identity) (oauth.Token, error) {
	assertion, err := who.assertionFor(ctx, client, s)
	if err != nil {
		return oauth.Token{}, err
	}
	return oauth.Grant(ctx, client, s, c, "the assertion", url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"},
		"assertion":  {assertion},
	})
}

// assertionFor asks the provider. oauth.Grant would refuse the answer: its token
// is no Bearer token, and its type is "N_A".
func (who Identity) assertionFor(ctx context.Context, client *http.Client, s oauth.Server) (string, error) {
	config := clientcredentials.Config{
		ClientID: who.ClientID, TokenURL: who.TokenEndpoint, AuthStyle: oauth2.AuthStyleInParams,
		EndpointParams: url.Values{
			"grant_type":           {"urn:ietf:params:oauth:grant-type:token-exchange"},
			"requested_token_type": {"urn:ietf:params:oauth:token-type:id-jag"},
			"subject_token":        {who.IDToken},
			"subject_token_type":   {"urn:ietf:params:oauth:token-type:id_token"},
			"audience":             {s.Issuer},
			"resource":             {s.Resource},
		},
	}
	t, err := config.Token(context.WithValue(ctx, oauth2.HTTPClient, client))
	if err != nil {
		return "", guild.Errorf(guild.CodeRejected, "the identity provider gave no assertion for %s; check the login there", s.Issuer)
	}
	return t.AccessToken, nil
}
