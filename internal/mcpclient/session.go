package mcpclient

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/internal/egress"
)

// session is one conversation with a server. In the stateless era it is only
// what the two sides know of each other.
type session struct {
	url      *url.URL
	revision string
	server   string // name and version
	self     mcp.Implementation
	wire     *wire
	link     *transport.StreamableHTTP
	client   *client.Client // of the session era; it also answers the server's requests

	life    context.Context // ends with the session
	die     context.CancelFunc
	lastID  atomic.Int64
	changed chan struct{} // holds one notice that the tools changed
	reports reports
	params  paramHeaders
}

// initializeID is the id that mcp-go gives to initialize, its own only request.
const initializeID = 1

// dial prepares a session: it sends nothing yet.
func (p *Pool) dial(login Login, options ...transport.StreamableHTTPCOption) (*session, error) {
	u, err := egress.CheckURL(login.URL)
	if err != nil {
		return nil, err
	}
	base := p.clients[login.AllowPrivate]
	heard := make(chan struct{})
	w := &wire{
		base: base.Transport, agent: "guilds/" + p.opts.Version, header: login.Header,
		heard: heard, hear: sync.OnceFunc(func() { close(heard) }),
	}
	options = append(options,
		transport.WithHTTPBasicClient(&http.Client{Transport: w, CheckRedirect: base.CheckRedirect}),
		// mcp-go logs whole addresses and bodies.
		transport.WithHTTPLogger(slog.New(slog.DiscardHandler)),
	)
	link, err := transport.NewStreamableHTTP(login.URL, options...)
	if err != nil {
		return nil, err
	}
	s := &session{
		url: u, wire: w, link: link,
		self:    mcp.Implementation{Name: "guilds", Version: p.opts.Version},
		changed: make(chan struct{}, 1),
	}
	s.life, s.die = context.WithCancel(context.Background())
	s.lastID.Store(initializeID)
	return s, nil
}

func (s *session) origin() string { return egress.Origin(s.url) }

func (s *session) modern() bool { return mcp.IsModernProtocol(s.revision) }

// next begins an exchange with the credential of a caller.
func (s *session) next(cred http.Header) *exchange {
	return &exchange{id: s.lastID.Add(1), header: cred}
}

// close ends the session here and, best effort, at the server. A second call
// waits for the first.
func (s *session) close() {
	s.die()
	// The error only ever says that the server did not take the DELETE.
	_ = s.link.Close()
}

// announce tells the pool's owner of changed tools until the session ends.
func (s *session) announce(tell func()) {
	for {
		select {
		case <-s.changed:
			tell()
		case <-s.life.Done():
			return
		}
	}
}

// notified takes the notifications of every stream of the session.
func (s *session) notified(n mcp.JSONRPCNotification) {
	switch n.Method {
	case mcp.MethodNotificationToolsListChanged:
		select {
		case s.changed <- struct{}{}:
		default: // a notice is waiting already
		}
	case "notifications/progress":
		s.reports.deliver(n.Params.AdditionalFields)
	}
}

// paramHeaders remembers the tools whose arguments a server wants to see in
// HTTP headers as well (revision 2026-07-28, x-mcp-header).
type paramHeaders struct {
	mu    sync.Mutex
	tools map[string]*mcp.Tool
}

func (p *paramHeaders) set(tools map[string]*mcp.Tool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tools = tools
}

func (p *paramHeaders) tool(name string) *mcp.Tool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tools[name]
}
