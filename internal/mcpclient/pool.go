package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// Options tune a Pool; every zero value has a default.
type Options struct {
	Logger      *slog.Logger     // slog.Default when nil
	Version     string           // of this program, told to servers
	Idle        time.Duration    // an unused session is ended after it; 10 minutes
	ListTimeout time.Duration    // opening a session, and a whole listing; 15 s
	CallTimeout time.Duration    // one tools/call, reopening included; 90 s
	Proxy       egress.ProxyFunc // the environment's when nil
	// ListChanged is told of a connection whose server says that its tools
	// changed. Notices that arrive while it runs come as one more call.
	ListChanged func(guild.ID)
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Idle = orDefault(o.Idle, 10*time.Minute)
	o.ListTimeout = orDefault(o.ListTimeout, 15*time.Second)
	o.CallTimeout = orDefault(o.CallTimeout, 90*time.Second)
	if o.Version == "" {
		o.Version = "dev"
	}
	return o
}

func orDefault(d, fallback time.Duration) time.Duration {
	if d <= 0 {
		return fallback
	}
	return d
}

// Pool holds the sessions, one for each connection in use. Its methods may be
// called at the same time.
type Pool struct {
	opts    Options
	clients map[bool]*http.Client // by AllowPrivate

	mu     sync.Mutex
	slots  map[guild.ID]*slot
	live   map[*slot]struct{} // those of slots, and retired ones still in use
	closed bool
	ended  sync.WaitGroup // one for each of live
}

// New returns an empty pool. Close ends it.
func New(o Options) *Pool {
	o = o.withDefaults()
	return &Pool{
		opts: o,
		clients: map[bool]*http.Client{
			false: egress.NewClient(egress.Options{Proxy: o.Proxy}),
			true:  egress.NewClient(egress.Options{Proxy: o.Proxy, AllowPrivate: true}),
		},
		slots: map[guild.ID]*slot{},
		live:  map[*slot]struct{}{},
	}
}

// List asks for every tool of a server, within Options.ListTimeout.
//
// Errors are of the kinds that Call returns.
func (p *Pool) List(ctx context.Context, login Login) (Listing, error) {
	ctx, cancel := context.WithTimeout(ctx, p.opts.ListTimeout)
	defer cancel()
	var out Listing
	err := p.do(ctx, login, listing, func(s *session, cred http.Header) (err error) {
		out, err = s.list(ctx, cred, p.opts.Logger)
		return err
	})
	return out, err
}

// Call calls a tool by the name that its server knows it by, within
// Options.CallTimeout. Arguments are sent as they are; nil stands for none.
// progress may be nil; it is called from another goroutine, never after Call
// has returned, and must not block.
//
// When the server has forgotten the session, a new one is opened and the call
// is sent once more: such a refusal says that it did not run. After a timeout
// or a broken answer it is never sent again, and the error says that the call
// may have happened.
//
// The error has the code CodeRejected when the server refuses the credential
// (HTTP 401 or 403, with a *Refused as its cause), CodeUnavailable when the
// server cannot be reached or is silent, CodeUpstream when it answers with an
// error or with nonsense, CodeInvalid when the login's address or the
// arguments cannot be sent, and CodeDenied when the address leads where it
// must not. A caller whose context was cancelled gets context.Canceled.
func (p *Pool) Call(ctx context.Context, login Login, remoteName string, args json.RawMessage, progress func(Progress)) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, p.opts.CallTimeout)
	defer cancel()
	var out Result
	err := p.do(ctx, login, calling, func(s *session, cred http.Header) (err error) {
		out, err = s.call(ctx, cred, remoteName, args, progress)
		return err
	})
	return out, err
}

// refusedPause lets a server that is just being restarted come up.
const refusedPause = 250 * time.Millisecond

// do runs one operation on the login's session, and a second time where the
// first attempt certainly did not reach the tool.
func (p *Pool) do(ctx context.Context, login Login, op operation, run func(*session, http.Header) error) error {
	if err := sendable(login.Header); err != nil {
		return err
	}
	err := p.once(ctx, login, op, run)
	var lost *lostError
	switch {
	case errors.As(err, &lost):
		p.opts.Logger.DebugContext(ctx, "an MCP server has forgotten the session; opening another", "connection", login.ID)
	case egress.Refused(err) && pause(ctx, refusedPause):
		// Nothing listens there. The server may be just coming up.
	default:
		return err
	}
	err = p.once(ctx, login, op, run)
	if errors.As(err, &lost) {
		return lost.shown
	}
	return err
}

// once makes one attempt. Its error is the caller's, or a *lostError around it.
func (p *Pool) once(ctx context.Context, login Login, op operation, run func(*session, http.Header) error) error {
	s, err := p.acquire(ctx, login)
	if err != nil {
		return err
	}
	defer p.release(s)
	cred := s.credential(login)
	err = run(s.session, cred)
	if err == nil {
		return nil
	}
	shown := explanation{url: s.session.url, op: op, credential: cred}.of(ctx, err)
	if !s.session.lost(err) {
		return shown
	}
	s.session.wire.gone.Store(true)
	p.discard(s)
	return &lostError{shown}
}

// Forget drops the session of a connection, and ends it at the server once the
// calls in flight are over. The next use opens another.
func (p *Pool) Forget(id guild.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.slots[id]; s != nil {
		p.retire(s)
	}
}

// Drop is Forget for a connection whose credential its server takes no longer:
// the end of its session is not sent either.
func (p *Pool) Drop(id guild.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.slots[id]
	if s == nil {
		return
	}
	select {
	case <-s.ready:
		if s.session != nil {
			s.session.wire.gone.Store(true)
		}
	default: // still being opened, which a server that takes no credential refuses
	}
	p.retire(s)
}

// Len is the number of sessions open or being opened.
func (p *Pool) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.slots)
}

// Close ends all sessions, here and at their servers. Calls in flight may
// finish until ctx ends, and are cut off then; Close returns ctx's error in
// that case. Servers that do not answer hold it up for at most five seconds
// more.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	for _, s := range p.slots {
		p.retire(s)
	}
	p.mu.Unlock()

	done := make(chan struct{})
	go func() {
		p.ended.Wait()
		close(done)
	}()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
		p.cutOff()
		<-done
	}
	for _, c := range p.clients {
		c.CloseIdleConnections()
	}
	return err
}

// cutOff ends the sessions still in use, which fails their calls.
func (p *Pool) cutOff() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for s := range p.live {
		s.abort()
		if s.session != nil {
			go s.session.close()
		}
	}
}
