package googletest

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"testing"
)

// ClientID is the client that every Server knows.
const ClientID = "guilds-box.apps.googleusercontent.com"

// Server is one Google with one account and one client. It is safe for
// concurrent use.
type Server struct {
	// URL stands for accounts.google.com, oauth2.googleapis.com and every API.
	URL string

	*known
	http *httptest.Server

	mu        sync.Mutex
	world     World
	consented bool
	codes     map[string]*grant
	access    map[string]*grant
	refresh   map[string]*grant
	refusals  map[string][]Refusal
	requests  []Request
	secrets   []string
	faults    []string
}

// World is what there is at Google. Set changes it.
type World struct {
	Email        string
	ClientSecret string
	Callbacks    []string // the client's redirect URIs; empty for any on loopback

	Denies     bool     // the account declines on the page
	Unticked   []string // scopes that it does not grant
	NoRefresh  bool     // no refresh token is given, even at a consent
	Lifetime   int      // of an access token, in seconds
	FilesPage  int      // files on a page, at most
	DrivesPage int      // shared drives on a page, at most

	Mail   []Mail
	Labels []Label
	Files  []File

	Incomplete bool   // whether Drive says that it did not search everywhere
	Misplaces  string // a folder into which Drive puts what is made, whatever was asked; empty for none

	Drives []Drive
}

// Start serves for the length of a test, which fails where a request or an answer
// does not fit Google's documents. Without the documents the test is skipped, and
// fails under CI=true.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := Open()
	switch {
	case err != nil && os.Getenv("CI") == "true":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	t.Cleanup(func() {
		s.Close()
		for _, fault := range s.Faults() {
			t.Error(fault)
		}
	})
	return s
}

// Open serves until Close. An error says that the documents are missing.
func Open() (*Server, error) {
	documents, err := readDocuments()
	if err != nil {
		return nil, err
	}
	s := &Server{
		known: documents,
		codes: map[string]*grant{}, access: map[string]*grant{}, refresh: map[string]*grant{}, refusals: map[string][]Refusal{},
		world: World{Email: "someone@example.com", ClientSecret: "GOCSPX-" + rand.Text(), Lifetime: 3599, FilesPage: 1000, DrivesPage: 100},
	}
	s.secrets = []string{s.world.ClientSecret}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /o/oauth2/v2/auth", s.authorize)
	mux.HandleFunc("POST /token", s.token)
	mux.HandleFunc("POST /revoke", s.revoke)
	mux.HandleFunc("/", s.api)
	s.http = httptest.NewServer(s.recorded(mux))
	s.URL = s.http.URL
	return s, nil
}

// Close ends the server and its connections.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Set changes what there is.
func (s *Server) Set(change func(*World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.world)
	s.secrets = append(s.secrets, s.world.ClientSecret)
}

// Environment returns the variables with which guildsd uses this server.
func (s *Server) Environment() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]string{
		"GMAIL_OAUTH_CLIENT_ID":     ClientID,
		"GMAIL_OAUTH_CLIENT_SECRET": s.world.ClientSecret,
		"GUILDS_UPSTREAM_GMAIL":     s.URL,
		"GUILDS_UPSTREAM_DRIVE":     s.URL,
	}
}

// Faults returns what did not fit the documents so far.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// fault must be called with the lock held.
func (s *Server) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// secret notes a credential, for Secrets. It must be called with the lock held.
func (s *Server) secret(prefix string) string {
	value := prefix + rand.Text()
	s.secrets = append(s.secrets, value)
	return value
}
