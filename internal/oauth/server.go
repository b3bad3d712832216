package oauth

import (
	"net/url"
	"slices"

	"github.com/guildsbox/guilds/internal/egress"
)

// Server is an authorization server together with the resource that a login at
// it is for. It is kept with the login: refreshing must not depend on what the
// documents say later. As JSON it holds no secret.
type Server struct {
	Issuer   string `json:"issuer"`
	Resource string `json:"resource,omitempty"` // RFC 8707; empty where none is sent

	AuthorizationEndpoint string `json:"authorization_endpoint"` // empty where no browser login is offered
	TokenEndpoint         string `json:"token_endpoint"`
	RegistrationEndpoint  string `json:"registration_endpoint,omitempty"`
	RevocationEndpoint    string `json:"revocation_endpoint,omitempty"`

	Scopes       []string `json:"scopes,omitempty"`        // what the resource says it knows
	ServerScopes []string `json:"server_scopes,omitempty"` // what the authorization server says it knows
	Grants       []string `json:"grants,omitempty"`        // empty where nothing is said
	AuthMethods  []string `json:"auth_methods,omitempty"`  // of clients at the token endpoint; empty where nothing is said

	ClientIDMetadata bool `json:"client_id_metadata,omitempty"` // it takes the address of a client's metadata as its id
	IssInCallback    bool `json:"iss_in_callback,omitempty"`    // every callback names the issuer, RFC 9207

	// Params are added to every authorization request.
	Params map[string]string `json:"params,omitempty"`
	// BareRevocation says that the revocation endpoint takes the token alone.
	BareRevocation bool `json:"bare_revocation,omitempty"`
}

// grants reports whether the server offers a grant. One that lists none offers
// those that RFC 8414, section 2, presumes, which a browser login is among.
func (s Server) grants(grant string) bool {
	return len(s.Grants) == 0 || slices.Contains(s.Grants, grant)
}

// originOf returns the origin of an address that was checked when it was taken
// into a Server, or the address itself.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return egress.Origin(u)
}

// Google is Google's authorization server for people. Its addresses are those of
// https://accounts.google.com/.well-known/openid-configuration.
//
// It gives a refresh token only for access_type=offline, and then only at the
// first consent of an account unless consent is asked for again. Its refresh
// tokens do not rotate.
func Google() Server {
	return Server{
		Issuer:                "https://accounts.google.com",
		AuthorizationEndpoint: "https://accounts.google.com/o/oauth2/v2/auth",
		TokenEndpoint:         "https://oauth2.googleapis.com/token",
		RevocationEndpoint:    "https://oauth2.googleapis.com/revoke",
		AuthMethods:           []string{"client_secret_post", "client_secret_basic"},
		Params:                map[string]string{"access_type": "offline", "prompt": "consent"},
		BareRevocation:        true,
	}
}
