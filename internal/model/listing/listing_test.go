package listing_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/model/keys"
	"github.com/guildsbox/guilds/internal/model/listing"
)

// upstream is a provider that counts how often its list is asked for.
type upstream struct {
	asked atomic.Int32
	mu    sync.Mutex
	last  string        // the last Authorization
	fails bool          // answers 500
	hold  chan struct{} // until which an answer waits; nil for none
}

func (u *upstream) RoundTrip(r *http.Request) (*http.Response, error) {
	u.asked.Add(1)
	u.mu.Lock()
	u.last = r.Header.Get("Authorization")
	fails, hold := u.fails, u.hold
	u.mu.Unlock()
	if hold != nil {
		<-hold
	}
	w := httptest.NewRecorder()
	if fails {
		w.WriteHeader(http.StatusInternalServerError)
		return w.Result(), nil
	}
	_, _ = w.WriteString(`{"data":[{"id":"a/b","context_length":32000}]}`)
	return w.Result(), nil
}

func (u *upstream) fail(fails bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.fails = fails
}

// source gives each organisation in it a key of its own.
type source map[guild.ID]string

func (s source) For(_ context.Context, organisation guild.ID, _ string) (string, string, error) {
	if key := s[organisation]; key != "" {
		return key, keys.FromOrganisation, nil
	}
	return "", "", guild.Errorf(guild.CodeUnsupported, "there is no key")
}

// setup returns the listing of one provider at an address; empty for its vendor's.
func setup(address string, own source) (*listing.Listing, *upstream, *clock) {
	u, c := &upstream{}, &clock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	p := model.Providers()[0]
	p.HTTP = &http.Client{Transport: u}
	if address != "" {
		p.BaseURL = address
	}
	return &listing.Listing{Providers: []model.Provider{p}, Keys: own, Now: c.now}, u, c
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func TestAListIsKeptForMinutes(t *testing.T) {
	t.Parallel()
	l, u, c := setup("", nil)
	for _, tt := range []struct {
		pass  time.Duration
		asked int32
	}{{0, 1}, {9 * time.Minute, 1}, {2 * time.Minute, 2}, {0, 2}} {
		c.pass(tt.pass)
		offers := l.All(t.Context(), "", "")
		if len(offers) != 1 || offers[0].Err != nil || len(offers[0].Models) != 1 || offers[0].Source != "" {
			t.Fatalf("%+v", offers)
		}
		if n := u.asked.Load(); n != tt.asked {
			t.Errorf("asked %d times, want %d", n, tt.asked)
		}
	}
	if offers := l.All(t.Context(), "", "deepinfra"); len(offers) != 0 {
		t.Errorf("another provider: %+v", offers)
	}
}

// Many at once cost one request.
func TestOneAttemptServesAll(t *testing.T) {
	t.Parallel()
	l, u, _ := setup("", nil)
	u.hold = make(chan struct{})
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			if o := l.All(t.Context(), "", "")[0]; o.Err != nil || len(o.Models) != 1 {
				t.Errorf("%+v", o)
			}
		})
	}
	close(u.hold)
	asking.Wait()
	if n := u.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// A provider that fails is left alone for a moment, and its last list stays.
func TestAFailureKeepsTheLastList(t *testing.T) {
	t.Parallel()
	l, u, c := setup("", nil)
	l.All(t.Context(), "", "")
	u.fail(true)
	for _, tt := range []struct {
		pass  time.Duration
		asked int32
	}{{11 * time.Minute, 2}, {29 * time.Second, 2}, {2 * time.Second, 3}} {
		c.pass(tt.pass)
		o := l.All(t.Context(), "", "")[0]
		if o.Err == nil || len(o.Models) != 1 || u.asked.Load() != tt.asked {
			t.Errorf("asked %d times, want %d: %+v", u.asked.Load(), tt.asked, o)
		}
	}
	if n := l.Window(t.Context(), "openrouter/a/b"); n != 32000 {
		t.Errorf("the window is %d", n)
	}
}

// A vendor lists the same to all, and gets no key for it; another server may list by
// key.
func TestWithWhichKeyAListIsAsked(t *testing.T) {
	t.Parallel()
	own := source{"acme": "sk-acme", "beta": "sk-beta"}
	for address, want := range map[string]struct {
		last  string
		asked int32
	}{"": {"", 1}, "http://models.test": {"Bearer sk-beta", 2}} {
		l, u, _ := setup(address, own)
		for range 2 {
			l.All(t.Context(), "acme", "")
			l.All(t.Context(), "beta", "")
		}
		if u.last != want.last || u.asked.Load() != want.asked {
			t.Errorf("at %q: asked %d times, last with %q; want %d, %q", address, u.asked.Load(), u.last, want.asked, want.last)
		}
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	l, _, _ := setup("", nil)
	for name, want := range map[string]int{"openrouter/a/b": 32000, "openrouter/a/c": 0, "deepinfra/a/b": 0, "nothing": 0, "": 0} {
		if got := l.Window(t.Context(), name); got != want {
			t.Errorf("%q has the window %d, want %d", name, got, want)
		}
	}
}

// A run does not wait for a provider that says nothing, and what it says later is
// kept for the next.
func TestWindowDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	l, u, _ := setup("", nil)
	u.hold = make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n := l.Window(ctx, "openrouter/a/b"); n != 0 {
		t.Errorf("a window of %d from nowhere", n)
	}
	close(u.hold)
	if n := l.Window(t.Context(), "openrouter/a/b"); n != 32000 || u.asked.Load() != 1 {
		t.Errorf("the window is %d after %d requests", n, u.asked.Load())
	}
}
