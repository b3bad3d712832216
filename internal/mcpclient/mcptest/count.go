package mcptest

import (
	"context"
	"maps"

	"github.com/mark3labs/mcp-go/server"
)

func (s *Server) count(n *int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*n++
}

func (s *Server) called(ctx context.Context, tool string) {
	s.mu.Lock()
	s.calls[tool]++
	s.mu.Unlock()
	if session := server.ClientSessionFromContext(ctx); session != nil && session.SessionID() != "" {
		s.sessions.mu.Lock()
		s.sessions.calls[session.SessionID()]++
		s.sessions.mu.Unlock()
	}
}

// Calls is the number of calls of a tool that arrived so far.
func (s *Server) Calls(tool string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[tool]
}

// Initializes is the number of initialize requests so far.
func (s *Server) Initializes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inits
}

// Deletes is the number of DELETE requests so far, refused ones included.
func (s *Server) Deletes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dels
}

// Sessions returns the tool calls of each open session by its id.
func (s *Server) Sessions() map[string]int {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	return maps.Clone(s.sessions.calls)
}

// Started gets a value whenever a call of slow begins to work.
func (s *Server) Started() <-chan struct{} { return s.started }

// Stopped gets a value whenever a call of slow is cancelled at work.
func (s *Server) Stopped() <-chan struct{} { return s.stopped }
