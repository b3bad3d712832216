package googletest

import (
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Mail is one message of the mailbox, as it was sent.
type Mail struct {
	ID, Thread string
	Labels     []string
	At         time.Time
	Raw        string // RFC 5322; a line may end in a line feed alone
}

// Label is one label of the mailbox.
type Label struct {
	ID, Name string
	System   bool
}

func (s *Server) profile(c *call) (map[string]any, *Refusal) {
	if user := c.values["userId"]; user != "me" && user != s.world.Email {
		return nil, &Refusal{Status: http.StatusForbidden, Message: "Delegation denied for " + s.world.Email, Reason: "forbidden", State: "PERMISSION_DENIED"}
	}
	return map[string]any{"emailAddress": s.world.Email, "messagesTotal": 3, "threadsTotal": 2, "historyId": "1234567"}, nil
}

var unknownEntity = Refusal{Status: http.StatusNotFound, Message: "Requested entity was not found.", Reason: "notFound", State: "NOT_FOUND"}

// mail returns the message with an id.
func (s *Server) mail(id string) (Mail, *Refusal) {
	i := slices.IndexFunc(s.world.Mail, func(m Mail) bool { return m.ID == id })
	if i < 0 {
		return Mail{}, &unknownEntity
	}
	return s.world.Mail[i], nil
}

// thread returns the messages of a thread, the oldest first.
func (s *Server) thread(id string) []Mail {
	found := slices.DeleteFunc(slices.Clone(s.world.Mail), func(m Mail) bool { return m.Thread != id })
	slices.SortStableFunc(found, func(a, b Mail) int { return a.At.Compare(b.At) })
	return found
}

// listThreads finds the threads whose messages hold every word of a query. Of
// Gmail's operators it knows none.
func (s *Server) listThreads(c *call) (map[string]any, *Refusal) {
	newest := slices.Clone(s.world.Mail)
	slices.SortStableFunc(newest, func(a, b Mail) int { return b.At.Compare(a.At) })
	items, seen := []any{}, map[string]bool{}
	for _, m := range newest {
		if !seen[m.Thread] && m.fits(c) {
			seen[m.Thread] = true
			items = append(items, map[string]any{"id": m.Thread, "snippet": m.snippet(), "historyId": "1234567"})
		}
	}
	return estimated(page("threads", items, c.query, 500))
}

// fits reports whether a message is one that a list asks for.
func (m Mail) fits(c *call) bool {
	for word := range strings.FieldsSeq(c.query.Get("q")) {
		if !strings.Contains(strings.ToLower(m.Raw), strings.ToLower(word)) {
			return false
		}
	}
	for _, label := range c.query["labelIds"] {
		if !slices.Contains(m.Labels, label) {
			return false
		}
	}
	binned := slices.Contains(m.Labels, "SPAM") || slices.Contains(m.Labels, "TRASH")
	return !binned || c.query.Get("includeSpamTrash") == "true"
}

// estimated leaves out an empty list, as Gmail does.
func estimated(answer map[string]any, refused *Refusal) (map[string]any, *Refusal) {
	if refused != nil {
		return nil, refused
	}
	answer["resultSizeEstimate"] = 0
	for name, value := range answer {
		if list, ok := value.([]any); ok {
			answer["resultSizeEstimate"] = len(list)
			if len(list) == 0 {
				delete(answer, name)
			}
		}
	}
	return answer, nil
}

func (s *Server) getThread(c *call) (map[string]any, *Refusal) {
	var messages []any
	for _, m := range s.thread(c.values["id"]) {
		messages = append(messages, m.resource(c.query))
	}
	if messages == nil {
		return nil, &unknownEntity
	}
	return map[string]any{"id": c.values["id"], "historyId": "1234567", "messages": messages}, nil
}

func (s *Server) getMessage(c *call) (map[string]any, *Refusal) {
	m, refused := s.mail(c.values["id"])
	if refused != nil {
		return nil, refused
	}
	return m.resource(c.query), nil
}

func (s *Server) getAttachment(c *call) (map[string]any, *Refusal) {
	m, refused := s.mail(c.values["messageId"])
	if refused != nil {
		return nil, refused
	}
	if found := m.payload().find(c.values["id"]); found != nil {
		return map[string]any{"size": len(found.data), "data": base64.URLEncoding.EncodeToString(found.data)}, nil
	}
	return nil, invalidArgument("Invalid attachment token")
}

func (s *Server) listLabels(*call) (map[string]any, *Refusal) {
	labels := []any{}
	for _, l := range s.world.Labels {
		kind := "user"
		if l.System {
			kind = "system"
		}
		labels = append(labels, map[string]any{"id": l.ID, "name": l.Name, "type": kind})
	}
	return map[string]any{"labels": labels}, nil
}

// draftID is the id that a message has as a draft.
func draftID(m Mail) string { return "r-" + m.ID }

func (s *Server) listDrafts(c *call) (map[string]any, *Refusal) {
	items := []any{}
	for _, m := range s.world.Mail {
		if slices.Contains(m.Labels, "DRAFT") && m.fits(c) {
			items = append(items, map[string]any{"id": draftID(m), "message": map[string]any{"id": m.ID, "threadId": m.Thread}})
		}
	}
	return estimated(page("drafts", items, c.query, 500))
}

func (s *Server) getDraft(c *call) (map[string]any, *Refusal) {
	for _, m := range s.world.Mail {
		if draftID(m) == c.values["id"] && slices.Contains(m.Labels, "DRAFT") {
			return map[string]any{"id": draftID(m), "message": m.resource(c.query)}, nil
		}
	}
	return nil, &unknownEntity
}

func (s *Server) createDraft(c *call) (map[string]any, *Refusal) {
	message, _ := c.body["message"].(map[string]any)
	m, refused := s.take(message, "DRAFT")
	if refused != nil {
		return nil, refused
	}
	return map[string]any{"id": draftID(m), "message": m.brief()}, nil
}

func (s *Server) sendMessage(c *call) (map[string]any, *Refusal) {
	m, refused := s.take(c.body, "SENT")
	if refused != nil {
		return nil, refused
	}
	if m.header("To")+m.header("Cc")+m.header("Bcc") == "" {
		return nil, invalidArgument("Recipient address required")
	}
	return m.brief(), nil
}

// take adds a message that a client wrote. Into a thread it comes only as the
// description of Message.threadId says: its headers name a message of the thread,
// and the subjects match. Otherwise it begins one of its own.
func (s *Server) take(sent map[string]any, label string) (Mail, *Refusal) {
	encoded, _ := sent["raw"].(string)
	raw, err := base64.URLEncoding.DecodeString(encoded)
	if err != nil || len(raw) == 0 {
		return Mail{}, invalidArgument("'raw' RFC822 payload message string or uploading message via /upload/* URL required")
	}
	m := Mail{ID: "new" + strconv.Itoa(len(s.world.Mail)), Labels: []string{label}, Raw: string(raw), At: time.Date(2026, 12, 1, 12, 0, len(s.world.Mail), 0, time.UTC)}
	m.Thread = m.ID
	if asked, _ := sent["threadId"].(string); asked != "" {
		thread := s.thread(asked)
		if len(thread) == 0 {
			return Mail{}, &unknownEntity
		}
		if m.answers(thread) {
			m.Thread = asked
		}
	}
	s.world.Mail = append(s.world.Mail, m)
	return m, nil
}

func (m Mail) answers(thread []Mail) bool {
	plain := func(subject string) string {
		decoded, _ := new(mime.WordDecoder).DecodeHeader(subject) // of another charset, it equals none
		return strings.TrimPrefix(strings.ToLower(decoded), "re: ")
	}
	return slices.ContainsFunc(thread, func(other Mail) bool {
		id := other.header("Message-Id")
		return id != "" && m.header("In-Reply-To") == id && strings.Contains(m.header("References"), id) &&
			plain(m.header("Subject")) == plain(other.header("Subject"))
	})
}

func (m Mail) brief() map[string]any {
	return map[string]any{"id": m.ID, "threadId": m.Thread, "labelIds": list(m.Labels)}
}

// Mail returns the messages that there are now, those that clients wrote included.
func (s *Server) Mail() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.world.Mail)
}

func (m Mail) date() string { return fmt.Sprint(m.At.UnixMilli()) }

func list[T any](items []T) []any {
	all := []any{}
	for _, item := range items {
		all = append(all, item)
	}
	return all
}
