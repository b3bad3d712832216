package modeltest

import (
	"context"
	"sync"
)

// gate is where answers wait.
type gate struct {
	reached, open       chan struct{}
	reachOnce, openOnce sync.Once
}

func (s *Server) gate(name string) *gate {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gates[name] == nil {
		s.gates[name] = &gate{reached: make(chan struct{}), open: make(chan struct{})}
	}
	return s.gates[name]
}

// Held is closed once an answer waits at the gate.
func (s *Server) Held(name string) <-chan struct{} { return s.gate(name).reached }

// Release opens the gate for good.
func (s *Server) Release(name string) {
	g := s.gate(name)
	g.openOnce.Do(func() { close(g.open) })
}

// wait returns once the gate is open, or reports false where the client has gone.
// There is no gate without a name.
func (s *Server) wait(ctx context.Context, name string) bool {
	if name == "" {
		return true
	}
	g := s.gate(name)
	g.reachOnce.Do(func() { close(g.reached) })
	select {
	case <-g.open:
		return true
	case <-ctx.Done():
		return false
	}
}
