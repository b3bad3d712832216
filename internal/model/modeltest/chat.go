package modeltest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// chat answers a request for a turn.
func (s *Server) chat(v vendor) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.authorized(r) {
			v.send(w, *s.unauthorized(r))
			return
		}
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client has gone
		}
		asked, err := parseRequest(r, data)
		if err != nil {
			v.send(w, Refusal{Status: http.StatusBadRequest, Message: err.Error()})
			return
		}
		s.record(asked)
		turn, err := s.turn(v, asked)
		if err != nil {
			s.fault("%s: %v", r.URL.Path, err)
			v.send(w, Refusal{Status: http.StatusBadRequest, Message: err.Error()})
			return
		}
		if !s.wait(r.Context(), turn.Hold) {
			return
		}
		if turn.Refuse != nil {
			v.send(w, *turn.Refuse)
			return
		}
		s.write(w, r, v, &answer{Turn: turn, request: asked})
	}
}

func (s *Server) record(r Request) {
	if s.options.Bare {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
}

// turn checks a request and returns what it asks for.
func (s *Server) turn(v vendor, r Request) (Turn, error) {
	if !s.options.Bare {
		if err := v.check(s, r.Body); err != nil {
			return Turn{}, err
		}
		if err := r.check(); err != nil {
			return Turn{}, err
		}
	}
	turn, err := s.turnFor(r)
	if _, known := pieces[turn.Pieces]; !known {
		return Turn{}, fmt.Errorf("there is no way of cutting %q", turn.Pieces)
	}
	return turn, err
}

func (s *Server) authorized(r *http.Request) bool {
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && key != "" && (s.options.Keys == nil || slices.Contains(s.options.Keys, key))
}

func (s *Server) unauthorized(r *http.Request) *Refusal {
	message := "User not found."
	if r.Header.Get("Authorization") == "" {
		message = "Missing Authentication header"
	}
	return &Refusal{Status: http.StatusUnauthorized, Message: message}
}

func (v vendor) send(w http.ResponseWriter, r Refusal) {
	body := []byte(r.Body)
	if r.Body == "" {
		body, _ = json.Marshal(v.refuse(r)) // texts and numbers encode
	}
	w.Header().Set("Content-Type", "application/json")
	if r.RetryAfter != "" {
		w.Header().Set("Retry-After", r.RetryAfter)
	}
	w.WriteHeader(r.Status)
	_, _ = w.Write(body) // the client has gone
}

// write streams an answer.
func (s *Server) write(w http.ResponseWriter, r *http.Request, v vendor, a *answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	if v.path == openRouterPath {
		w.Header().Set("X-Generation-Id", a.id())
	}
	chunks := v.chunks(a)
	half := len(chunks)/2 + len(chunks)%2
	flush(w, a.Pieces, []byte(": OPENROUTER PROCESSING\n\n"))
	flush(w, a.Pieces, stream(chunks[:half]))
	if !s.wait(r.Context(), a.HoldMidway) {
		return
	}
	switch {
	case a.CutOff:
		panic(http.ErrAbortHandler) // net/http then closes the connection
	case a.Midway != nil:
		flush(w, a.Pieces, stream([]any{a.broken(*a.Midway)}))
	default:
		flush(w, a.Pieces, append(stream(chunks[half:]), "data: [DONE]\n\n"...))
	}
}

func stream(chunks []any) []byte {
	var b strings.Builder
	for _, c := range chunks {
		data, _ := json.Marshal(c) // texts and numbers encode
		fmt.Fprintf(&b, "data: %s\n\n", data)
	}
	return []byte(b.String())
}

func flush(w http.ResponseWriter, how string, data []byte) {
	for _, piece := range pieces[how](data) {
		_, _ = w.Write(piece) // the client has gone
		_ = http.NewResponseController(w).Flush()
	}
}
