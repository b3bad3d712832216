package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/guildsbox/guilds/internal/guild"
)

// metadata describes the box as a client, RFC 7591, section 2.
type metadata struct {
	ID              string   `json:"client_id,omitempty"`
	Name            string   `json:"client_name"`
	RedirectURIs    []string `json:"redirect_uris"`
	GrantTypes      []string `json:"grant_types"`
	ResponseTypes   []string `json:"response_types"`
	AuthMethod      string   `json:"token_endpoint_auth_method"`
	ApplicationType string   `json:"application_type"`
	SoftwareVersion string   `json:"software_version,omitempty"`
}

func newMetadata(redirectURI, method string) metadata {
	return metadata{
		Name:         "Guilds",
		RedirectURIs: []string{redirectURI},
		// Some servers give no refresh token to a client that did not ask for
		// the grant here.
		GrantTypes:      []string{"authorization_code", "refresh_token"},
		ResponseTypes:   []string{"code"},
		AuthMethod:      method,
		ApplicationType: applicationType(redirectURI),
	}
}

// applicationType is "native" for a callback on the operator's own machine: a
// server that follows OpenID Connect Registration allows those for nothing else.
func applicationType(redirectURI string) string {
	u, err := url.Parse(redirectURI)
	if err == nil && isLoopback(u) {
		return "native"
	}
	return "web"
}

// ClientMetadata returns the JSON document that stands at the address id and
// describes the client that has this address as its id, as the draft "OAuth
// Client ID Metadata Document" lays down.
func ClientMetadata(id, redirectURI string) []byte {
	m := newMetadata(redirectURI, authNone)
	m.ID = id
	doc, err := json.Marshal(m)
	if err != nil {
		panic(err) // strings alone always marshal
	}
	return doc
}

// unconfigured is the error for a server at which the box cannot become a
// client by itself. It has the code CodeUnsupported.
func unconfigured(s Server, redirectURI string) *guild.Error {
	return guild.Errorf(guild.CodeUnsupported, "%s registers no clients by itself, so this login needs a configured client", short(s.Issuer)).
		WithHint("register an application at %s with the redirect URI %s, then put its client id and secret on the connector's row of the catalog", short(s.Issuer), redirectURI)
}

func bestMethod(offered []string) string {
	for _, method := range []string{authNone, authPost, authBasic} {
		if slices.Contains(offered, method) {
			return method
		}
	}
	return authNone
}

// Register makes the box a client of s, RFC 7591, as a public one where s allows
// it. An error repeats the server's own words. It has the code CodeUnsupported
// where s registers nobody or does not want this client, with the hint to
// register one by hand, and CodeUnavailable where trying again may help.
func Register(ctx context.Context, client *http.Client, s Server, redirectURI, version string) (Client, error) {
	if s.RegistrationEndpoint == "" {
		return Client{}, unconfigured(s, redirectURI)
	}
	m := newMetadata(redirectURI, bestMethod(s.AuthMethods))
	m.SoftwareVersion = version
	body, err := json.Marshal(m)
	if err != nil {
		return Client{}, err
	}
	q := question{client: client, endpoint: s.RegistrationEndpoint, what: "the registration of the box"}
	var answer struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Method string `json:"token_endpoint_auth_method"`
	}
	if err := q.post(ctx, "application/json", bytes.NewReader(body), nil, &answer); err != nil {
		return Client{}, byHand(err, s, redirectURI)
	}
	if answer.ID == "" {
		return Client{}, q.nonsense()
	}
	c := Client{ID: answer.ID, Secret: answer.Secret, AuthMethod: answer.Method, Issuer: s.Issuer, RedirectURI: redirectURI}
	return c.resolved(s)
}

// byHand turns the refusal of a registration into one that says how to do
// without, whatever the server's reason: no such place, only with a token that
// its administrators give out, or not for this client.
func byHand(err error, s Server, redirectURI string) error {
	var (
		r *Refusal
		e *guild.Error
	)
	if !errors.As(err, &r) || !errors.As(err, &e) || mayPass(r.Status) {
		return err
	}
	if r.Code != "" && e.Code == guild.CodeUnavailable {
		return err // the server itself says that it will pass
	}
	c := e.WithHint("%s", unconfigured(s, redirectURI).Hint)
	c.Code = guild.CodeUnsupported
	return c
}
