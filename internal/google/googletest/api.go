package googletest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// handlers answer the documented methods that the connectors use. They are called
// with the lock held.
var handlers = map[string]func(s *Server, values map[string]string, q url.Values) (map[string]any, *Refusal){
	"gmail.users.getProfile": (*Server).profile,
	"drive.files.list":       (*Server).listFiles,
	"drive.files.get":        (*Server).getFile,
	"drive.drives.list":      (*Server).listDrives,
	"drive.drives.get":       (*Server).getDrive,
}

// api finds the documented method of a request, checks the request against it, and
// the answer too.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.methods {
		if values, ok := m.matches(r.Method, r.URL.Path); ok && handlers[m.ID] != nil {
			s.call(w, r, m, values)
			return
		}
	}
	s.fault("%s %s is no method that is documented and known here", r.Method, r.URL.Path)
	http.NotFound(w, r)
}

func (s *Server) call(w http.ResponseWriter, r *http.Request, m *method, values map[string]string) {
	q := r.URL.Query()
	if wrong := m.checkQuery(q); wrong != "" {
		s.fault("%s", wrong)
		invalidArgument(wrong).send(w)
		return
	}
	answer, refused := s.ask(r, m, values, q)
	if refused != nil {
		refused.send(w)
		return
	}
	schema := property{Ref: m.Response.Ref}
	if wrong := m.document.checkAnswer(m.Response.Ref, schema, answer); wrong != "" {
		s.fault("%s", wrong)
	}
	fields := q.Get("fields")
	if fields == "" {
		fields = defaultFields[m.ID]
	}
	if fields == "" {
		sendJSON(w, http.StatusOK, answer)
		return
	}
	picked, err := m.document.pick(schema, answer, fields)
	if err != nil {
		s.fault("%s: %v", m.ID, err)
		invalidArgument(err.Error()).send(w)
		return
	}
	sendJSON(w, http.StatusOK, picked)
}

// ask answers a request that is well formed, or refuses it.
func (s *Server) ask(r *http.Request, m *method, values map[string]string, q url.Values) (map[string]any, *Refusal) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	g := s.access[token]
	if g == nil {
		return nil, &Unauthenticated
	}
	if !slices.ContainsFunc(m.Scopes, func(scope string) bool { return slices.Contains(g.scopes, scope) }) {
		return nil, &ScopeInsufficient
	}
	if queued := s.refusals[m.ID]; len(queued) > 0 {
		s.refusals[m.ID] = queued[1:]
		return nil, &queued[0]
	}
	return handlers[m.ID](s, values, q)
}

func (s *Server) profile(values map[string]string, _ url.Values) (map[string]any, *Refusal) {
	if user := values["userId"]; user != "me" && user != s.world.Email {
		return nil, &Refusal{Status: http.StatusForbidden, Message: "Delegation denied for " + s.world.Email, Reason: "forbidden", State: "PERMISSION_DENIED"}
	}
	return map[string]any{"emailAddress": s.world.Email, "messagesTotal": 3, "threadsTotal": 2, "historyId": "1234567"}, nil
}
