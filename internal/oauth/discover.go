package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// resourceDocument is the metadata of a protected resource, RFC 9728, section 2.
type resourceDocument struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

func (d resourceDocument) found() bool { return d.Resource != "" || len(d.Servers) > 0 }

// serverDocument is the metadata of an authorization server, RFC 8414, section
// 2, or OpenID Connect Discovery 1.0, section 3.
type serverDocument struct {
	Issuer           string   `json:"issuer"`
	Authorization    string   `json:"authorization_endpoint"`
	Token            string   `json:"token_endpoint"`
	Registration     string   `json:"registration_endpoint"`
	Revocation       string   `json:"revocation_endpoint"`
	Scopes           []string `json:"scopes_supported"`
	Grants           []string `json:"grant_types_supported"`
	AuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	ChallengeMethods []string `json:"code_challenge_methods_supported"`
	ClientIDMetadata bool     `json:"client_id_metadata_document_supported"`
	IssInCallback    bool     `json:"authorization_response_iss_parameter_supported"`
}

func (d serverDocument) found() bool { return d.Token != "" }

// Discover finds the authorization server of the MCP server at mcpURL. ch is what
// the server answered to a request without a token, and may be empty.
//
// It looks for the resource's metadata where the challenge says, then at the
// well-known place of the path, then at that of the origin; and for the metadata
// of the first authorization server named there that has some. A server without
// metadata of its resource is one of the specification of 2025-03-26: its own
// origin is the authorization server, at /authorize, /token and /register where
// that publishes nothing either. An error says where it looked. The code is
// CodeUnavailable where a server failed to answer: guessing on would risk
// another login than the one that it would name.
func Discover(ctx context.Context, client *http.Client, mcpURL string, ch Challenge) (Server, error) {
	u, err := egress.CheckURL(mcpURL)
	if err != nil {
		return Server{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, discoveryTimeout)
	defer cancel()
	s := &search{client: client, by: u}
	resource, ok := first[resourceDocument](ctx, s, resourcePlaces(u, ch.ResourceMetadata))
	if !ok {
		if s.failure != nil {
			return Server{}, s.lost("the metadata of " + egress.Origin(u))
		}
		return s.earlier(ctx, mcpURL)
	}
	s.failure = nil // of a place that was not needed
	if resource.Resource == "" {
		resource.Resource = mcpURL
	}
	if !covers(resource.Resource, u) {
		return Server{}, guild.Errorf(guild.CodeUpstream, "%s says that its logins are for %q, which is not its own address; a token for one must not be sent to the other, so check the address of the server", egress.Origin(u), short(resource.Resource))
	}
	return s.current(ctx, resource)
}

// resourcePlaces are the addresses of a resource's metadata, best first. RFC
// 9728, section 3.1, puts the well-known part before path and query.
func resourcePlaces(u *url.URL, named string) []string {
	wellKnown := egress.Origin(u) + "/.well-known/oauth-protected-resource"
	byPath := wellKnown + strings.TrimSuffix(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		byPath += "?" + u.RawQuery
	}
	var places []string
	for _, place := range []string{named, byPath, wellKnown} {
		if place != "" && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places
}

// covers reports whether a resource is the MCP server or what it lies below.
func covers(resource string, u *url.URL) bool {
	r, err := url.Parse(resource)
	if err != nil || egress.Origin(r) != egress.Origin(u) || r.RawQuery != "" && r.RawQuery != u.RawQuery {
		return false
	}
	outer, inner := strings.TrimSuffix(r.EscapedPath(), "/"), strings.TrimSuffix(u.EscapedPath(), "/")
	return outer == inner || strings.HasPrefix(inner, outer+"/")
}

// current takes the first server named in the resource's metadata that has
// metadata of its own.
func (s *search) current(ctx context.Context, resource resourceDocument) (Server, error) {
	issuers := resource.Servers
	if len(issuers) == 0 {
		issuers = []string{egress.Origin(s.by)}
	}
	for _, issuer := range issuers {
		u, err := vouched(issuer, s.by)
		if err != nil {
			return Server{}, err
		}
		doc, ok := first[serverDocument](ctx, s, serverPlaces(u))
		if ok {
			return s.issuedBy(issuer, doc, resource)
		}
		if s.failure != nil {
			break
		}
	}
	return Server{}, s.lost("the authorization server of " + egress.Origin(s.by))
}

// issuedBy is the check of RFC 8414, section 3.3. A final slash is a difference
// that too many servers make.
func (s *search) issuedBy(issuer string, doc serverDocument, resource resourceDocument) (Server, error) {
	if strings.TrimSuffix(doc.Issuer, "/") != strings.TrimSuffix(issuer, "/") {
		return Server{}, guild.Errorf(guild.CodeUpstream, "the metadata of the authorization server %q calls it %q; the two must be the same, and who runs the server has to say which is right", short(issuer), short(doc.Issuer))
	}
	return s.server(doc, resource)
}

// serverPlaces are the addresses of an authorization server's metadata in the
// order of the MCP authorization specification.
func serverPlaces(issuer *url.URL) []string {
	const oauth, openID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	origin, path := egress.Origin(issuer), strings.TrimSuffix(issuer.EscapedPath(), "/")
	if path == "" {
		return []string{origin + oauth, origin + openID}
	}
	return []string{origin + oauth + path, origin + openID + path, origin + path + openID}
}

// earlier follows the MCP authorization specification of 2025-03-26, in which the
// server's origin is the issuer whatever path the server has. There is no issuer
// to compare with: the document is the word of the MCP server itself.
func (s *search) earlier(ctx context.Context, mcpURL string) (Server, error) {
	origin := egress.Origin(s.by)
	resource := resourceDocument{Resource: mcpURL}
	doc, ok := first[serverDocument](ctx, s, serverPlaces(&url.URL{Scheme: s.by.Scheme, Host: s.by.Host}))
	if ok {
		if doc.Issuer == "" {
			doc.Issuer = origin
		}
		return s.server(doc, resource)
	}
	if s.failure != nil {
		return Server{}, s.lost("the authorization server of " + origin)
	}
	return s.server(serverDocument{
		Issuer: origin, Authorization: origin + "/authorize", Token: origin + "/token", Registration: origin + "/register",
	}, resource)
}

// server checks what a document offers and joins it with the resource. One that
// lists no challenge methods is taken all the same, although the MCP
// specification would have it refused: Entra ID, for one, lists none and has
// PKCE, and a server that has none ignores the challenge.
func (s *search) server(doc serverDocument, resource resourceDocument) (Server, error) {
	for _, endpoint := range []string{doc.Authorization, doc.Token, doc.Registration, doc.Revocation} {
		if endpoint == "" {
			continue
		}
		if _, err := vouched(endpoint, s.by); err != nil {
			return Server{}, err
		}
	}
	if len(doc.ChallengeMethods) > 0 && !slices.Contains(doc.ChallengeMethods, "S256") {
		return Server{}, guild.Errorf(guild.CodeUnsupported, "%s protects its codes with %s only; the box needs S256", originOf(doc.Token), short(strings.Join(doc.ChallengeMethods, ", ")))
	}
	return Server{
		Issuer: doc.Issuer, Resource: resource.Resource,
		AuthorizationEndpoint: doc.Authorization, TokenEndpoint: doc.Token,
		RegistrationEndpoint: doc.Registration, RevocationEndpoint: doc.Revocation,
		Scopes: resource.Scopes, ServerScopes: doc.Scopes, Grants: doc.Grants, AuthMethods: doc.AuthMethods,
		ClientIDMetadata: doc.ClientIDMetadata, IssInCallback: doc.IssInCallback,
	}, nil
}

// lost is the error of a search that found nothing.
func (s *search) lost(what string) error {
	if errors.Is(s.failure, context.Canceled) {
		return context.Canceled
	}
	code := guild.CodeUpstream
	if s.failure != nil {
		code = guild.CodeOf(s.failure)
	}
	err := guild.Errorf(code, "%s was not found; tried %s", what, strings.Join(s.tried, ", "))
	err.Err = s.failure
	return err
}
