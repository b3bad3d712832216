package connectortest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
)

// Vendor is a vendor on the loopback address. It is safe for concurrent use.
type Vendor struct {
	URL string // where it listens

	http       *httptest.Server
	operations []*operation

	mu       sync.Mutex
	queued   map[string][]Answer
	standing map[string]Answer
	requests []Request
	faults   []string
}

// Request is one that the vendor was sent.
type Request struct {
	Operation string // "GET /coins/{id}"
	Host      string // that the adapter meant
	Query     url.Values
	Header    http.Header
	Body      string
}

// Start serves for the length of a test, which fails where a request does not fit the
// documents. Without them the test is skipped, and fails under CI=true.
func Start(t testing.TB, documents ...Document) *Vendor {
	t.Helper()
	v, err := Open(documents...)
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(func() {
		v.Close()
		for _, fault := range v.Faults() {
			t.Error(fault)
		}
	})
	return v
}

// Open serves until Close. An error says that a document is missing, or is none.
func Open(documents ...Document) (*Vendor, error) {
	v := &Vendor{queued: map[string][]Answer{}, standing: map[string]Answer{}}
	for _, d := range documents {
		operations, err := d.operations()
		if err != nil {
			return nil, err
		}
		v.operations = append(v.operations, operations...)
	}
	v.http = httptest.NewServer(v)
	v.URL = v.http.URL
	return v, nil
}

// Close ends the vendor and its connections.
func (v *Vendor) Close() {
	v.http.CloseClientConnections()
	v.http.Close()
}

// Client reaches the vendor under every host that an adapter names, so that the real
// addresses are what is tested.
func (v *Vendor) Client() *http.Client { return &http.Client{Transport: redirected{v.URL}} }

// redirected sends every request to one place, and keeps the host that was meant.
type redirected struct{ to string }

func (d redirected) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(d.to)
	if err != nil {
		return nil, err
	}
	there := r.Clone(r.Context())
	there.Host = r.URL.Host
	there.URL.Scheme, there.URL.Host = to.Scheme, to.Host
	return http.DefaultTransport.RoundTrip(there)
}

// Account returns an account of a connector at the vendor: the connector's own
// address, and the credential of a.
func (v *Vendor) Account(c connector.Connector, a connector.Account) connector.Account {
	a.HTTP = v.Client()
	base := c.URL
	if c.OAuth != nil && c.OAuth.API != "" {
		base = c.OAuth.API
	}
	return a.Via(base)
}

// Answer makes the next calls of an operation, "GET /coins/{id}", be answered one
// after the other. After them, and of all others, the documented example comes.
func (v *Vendor) Answer(name string, answers ...Answer) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known(name)
	v.queued[name] = append(v.queued[name], answers...)
}

// Always makes every call of an operation be answered like this, where Answer left
// nothing else.
func (v *Vendor) Always(name string, a Answer) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known(name)
	v.standing[name] = a
}

// known notes an operation that no document has. It must be called with the lock held.
func (v *Vendor) known(name string) {
	if !slices.ContainsFunc(v.operations, func(o *operation) bool { return o.name == name }) {
		v.faults = append(v.faults, "no document has the operation "+name)
	}
}

// Requests returns what the vendor was sent, in order.
func (v *Vendor) Requests() []Request {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.requests)
}

// Faults returns what did not fit the documents so far.
func (v *Vendor) Faults() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.faults)
}

// ServeHTTP answers a request that fits a document. Any other is a fault.
func (v *Vendor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	v.mu.Lock()
	defer v.mu.Unlock()
	o, path := v.find(r)
	if o == nil {
		v.fault(w, fmt.Errorf("no document has %s %s", r.Method, r.URL.Path))
		return
	}
	v.requests = append(v.requests, Request{o.name, r.Host, r.URL.Query(), r.Header.Clone(), string(body)})
	if err := o.check(r, path); err != nil {
		v.fault(w, err)
		return
	}
	answer, err := v.answer(o, r)
	if err != nil {
		v.fault(w, err)
		return
	}
	answer.send(w)
}

func (v *Vendor) find(r *http.Request) (*operation, map[string]string) {
	for _, o := range v.operations {
		if path, ok := o.parameters(r); ok {
			return o, path
		}
	}
	return nil, nil
}

func (v *Vendor) answer(o *operation, r *http.Request) (Answer, error) {
	if accepts := o.document.Accepts; accepts != nil && !accepts(r) {
		return o.document.Rejected, nil
	}
	if queued := v.queued[o.name]; len(queued) > 0 {
		v.queued[o.name] = queued[1:]
		return queued[0], nil
	}
	if answer, ok := v.standing[o.name]; ok {
		return answer, nil
	}
	return o.example()
}

func (v *Vendor) fault(w http.ResponseWriter, err error) {
	v.faults = append(v.faults, err.Error())
	http.Error(w, err.Error(), http.StatusNotImplemented)
}
