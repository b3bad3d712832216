package oauthtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"

	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// Service is an MCP server with the authorization server that guards it.
type Service struct {
	*Provider
	MCP *mcptest.Server
	URL string // of its endpoint

	listener *httptest.Server

	mu      sync.Mutex
	refuse  Fault
	bearers []string // of every request, in order
}

// Start starts a service. Close ends it.
func Start(o Options) (*Service, error) {
	s := &Service{MCP: mcptest.New(mcptest.Options{Header: "Authorization"})}
	s.listener = httptest.NewServer(s)
	s.URL = s.listener.URL + "/mcp"
	var err error
	if s.Provider, err = startProvider(s.URL, o); err != nil {
		s.listener.Close()
		return nil, err
	}
	return s, nil
}

// Close ends both servers.
func (s *Service) Close() {
	s.listener.CloseClientConnections()
	s.listener.Close()
	s.Provider.close()
}

// Refuse lets a fault stand before the MCP server until the next Refuse; nil ends
// it. It sees requests whose token is good, and all others too.
func (s *Service) Refuse(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = f
}

// Bearers returns the token of every request to the endpoint so far.
func (s *Service) Bearers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.bearers...)
}

const metadataPath = "/.well-known/oauth-protected-resource/mcp"

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == metadataPath {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{ // a caller who is gone needs no document
			"resource": s.URL, "authorization_servers": []string{s.Issuer}, "scopes_supported": []string{"default"},
		})
		return
	}
	_, bearer, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	s.mu.Lock()
	if bearer != "" {
		s.bearers = append(s.bearers, bearer)
	}
	refuse := s.refuse
	s.mu.Unlock()
	switch {
	case refuse != nil && refuse(w, r):
	case !s.active(bearer):
		s.Unauthorized(w, r)
	default:
		s.MCP.ServeHTTP(w, r)
	}
}

// Unauthorized is the Fault of an expired token: 401 with where to log in.
func (s *Service) Unauthorized(w http.ResponseWriter, _ *http.Request) bool {
	s.challenge(w, http.StatusUnauthorized, "invalid_token", "")
	return true
}

// Insufficient returns the Fault of a token that lacks scopes: 403, of tool calls
// alone.
func (s *Service) Insufficient(scopes string) Fault {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !bytes.Contains(peek(&r.Body), []byte(`"tools/call"`)) {
			return false
		}
		s.challenge(w, http.StatusForbidden, "insufficient_scope", fmt.Sprintf(`, scope=%q`, scopes))
		return true
	}
}

func (s *Service) challenge(w http.ResponseWriter, status int, code, more string) {
	w.Header().Set("WWW-Authenticate", fmt.Sprintf(`Bearer error=%q, resource_metadata=%q%s`, code, s.listener.URL+metadataPath, more))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":%q}`, code)
}

// active asks the authorization server about a token (RFC 7662).
func (s *Service) active(bearer string) bool {
	if bearer == "" {
		return false
	}
	req, err := http.NewRequest(http.MethodPost, s.Issuer+"/introspect", strings.NewReader(url.Values{"token": {bearer}}.Encode()))
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth("resource", s.secret)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	var answer struct {
		Active   bool   `json:"active"`
		Audience string `json:"aud"`
	}
	return json.NewDecoder(resp.Body).Decode(&answer) == nil && answer.Active && answer.Audience == s.URL
}

// peek reads a body and puts it back.
func peek(body *io.ReadCloser) []byte {
	data, _ := io.ReadAll(*body) // what breaks off breaks off for the next reader too
	_ = (*body).Close()
	*body = io.NopCloser(bytes.NewReader(data))
	return data
}
