package operation

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// EventWriter writes server-sent events, each of one line of JSON. Several goroutines
// may send: events take turns.
type EventWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// Stream begins an answer that is a stream of events.
func Stream(hc huma.Context) *EventWriter {
	hc.SetHeader("Content-Type", "text/event-stream")
	hc.SetHeader("Cache-Control", "no-store")
	return &EventWriter{w: hc.BodyWriter()}
}

// Send sends one event. An id, where it is not empty, is what a reader that lost the
// stream sends as Last-Event-ID. The error says that nobody reads any more.
func (e *EventWriter) Send(id, name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	return e.write(fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, name, data))
}

// Beat sends a comment, which readers skip, so that a stream on which nothing
// happens is known to live.
func (e *EventWriter) Beat() error { return e.write(": alive\n\n") }

func (e *EventWriter) write(text string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := io.WriteString(e.w, text)
	if w, ok := e.w.(http.ResponseWriter); ok && err == nil {
		err = http.NewResponseController(w).Flush()
	}
	return err
}
