package modeltest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The paths below which the providers' APIs stand.
const (
	openRouterPath = "/api/v1"
	deepInfraPath  = "/v1/openai"
)

// Options are what is seldom needed.
type Options struct {
	// Keys are the keys that are taken; nil for any.
	Keys []string
	// Models are what /models lists; nil for one that takes tools and one that does
	// not.
	Models []Model
	// Bare checks and records nothing, for measurements.
	Bare bool
}

// Server is both providers. It is an http.Handler, safe for concurrent use.
type Server struct {
	URL string // where it serves, once it does

	options  Options
	document *openapi3.T // nil for no check
	mux      *http.ServeMux
	http     *httptest.Server

	mu       sync.Mutex
	scripts  map[string]script
	asked    map[string]int // requests by conversation, for Turn.First
	requests []Request
	faults   []string
	gates    map[string]*gate
}

// New makes a server that is not served yet. An error says that OpenRouter's
// document is missing under CI=true; elsewhere requests then go unchecked.
func New(o Options) (*Server, error) {
	s := &Server{
		options: o, mux: http.NewServeMux(),
		scripts: map[string]script{}, asked: map[string]int{}, gates: map[string]*gate{},
	}
	if s.options.Models == nil {
		s.options.Models = defaultModels
	}
	if !o.Bare {
		d, err := document()
		if err != nil && os.Getenv("CI") == "true" {
			return nil, err
		}
		s.document = d
	}
	for _, v := range []vendor{openRouter, deepInfra} {
		s.mux.HandleFunc("POST "+v.path+"/chat/completions", s.chat(v))
		s.mux.HandleFunc("GET "+v.path+"/models", s.models(v))
	}
	s.mux.HandleFunc("GET "+openRouterPath+"/key", s.key)
	return s, nil
}

// ServeHTTP answers as the provider whose path is asked for.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Open makes a server and serves until Close.
func Open(o Options) (*Server, error) {
	s, err := New(o)
	if err != nil {
		return nil, err
	}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	return s, nil
}

// Close ends the server and its connections.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Start serves for the length of a test, with the turns as the script "". The test
// fails where a request does not fit.
func Start(t testing.TB, turns ...Turn) *Server {
	t.Helper()
	s, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Play("", turns...)
	t.Cleanup(func() {
		s.Close()
		for _, fault := range s.Faults() {
			t.Error(fault)
		}
	})
	return s
}

// OpenRouter returns the base address that stands for OpenRouter's.
func (s *Server) OpenRouter() string { return s.URL + openRouterPath }

// DeepInfra returns the base address that stands for DeepInfra's.
func (s *Server) DeepInfra() string { return s.URL + deepInfraPath }

// Faults returns what did not fit so far.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

func (s *Server) fault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}
