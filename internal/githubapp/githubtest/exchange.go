package githubtest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// exchange answers refusals with status 200, and form-encoded unless it is asked
// for JSON.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("client_id") != ClientID {
		notFound.send(w)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := map[string]string{}
	if refused := s.refusesExchange(r); refused != "" {
		answer["error"] = refused
		answer["error_description"] = "See the documentation."
		answer["error_uri"] = "https://docs.github.com/apps"
	} else {
		value := s.secret("ghu_" + rand.Text() + rand.Text())
		s.userTokens[value] = s.codes[r.FormValue("code")].user
		delete(s.codes, r.FormValue("code"))
		answer = map[string]string{
			"access_token": value, "token_type": "bearer", "scope": "", "expires_in": "28800",
			"refresh_token": s.secret("ghr_" + rand.Text() + rand.Text()), "refresh_token_expires_in": "15897600",
		}
	}
	sendExchange(w, r, answer)
}

// refusesExchange returns GitHub's name for what is wrong, or nothing. A verifier
// for a code without a challenge is refused, as RFC 9700, section 4.8.2, asks of a
// server; whether GitHub does is not documented.
func (s *Server) refusesExchange(r *http.Request) string {
	c := s.codes[r.FormValue("code")]
	redirectURI, verifier := r.FormValue("redirect_uri"), r.FormValue("code_verifier")
	switch {
	case r.FormValue("client_secret") != s.ClientSecret:
		return "incorrect_client_credentials"
	case c == nil, s.now().After(c.expires):
		return "bad_verification_code"
	case c.redirectURI != "" && redirectURI != c.redirectURI, redirectURI != "" && !slices.Contains(s.callbacks, redirectURI):
		return "redirect_uri_mismatch"
	case c.challenge != challengeOf(verifier):
		return "bad_verification_code"
	}
	return ""
}

// challengeOf is the S256 method of RFC 7636.
func challengeOf(verifier string) string {
	if verifier == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func sendExchange(w http.ResponseWriter, r *http.Request, answer map[string]string) {
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(answer) // the client has gone
		return
	}
	form := url.Values{}
	for name, value := range answer {
		form.Set(name, value)
	}
	w.Header().Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	_, _ = w.Write([]byte(form.Encode())) // the client has gone
}
