package githubtest

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Request is a request that the server was sent.
type Request struct {
	Method, Path string
	Query        url.Values
	Header       http.Header
	Body         string
}

// Requests returns what the server was sent, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Secrets returns every credential that the server gave out or was shown: codes,
// tokens, verifiers, the App's client secret, key and signed tokens. None may
// stand anywhere else.
func (s *Server) Secrets() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.secrets)
}

// recorded notes each request, and answers it where Next says so.
func (s *Server) recorded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client has gone
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		s.requests = append(s.requests, Request{r.Method, r.URL.Path, r.URL.Query(), r.Header.Clone(), string(body)})
		s.shown(r, string(body))
		answer := s.queuedFor(r.URL.Path)
		s.mu.Unlock()
		switch {
		case answer != nil:
			answer.send(w)
		case r.UserAgent() == "":
			noUserAgent.send(w)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// shown must be called with the lock held.
func (s *Server) shown(r *http.Request, body string) {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		s.secret(bearer)
	}
	if form, err := url.ParseQuery(body); err == nil && form.Get("code_verifier") != "" {
		s.secret(form.Get("code_verifier"))
	}
}
