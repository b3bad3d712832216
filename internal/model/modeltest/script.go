package modeltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// script is what one model does. Either member may be empty.
type script struct {
	turns []Turn
	react func(Request) Turn
}

// Play sets the turns of a script. The script "" is played where no other is asked
// for: see Mark.
func (s *Server) Play(name string, turns ...Turn) { s.set(name, script{turns: turns}) }

// React sets a script that makes each turn of the request. It must make the same
// of the same request.
func (s *Server) React(name string, turn func(Request) Turn) { s.set(name, script{react: turn}) }

func (s *Server) set(name string, played script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts[name] = played
}

// Mark is what a system prompt holds for a script to be played. A model whose id
// ends in a slash and the script's name does as well.
func Mark(script string) string { return "[script " + script + "]" }

var mark = regexp.MustCompile(`\[script ([^\]]*)\]`)

// turnFor returns the turn that a request asks for.
func (s *Server) turnFor(r Request) (Turn, error) {
	name, played := s.scriptFor(r)
	at := r.Turns()
	switch {
	case played.react != nil:
		return played.react(r), nil
	case at >= len(played.turns):
		return Turn{}, fmt.Errorf("the script %q has no turn %d", name, at+1)
	}
	return s.first(r, played.turns[at]), nil
}

func (s *Server) scriptFor(r Request) (string, script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range r.Messages {
		if found := mark.FindStringSubmatch(m.Text()); m.Role == "system" && found != nil {
			return found[1], s.scripts[found[1]]
		}
	}
	name := r.Model[strings.LastIndex(r.Model, "/")+1:]
	if played, ok := s.scripts[name]; ok {
		return name, played
	}
	return "", s.scripts[""]
}

// first returns the next of turn.First for this conversation, or turn.
func (s *Server) first(r Request, turn Turn) Turn {
	if len(turn.First) == 0 {
		return turn
	}
	key, _ := json.Marshal(r.Messages) // what was decoded encodes
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked[string(key)]
	s.asked[string(key)]++
	if asked < len(turn.First) {
		return turn.First[asked]
	}
	return turn
}

// PlayFile sets scripts from a script file: a list of turns for the script "", or an
// object that has such a list for each name.
func (s *Server) PlayFile(data []byte) error {
	named := map[string][]Turn{}
	var err error
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		var turns []Turn
		err = decode(data, &turns)
		named[""] = turns
	} else {
		err = decode(data, &named)
	}
	if err != nil {
		return fmt.Errorf("a script file is a list of turns, or an object of such lists: %w", err)
	}
	for name, turns := range named {
		s.Play(name, turns...)
	}
	return nil
}

func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
