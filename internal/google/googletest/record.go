package googletest

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"
)

// Request is a request that the server was sent.
type Request struct {
	Method, Path string
	Query, Form  url.Values
	Header       http.Header
}

// Requests returns what the server was sent with one path, in order.
func (s *Server) Requests(path string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool { return r.Path != path })
}

// Secrets returns every credential that the server gave out or was shown: codes,
// tokens, verifiers and the client's secret. None may stand anywhere else.
func (s *Server) Secrets() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.secrets)
}

// recorded notes each request.
func (s *Server) recorded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client has gone
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		form, _ := url.ParseQuery(string(body)) // what is no form has no values
		s.mu.Lock()
		s.requests = append(s.requests, Request{r.Method, r.URL.Path, r.URL.Query(), form, r.Header.Clone()})
		if verifier := form.Get("code_verifier"); verifier != "" {
			s.secrets = append(s.secrets, verifier)
		}
		s.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}
