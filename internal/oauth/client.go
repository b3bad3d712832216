package oauth

import (
	"slices"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/guild"
)

// Client is the box as one authorization server knows it. It is kept with every
// login made with it, since a refresh token works for its own client only. As
// JSON it holds its secret; printed it does not.
type Client struct {
	ID          string `json:"id"`
	Secret      string `json:"secret,omitempty"`
	AuthMethod  string `json:"auth_method,omitempty"` // none, client_secret_basic or client_secret_post; empty to go by the server
	Issuer      string `json:"issuer,omitempty"`      // whose client it is
	RedirectURI string `json:"redirect_uri,omitempty"`
}

// The ways in which the box can show a token endpoint who it is, RFC 7591,
// section 2.
const (
	authNone  = "none"
	authBasic = "client_secret_basic"
	authPost  = "client_secret_post"
)

// authStyles is how golang.org/x/oauth2 calls them. A style is always chosen:
// left to itself it tries one after the other, and a code works only once.
var authStyles = map[string]oauth2.AuthStyle{
	authNone:  oauth2.AuthStyleInParams,
	authPost:  oauth2.AuthStyleInParams,
	authBasic: oauth2.AuthStyleInHeader,
}

// method is how the client shows itself to s. A server that lists no methods
// takes client_secret_basic, RFC 8414, section 2.
func (c Client) method(s Server) string {
	switch {
	case c.Secret == "":
		return authNone
	case c.AuthMethod != "":
		return c.AuthMethod
	case slices.Contains(s.AuthMethods, authPost) && !slices.Contains(s.AuthMethods, authBasic):
		return authPost
	}
	return authBasic
}

// resolved returns the client with its method fixed and without a secret that it
// does not use.
func (c Client) resolved(s Server) (Client, error) {
	c.AuthMethod = c.method(s)
	if _, ok := authStyles[c.AuthMethod]; !ok {
		return Client{}, guild.Errorf(guild.CodeUnsupported, "%s wants its clients to log in by %q, which the box does not do; register a client there with none, client_secret_basic or client_secret_post", originOf(s.TokenEndpoint), c.AuthMethod)
	}
	if c.AuthMethod == authNone {
		c.Secret = ""
	}
	return c, nil
}
