package googletest

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// handlers answer the documented methods that the connectors use. They are called
// with the lock held.
var handlers = map[string]func(s *Server, c *call) (map[string]any, *Refusal){
	"gmail.users.getProfile":               (*Server).profile,
	"gmail.users.threads.list":             (*Server).listThreads,
	"gmail.users.threads.get":              (*Server).getThread,
	"gmail.users.messages.get":             (*Server).getMessage,
	"gmail.users.messages.send":            (*Server).sendMessage,
	"gmail.users.messages.attachments.get": (*Server).getAttachment,
	"gmail.users.labels.list":              (*Server).listLabels,
	"gmail.users.drafts.list":              (*Server).listDrafts,
	"gmail.users.drafts.get":               (*Server).getDraft,
	"gmail.users.drafts.create":            (*Server).createDraft,
	"drive.files.list":                     (*Server).listFiles,
	"drive.files.get":                      (*Server).getFile,
	"drive.files.export":                   (*Server).exportFile,
	"drive.files.create":                   (*Server).createFile,
	"drive.files.copy":                     (*Server).copyFile,
	"drive.permissions.list":               (*Server).listPermissions,
	"drive.drives.list":                    (*Server).listDrives,
	"drive.drives.get":                     (*Server).getDrive,
}

// call is one request of a documented method.
type call struct {
	*method
	values map[string]string // of its path
	query  url.Values
	body   map[string]any // nil where there is none
	sent   *Content       // the file that came with it

	// answer is the file that a handler answers with instead of JSON.
	answer *Content
}

// Content is what a file holds.
type Content struct {
	Type string // media type
	Data string
}

// api finds the documented method of a request, checks the request against it, and
// the answer too.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.methods {
		if values, ok := m.matches(r.Method, r.URL.EscapedPath()); ok && handlers[m.ID] != nil {
			s.call(w, r, &call{method: m, values: values, query: r.URL.Query()})
			return
		}
	}
	s.fault("%s %s is no method that is documented and known here", r.Method, r.URL.Path)
	http.NotFound(w, r)
}

func (s *Server) call(w http.ResponseWriter, r *http.Request, c *call) {
	wrong := c.checkQuery(c.query)
	if wrong == "" {
		wrong = c.read(r)
	}
	if wrong != "" {
		s.fault("%s", wrong)
		invalidArgument(wrong).send(w)
		return
	}
	answer, refused := s.ask(r, c)
	switch {
	case refused != nil:
		refused.send(w)
	case c.answer != nil:
		w.Header().Set("Content-Type", c.answer.Type)
		_, _ = io.WriteString(w, c.answer.Data) // the client has gone if this fails
	default:
		s.answer(w, c, answer)
	}
}

// answer sends of an answer what the request asks for.
func (s *Server) answer(w http.ResponseWriter, c *call, answer map[string]any) {
	if wrong := c.document.checkBody(c.Response.Ref, c.Response, answer); wrong != "" {
		s.fault("%s", wrong)
	}
	fields := c.query.Get("fields")
	if fields == "" {
		fields = defaultFields[c.ID]
	}
	if fields == "" {
		sendJSON(w, http.StatusOK, answer)
		return
	}
	picked, err := c.document.pick(c.Response, answer, fields)
	if err != nil {
		s.fault("%s: %v", c.ID, err)
		invalidArgument(err.Error()).send(w)
		return
	}
	sendJSON(w, http.StatusOK, picked)
}

// read reads the body of a request, and returns what is wrong with it, or nothing.
func (c *call) read(r *http.Request) string {
	if c.Request.Ref == "" {
		return ""
	}
	about := io.Reader(r.Body)
	if c.uploads(r.URL.Path) {
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "multipart/related" || c.query.Get("uploadType") != "multipart" {
			return c.ID + " takes a file with uploadType=multipart, as multipart/related"
		}
		parts := multipart.NewReader(r.Body, params["boundary"])
		first, err := parts.NextPart()
		if err != nil {
			return c.ID + ": " + err.Error()
		}
		described, _ := io.ReadAll(first) // of memory
		about = strings.NewReader(string(described))
		second, err := parts.NextPart()
		if err != nil {
			return c.ID + ": " + err.Error()
		}
		data, _ := io.ReadAll(second)
		c.sent = &Content{Type: second.Header.Get("Content-Type"), Data: string(data)}
	}
	if err := json.NewDecoder(about).Decode(&c.body); err != nil {
		return c.ID + ": " + err.Error()
	}
	return c.document.checkBody(c.Request.Ref, c.Request, c.body)
}

// ask answers a request that is well formed, or refuses it.
func (s *Server) ask(r *http.Request, c *call) (map[string]any, *Refusal) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	g := s.access[token]
	if g == nil {
		return nil, &Unauthenticated
	}
	if !slices.ContainsFunc(c.Scopes, func(scope string) bool { return slices.Contains(g.scopes, scope) }) {
		return nil, &ScopeInsufficient
	}
	if queued := s.refusals[c.ID]; len(queued) > 0 {
		s.refusals[c.ID] = queued[1:]
		return nil, &queued[0]
	}
	return handlers[c.ID](s, c)
}
