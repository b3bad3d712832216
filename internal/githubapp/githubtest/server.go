package githubtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"
)

// The App that every Server knows.
const (
	AppID    = 424242
	Slug     = "guilds-box"
	ClientID = "Iv23liGuildsBox"
)

// Server is one GitHub with one App, no accounts and no installations at first.
// It is safe for concurrent use.
type Server struct {
	// URL stands for https://github.com and https://api.github.com.
	URL string
	// ClientSecret and PrivateKey (PEM, PKCS #1) are the App's.
	ClientSecret, PrivateKey string

	http *httptest.Server
	key  *rsa.PublicKey

	mu            sync.Mutex
	now           func() time.Time
	callbacks     []string
	browser       Browser
	users         map[string]*user
	repositories  map[int64]*repository
	installations []*installation // in the order of their making
	codes         map[string]*code
	userTokens    map[string]string // to the user's login
	tokens        map[string]*token
	queued        []queued
	requests      []Request
	secrets       []string
	lastID        int64
}

// appKey is made once: it takes longer than most tests.
var appKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // only the parameters could be wrong
	}
	return key
})

// Start serves until Close. The App's callback URLs are callbacks; installing
// sends the browser to the first.
func Start(callbacks ...string) *Server {
	key := appKey()
	s := &Server{
		ClientSecret: "client-secret-" + rand.Text(),
		PrivateKey:   string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})),
		key:          &key.PublicKey, now: time.Now, callbacks: callbacks,
		users: map[string]*user{}, repositories: map[int64]*repository{}, codes: map[string]*code{},
		userTokens: map[string]string{}, tokens: map[string]*token{}, lastID: 51_000_000, // ids of GitHub have eight digits
	}
	s.secrets = []string{s.ClientSecret, s.PrivateKey}
	s.http = httptest.NewServer(s.handler())
	s.URL = s.http.URL
	return s
}

// Close ends the server and its connections.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Environment returns the variables with which guildsd uses this server.
func (s *Server) Environment() map[string]string {
	return map[string]string{
		"GITHUB_APP_ID":            strconv.Itoa(AppID),
		"GITHUB_APP_SLUG":          Slug,
		"GITHUB_APP_CLIENT_ID":     ClientID,
		"GITHUB_APP_CLIENT_SECRET": s.ClientSecret,
		"GITHUB_APP_PRIVATE_KEY":   s.PrivateKey,
		"GUILDS_UPSTREAM_GITHUB":   s.URL,
	}
}

// SetCallbacks replaces the App's callback URLs, for a box whose address is known
// only once it runs.
func (s *Server) SetCallbacks(callbacks ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.callbacks = callbacks
}

// SetClock replaces time.Now, by which tokens and codes expire.
func (s *Server) SetClock(now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /apps/{slug}/installations/new", s.installPage)
	mux.HandleFunc("GET /login/oauth/authorize", s.authorizePage)
	mux.HandleFunc("POST /login/oauth/access_token", s.exchange)
	mux.HandleFunc("GET /user/installations", s.userInstallations)
	mux.HandleFunc("GET /app/installations/{id}", s.asApp(s.appInstallation))
	mux.HandleFunc("POST /app/installations/{id}/access_tokens", s.asApp(s.accessTokens))
	mux.HandleFunc("GET /installation/repositories", s.installationRepositories)
	mux.HandleFunc("DELETE /applications/{client}/token", s.deleteToken)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { notFound.send(w) })
	return s.recorded(mux)
}

// newID must be called with the lock held.
func (s *Server) newID() int64 {
	s.lastID++
	return s.lastID
}

// secret notes a credential, for Secrets. It must be called with the lock held.
func (s *Server) secret(value string) string {
	s.secrets = append(s.secrets, value)
	return value
}
