package rest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
)

// key is a credential that no error may show.
const key = "canary-4f7Qz81x"

var vendor = rest.API{
	Name:       "Vendor",
	Credential: func(a connector.Account) http.Header { return http.Header{"X-Key": {a.Fields["token"]}} },
}

// request is what the vendor was sent.
type request struct {
	method, path, query, body string
	header                    http.Header
}

// answer is what the vendor answers; a request beyond the last gets the last.
type answer struct {
	status int
	body   string
	after  string // Retry-After
}

type server struct {
	mu       sync.Mutex
	answers  []answer
	requests []request
}

// serve answers requests one after the other.
func serve(t *testing.T, answers ...answer) (*server, connector.Account) {
	t.Helper()
	s := &server{answers: answers}
	listening := httptest.NewServer(s)
	t.Cleanup(listening.Close)
	return s, connector.Account{HTTP: http.DefaultClient, Base: listening.URL, Fields: map[string]string{"token": key}}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // a client that has gone sends no more
	s.mu.Lock()
	now := s.answers[min(len(s.requests), len(s.answers)-1)]
	s.requests = append(s.requests, request{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, string(body), r.Header})
	s.mu.Unlock()
	if now.after != "" {
		w.Header().Set("Retry-After", now.after)
	}
	w.WriteHeader(now.status)
	_, _ = io.WriteString(w, now.body)
}

func (s *server) seen() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]request(nil), s.requests...)
}
