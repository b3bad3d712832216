package oauth_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// The secrets of the tests: no error may hold one.
const (
	code         = "user-1:grant-c0de:s3cret-code"
	verifier     = "s3cret-verifier-0123456789012345678901234567"
	clientSecret = "s3cret/client+secret="
	accessToken  = "user-1:grant-a:s3cret-access"
	refreshToken = "user-1:grant-a:s3cret-refresh"
)

const (
	redirectURI = "https://box.test/api/mcp/oauth/callback"
	asPlace     = "/.well-known/oauth-authorization-server"
	oidcPlace   = "/.well-known/openid-configuration"
	prmPlace    = "/.well-known/oauth-protected-resource"
)

// newClient is a client as the daemon makes one; no proxy of whoever runs the
// tests comes between.
func newClient(t *testing.T) *http.Client {
	t.Helper()
	c := egress.NewClient(egress.Options{Proxy: func(*http.Request) (*url.URL, error) { return nil, nil }})
	t.Cleanup(c.CloseIdleConnections)
	return c
}

// A page is what a fake answers: JSON with status 200 where nothing else is said.
type page struct {
	status   int
	kind     string
	location string
	body     string // HOST stands for the fake's own address
}

// asked is one request that a fake got.
type asked struct {
	line   string // method, path and query
	header http.Header
	body   string
}

func (a asked) form(t *testing.T) url.Values {
	t.Helper()
	form, err := url.ParseQuery(a.body)
	if err != nil {
		t.Fatalf("the body %q is no form", a.body)
	}
	return form
}

// fake is a server that answers by a table of paths, and 404 otherwise.
type fake struct {
	*httptest.Server
	mu   sync.Mutex
	seen []asked
}

func serve(t *testing.T, pages map[string]page) *fake {
	t.Helper()
	f := &fake{}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		f.mu.Lock()
		f.seen = append(f.seen, asked{r.Method + " " + r.URL.RequestURI(), r.Header, string(body)})
		f.mu.Unlock()
		p, ok := pages[r.URL.Path]
		if !ok {
			p = page{status: http.StatusNotFound, kind: "text/html", body: "<html>no such page</html>"}
		}
		f.answer(w, p)
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *fake) answer(w http.ResponseWriter, p page) {
	if p.kind == "" {
		p.kind = "application/json"
	}
	if p.location != "" {
		w.Header().Set("Location", p.location)
	}
	if p.status == 0 {
		p.status = http.StatusOK
	}
	w.Header().Set("Content-Type", p.kind)
	w.WriteHeader(p.status)
	io.WriteString(w, strings.ReplaceAll(p.body, "HOST", f.URL))
}

func (f *fake) requests() []asked {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]asked(nil), f.seen...)
}

func (f *fake) lines() []string {
	var lines []string
	for _, a := range f.requests() {
		lines = append(lines, a.line)
	}
	return lines
}

// only returns the one request that the fake got.
func (f *fake) only(t *testing.T) asked {
	t.Helper()
	seen := f.requests()
	if len(seen) != 1 {
		t.Fatalf("the server got %d requests, want 1: %q", len(seen), f.lines())
	}
	return seen[0]
}

// coded fails the test unless err is a guild.Error of that code which says all of
// wants and, with its causes, holds none of the secrets.
func coded(t *testing.T, err error, want guild.Code, says ...string) {
	t.Helper()
	var e *guild.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v has no code; want %s", err, want)
	}
	if e.Code != want {
		t.Errorf("error %s %q; want the code %s", e.Code, e.Msg, want)
	}
	for _, s := range says {
		if !strings.Contains(e.Msg+"\n"+e.Hint, s) {
			t.Errorf("error %q with hint %q does not say %q", e.Msg, e.Hint, s)
		}
	}
	for ; err != nil; err = errors.Unwrap(err) {
		if strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "grant-") {
			t.Errorf("the error %q holds a secret", err)
		}
	}
}

// transport sends every request to a fake, whatever its host.
type transport struct{ to *fake }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(t.to.URL)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = to.Scheme, to.Host
	return t.to.Client().Transport.RoundTrip(r)
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
