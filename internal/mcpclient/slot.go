package mcpclient

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// slot is the place of one connection's session in the pool. The fields below
// mu belong to the pool's mutex; session and err are set before ready is
// closed, and stay.
type slot struct {
	login Login
	ready chan struct{}
	abort context.CancelFunc // ends the opening

	session *session
	err     error

	// mu: Pool.mu
	refs    int  // callers that hold it, and the opening
	retired bool // out of the pool: the last caller ends the session
	idle    *time.Timer
	freed   time.Time // when refs came down to 0
}

// acquire returns the login's slot with its session open, opening it if need
// be. Whoever waits for an opening shares it, and its failure. The caller
// releases the slot.
func (p *Pool) acquire(ctx context.Context, login Login) (*slot, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, shuttingDown()
	}
	s := p.slots[login.ID]
	if s != nil && s.login.Epoch < login.Epoch {
		p.retire(s)
		s = nil
	}
	if s == nil {
		s = p.open(login)
	}
	s.refs++
	p.mu.Unlock()

	select {
	case <-s.ready:
	case <-ctx.Done():
		p.release(s)
		return nil, opening.outOfTime(ctx, login)
	}
	if s.err != nil {
		p.release(s)
		if errors.Is(s.err, context.Canceled) {
			return nil, shuttingDown() // only Close cancels an opening
		}
		return nil, s.err
	}
	return s, nil
}

func shuttingDown() error {
	return guild.Errorf(guild.CodeUnavailable, "the box is shutting down; try again once it is back")
}

// open puts a new slot into the pool and begins to open its session, apart from
// the caller's context: a caller that gives up must not fail those who wait
// with it. The pool's mutex is held.
func (p *Pool) open(login Login) *slot {
	ctx, abort := context.WithTimeout(context.Background(), p.opts.ListTimeout)
	s := &slot{login: login, ready: make(chan struct{}), abort: abort, refs: 1}
	p.slots[login.ID] = s
	p.live[s] = struct{}{}
	p.ended.Add(1)
	go func() {
		defer abort()
		session, err := p.connect(ctx, login)
		p.mu.Lock()
		s.session, s.err = session, err
		if err != nil {
			p.retire(s)
		}
		p.mu.Unlock()
		close(s.ready)
		p.release(s)
	}()
	return s
}

// release gives the slot back. The last caller of a retired slot ends its
// session; otherwise the idle time begins.
func (p *Pool) release(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.refs--
	switch {
	case s.refs > 0:
	case s.retired:
		p.end(s)
	case s.idle == nil:
		s.freed = time.Now()
		s.idle = time.AfterFunc(p.opts.Idle, func() { p.expire(s) })
	default:
		s.freed = time.Now()
		s.idle.Reset(p.opts.Idle)
	}
}

// expire ends a session that nobody used for the idle time. The timer may have
// fired just before a call came and went, so the time is checked again.
func (p *Pool) expire(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.refs == 0 && !s.retired && time.Since(s.freed) >= p.opts.Idle {
		p.retire(s)
	}
}

// discard takes the slot of a lost session out of the pool.
func (p *Pool) discard(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.retire(s)
}

// retire takes a slot out of the pool. The pool's mutex is held.
func (p *Pool) retire(s *slot) {
	if s.retired {
		return
	}
	s.retired = true
	if p.slots[s.login.ID] == s {
		delete(p.slots, s.login.ID)
	}
	if s.idle != nil {
		s.idle.Stop()
	}
	if s.refs == 0 {
		p.end(s)
	}
}

// end ends the session of a slot that nobody holds any more. It talks to the
// server, so it does not hold up whoever holds the pool's mutex.
func (p *Pool) end(s *slot) {
	go func() {
		if s.session != nil {
			s.session.close()
		}
		p.mu.Lock()
		delete(p.live, s)
		p.mu.Unlock()
		p.ended.Done()
	}()
}

// credential returns what a call sends: the header of its own login, so that a
// refreshed token takes effect at once. A caller that still holds the login of
// a former account must not bring it into the session of the present one.
func (s *slot) credential(login Login) http.Header {
	if login.Epoch < s.login.Epoch {
		return s.session.wire.credential()
	}
	s.session.wire.use(login.Header)
	return login.Header
}
