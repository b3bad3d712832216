package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/model/modeltest"
)

// provider is the model that the box's agents have, with when it was asked.
type provider struct {
	*modeltest.Server
	arrived chan time.Time // of each request for a turn: its first bytes
	model   time.Duration  // what the model itself took, of the requests that end
	mu      sync.Mutex
	http    *httptest.Server
}

// startProvider serves a model that checks and records nothing.
func (b *bench) startProvider() (*provider, error) {
	model, err := modeltest.New(modeltest.Options{Bare: true})
	if err != nil {
		return nil, err
	}
	p := &provider{Server: model, arrived: make(chan time.Time, 10_000)}
	p.http = httptest.NewServer(p)
	model.URL = p.http.URL
	b.onClose(func() error { p.http.CloseClientConnections(); p.http.Close(); return nil })
	return p, nil
}

// ServeHTTP notes when a request begins.
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	if strings.HasSuffix(r.URL.Path, "/chat/completions") {
		p.arrived <- start
	}
	p.Server.ServeHTTP(w, r)
	p.mu.Lock()
	p.model += time.Since(start)
	p.mu.Unlock()
}

// spent returns what the model itself has taken so far.
func (p *provider) spent() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.model
}

// drain forgets requests that have arrived.
func (p *provider) drain() {
	for len(p.arrived) > 0 {
		<-p.arrived
	}
}
