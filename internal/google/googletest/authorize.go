package googletest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// grant is what the account allowed the client.
type grant struct {
	scopes      []string
	offline     bool // whether a refresh token comes with it
	redirectURI string
	challenge   string
}

// authorizeParameters are those of
// https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient.
var authorizeParameters = []string{
	"client_id", "redirect_uri", "response_type", "scope", "state", "access_type", "prompt",
	"include_granted_scopes", "login_hint", "enable_granular_consent", "code_challenge", "code_challenge_method",
}

// authorize is the page on which an account consents. It sends the browser back at
// once.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	if wrong := s.refusesPage(q); wrong != "" {
		http.Error(w, "Error 400: "+wrong, http.StatusBadRequest)
		return
	}
	back := url.Values{"state": q["state"], "iss": {"https://accounts.google.com"}}
	if s.world.Denies {
		back.Set("error", "access_denied")
	} else {
		g := s.grant(q)
		code := s.secret("4/0")
		s.codes[code] = g
		back.Set("code", code)
		back.Set("scope", strings.Join(g.scopes, " "))
		back.Set("authuser", "0")
		back.Set("prompt", "consent")
	}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// grant is what the account allows. A refresh token comes with the first consent,
// or where consent is asked for again.
func (s *Server) grant(q url.Values) *grant {
	g := &grant{redirectURI: q.Get("redirect_uri"), challenge: q.Get("code_challenge")}
	for _, scope := range strings.Fields(q.Get("scope")) {
		if !slices.Contains(s.world.Unticked, scope) {
			g.scopes = append(g.scopes, scope)
		}
	}
	slices.Reverse(g.scopes) // the order is not that of the question
	asked := !s.consented || q.Get("prompt") == "consent"
	g.offline = q.Get("access_type") == "offline" && asked && !s.world.NoRefresh
	s.consented = true
	return g
}

// refusesPage returns what Google shows the browser instead of sending it back, or
// nothing.
func (s *Server) refusesPage(q url.Values) string {
	for name := range q {
		if !slices.Contains(authorizeParameters, name) {
			return "invalid_request: Parameter not allowed for this message type: " + name
		}
	}
	switch {
	case q.Get("client_id") != ClientID:
		return "invalid_client"
	case q.Get("response_type") != "code" || q.Get("state") == "":
		return "invalid_request"
	case q.Get("code_challenge") == "" || q.Get("code_challenge_method") != "S256":
		return "invalid_request: no PKCE"
	case !s.allows(q.Get("redirect_uri")):
		return "redirect_uri_mismatch"
	}
	for _, scope := range strings.Fields(q.Get("scope")) {
		if !s.knows(scope) {
			return "invalid_scope: " + scope
		}
	}
	return ""
}

// allows follows Google's rules on redirect URIs: https, or http to this machine.
func (s *Server) allows(redirectURI string) bool {
	if len(s.world.Callbacks) > 0 {
		return slices.Contains(s.world.Callbacks, redirectURI)
	}
	u, err := url.Parse(redirectURI)
	return err == nil && u.Scheme == "http" && slices.Contains([]string{"localhost", "127.0.0.1"}, u.Hostname())
}

// knows reports whether a scope is one of the documents.
func (s *Server) knows(scope string) bool {
	return slices.ContainsFunc(s.documents, func(d *document) bool {
		_, ok := d.Auth.OAuth2.Scopes[scope]
		return ok
	})
}
