package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

const (
	dialTimeout      = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	idleTimeout      = 90 * time.Second
	maxHeaderBytes   = 256 << 10
	maxRedirects     = 5
	// The default of net/http is two, and any more parallel calls to one
	// server would each pay for a new connection.
	maxIdlePerHost = 64
)

// ProxyFunc chooses the proxy for a request, nil for none, as the Proxy field
// of http.Transport does.
type ProxyFunc func(*http.Request) (*url.URL, error)

// Options say what a client may reach and how.
type Options struct {
	// AllowPrivate permits private addresses (RFC 1918, RFC 4193, and the
	// shared ones of RFC 6598). Link-local and metadata addresses stay shut.
	AllowPrivate bool
	// AllowHTTP permits http to other machines than this one: for an address that the
	// operator of the box chose, in a network that the operator trusts.
	AllowHTTP bool
	// Proxy is http.ProxyFromEnvironment when nil, which obeys HTTP_PROXY,
	// HTTPS_PROXY and NO_PROXY. Where a proxy stands is the operator's choice,
	// so its own address may be private or on this machine.
	Proxy ProxyFunc
}

// NewClient returns a client that reaches only what the package comment and
// the options allow. It has no timeout of its own: the request's context
// decides. A response body longer than MaxBody, or an event of a
// text/event-stream longer than that, ends in an error and never in silence.
//
// The errors of http.Client hold the whole URL, query string included; show
// what Failure makes of them.
func NewClient(o Options) *http.Client {
	if o.Proxy == nil {
		o.Proxy = http.ProxyFromEnvironment
	}
	g := &guard{Options: o}
	g.direct = newTransport(g.dialDirect)
	g.proxied = newTransport(g.dialProxy)
	g.proxied.Proxy = g.mustProxy
	return &http.Client{Transport: g, CheckRedirect: checkRedirect}
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

func newTransport(dial dialFunc) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    handshakeTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// guard keeps two transports, so that a dialled address is known for what it
// is: what direct dials is always the target, what proxied dials is always a
// proxy. With one transport, a target that resolves to the proxy's address
// would enjoy the proxy's exemption.
type guard struct {
	Options
	resolver        *net.Resolver // nil for the system's
	direct, proxied *http.Transport
}

func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := g.send(req)
	if err != nil {
		return nil, err
	}
	if resp.ContentLength > MaxBody && !isEventStream(resp) {
		resp.Body.Close()
		return nil, tooLarge(req.URL, "answer")
	}
	resp.Body = bound(resp)
	return resp, nil
}

func (g *guard) send(req *http.Request) (*http.Response, error) {
	if err := checkTarget(req.URL, g.Options); err != nil {
		closeBody(req)
		return nil, err
	}
	proxy, err := g.Proxy(req)
	if err != nil {
		closeBody(req)
		return nil, badProxy()
	}
	if proxy == nil {
		return g.direct.RoundTrip(req)
	}
	return g.proxied.RoundTrip(req)
}

// closeBody does what http.RoundTripper asks for when it fails early.
func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}

// CloseIdleConnections is what http.Client.CloseIdleConnections calls.
func (g *guard) CloseIdleConnections() {
	g.direct.CloseIdleConnections()
	g.proxied.CloseIdleConnections()
}

// mustProxy is asked a second time by the transport. Answering "no proxy" here
// would dial the target without a check.
func (g *guard) mustProxy(req *http.Request) (*url.URL, error) {
	u, err := g.Proxy(req)
	if err != nil || u == nil {
		return nil, badProxy()
	}
	return u, nil
}

// badProxy says nothing of the setting itself, which may hold a password.
func badProxy() error {
	return guild.Errorf(guild.CodeUnavailable, "the proxy setting cannot be used; HTTPS_PROXY and HTTP_PROXY hold a URL such as http://proxy.example.com:3128")
}

func (g *guard) dialDirect(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	return g.dial(ctx, network, addr, func(ip netip.Addr) error {
		return checkAddress(ip, host, g.AllowPrivate)
	})
}

func (g *guard) dialProxy(ctx context.Context, network, addr string) (net.Conn, error) {
	return g.dial(ctx, network, addr, func(ip netip.Addr) error {
		if r, what := reachOf(ip); r == never {
			return guild.Errorf(guild.CodeDenied, "the proxy leads to %s, %s, which is never allowed", ip, what)
		}
		return nil
	})
}

// dial checks each address between its resolution and the connection,
// so that a name which answers differently the second time gains nothing.
func (g *guard) dial(ctx context.Context, network, addr string, check func(netip.Addr) error) (net.Conn, error) {
	d := net.Dialer{
		Timeout:  dialTimeout,
		Resolver: g.resolver,
		Control: func(_, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil {
				return guild.Errorf(guild.CodeDenied, "only internet addresses may be dialled")
			}
			return check(ap.Addr())
		},
	}
	return d.DialContext(ctx, network, addr)
}

// checkRedirect follows a redirect only within the origin of the first request
// and only when it keeps the method: net/http sends custom headers such as
// X-API-KEY on to whatever host it is sent to, and turns a POST into a GET
// after 301, 302 and 303.
func checkRedirect(req *http.Request, via []*http.Request) error {
	from, to := Origin(via[0].URL), Origin(req.URL)
	switch {
	case from != to:
		return guild.Errorf(guild.CodeUpstream, "%s answered with a redirect to another origin, %s, which was not followed; if the service has moved, change its address", from, to)
	case req.Method != via[0].Method:
		return guild.Errorf(guild.CodeUpstream, "%s answered %s with a redirect that would drop the request; use the address that the service documents", from, via[0].Method)
	case len(via) > maxRedirects:
		return guild.Errorf(guild.CodeUpstream, "%s redirects more than %d times", from, maxRedirects)
	}
	return nil
}

// Refused reports whether err says that nothing listened at the address, so
// that not one byte of the request was sent.
func Refused(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" && errors.Is(err, syscall.ECONNREFUSED)
}
