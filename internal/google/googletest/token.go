package googletest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// tokenParameters are those of a token request. The client's may stand in the
// header instead.
var tokenParameters = []string{
	"client_id", "client_secret", "code", "code_verifier", "grant_type", "redirect_uri", "refresh_token",
}

// token exchanges codes, and refreshes. Google does not rotate refresh tokens.
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := r.ParseForm(); err != nil {
		refuseOAuth(w, http.StatusBadRequest, "invalid_request", "Bad Request")
		return
	}
	for name := range r.Form {
		if !slices.Contains(tokenParameters, name) {
			refuseOAuth(w, http.StatusBadRequest, "invalid_request", "Parameter not allowed for this message type: "+name)
			return
		}
	}
	if !s.isClient(r) {
		refuseOAuth(w, http.StatusUnauthorized, "invalid_client", "Unauthorized")
		return
	}
	switch r.Form.Get("grant_type") {
	case "authorization_code":
		s.exchange(w, r.Form)
	case "refresh_token":
		s.renew(w, r.Form)
	default:
		refuseOAuth(w, http.StatusBadRequest, "unsupported_grant_type", "Invalid grant_type: "+r.Form.Get("grant_type"))
	}
}

func (s *Server) isClient(r *http.Request) bool {
	id, secret, ok := r.BasicAuth()
	if !ok {
		id, secret = r.Form.Get("client_id"), r.Form.Get("client_secret")
	}
	unescaped, err := url.QueryUnescape(secret)
	return id == ClientID && (secret == s.world.ClientSecret || err == nil && unescaped == s.world.ClientSecret)
}

func (s *Server) exchange(w http.ResponseWriter, form url.Values) {
	g := s.codes[form.Get("code")]
	delete(s.codes, form.Get("code"))
	sum := sha256.Sum256([]byte(form.Get("code_verifier")))
	switch {
	case g == nil:
		refuseOAuth(w, http.StatusBadRequest, "invalid_grant", "Malformed auth code.")
	case g.redirectURI != form.Get("redirect_uri"):
		refuseOAuth(w, http.StatusBadRequest, "redirect_uri_mismatch", "Bad Request")
	case g.challenge != base64.RawURLEncoding.EncodeToString(sum[:]):
		refuseOAuth(w, http.StatusBadRequest, "invalid_grant", "Invalid code verifier.")
	default:
		answer := s.newAccess(g)
		if g.offline {
			value := s.secret("1//0")
			s.refresh[value] = g
			answer["refresh_token"] = value
		}
		sendJSON(w, http.StatusOK, answer)
	}
}

func (s *Server) renew(w http.ResponseWriter, form url.Values) {
	g := s.refresh[form.Get("refresh_token")]
	if g == nil {
		refuseOAuth(w, http.StatusBadRequest, "invalid_grant", "Token has been expired or revoked.")
		return
	}
	sendJSON(w, http.StatusOK, s.newAccess(g))
}

func (s *Server) newAccess(g *grant) map[string]any {
	value := s.secret("ya29.")
	s.access[value] = g
	return map[string]any{
		"access_token": value, "expires_in": s.world.Lifetime, "scope": strings.Join(g.scopes, " "), "token_type": "Bearer",
	}
}

// revoke ends the whole of what the account allowed the client, whichever of its
// tokens is given.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value := r.FormValue("token")
	if s.refresh[value] == nil && s.access[value] == nil {
		refuseOAuth(w, http.StatusBadRequest, "invalid_token", "Token expired or revoked")
		return
	}
	s.end()
	sendJSON(w, http.StatusOK, map[string]any{})
}

// Revoke ends every login, as the account's owner can on Google's own page.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}

// end must be called with the lock held.
func (s *Server) end() {
	clear(s.refresh)
	clear(s.access)
	s.consented = false
}

// Expire ends every access token, and no login.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
}

func refuseOAuth(w http.ResponseWriter, status int, code, description string) {
	sendJSON(w, status, map[string]any{"error": code, "error_description": description})
}

func sendJSON(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the client has gone
}

// Allow makes a grant of scopes without a browser, and returns its access token.
func (s *Server) Allow(scopes ...string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newAccess(&grant{scopes: scopes})["access_token"].(string)
}
