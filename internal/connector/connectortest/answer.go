package connectortest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// Answer is what a vendor answers.
type Answer struct {
	Status int               // 0 for 200
	Header map[string]string // beside its Content-Type, which is application/json
	Body   string
}

func (a Answer) send(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	if a.Status == 0 {
		a.Status = http.StatusOK
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write([]byte(a.Body)) // the client has gone if this fails
}

// example is the documented answer of an operation that was done.
func (o *operation) example() (Answer, error) {
	for _, status := range []int{http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent} {
		declared := o.declared.Responses.Status(status)
		if declared == nil || declared.Value == nil {
			continue
		}
		if len(declared.Value.Content) == 0 {
			return Answer{Status: status}, nil
		}
		if value := exampleOf(declared.Value.Content.Get("application/json")); value != nil {
			body, err := json.Marshal(value)
			return Answer{Status: status, Body: string(body)}, err
		}
	}
	return Answer{}, fmt.Errorf("%s has no documented example; give it an answer", o.name)
}

// exampleOf returns the example, or of several the first by name.
func exampleOf(m *openapi3.MediaType) any {
	if m == nil {
		return nil
	}
	if m.Example != nil {
		return m.Example
	}
	for _, name := range slices.Sorted(maps.Keys(m.Examples)) {
		if e := m.Examples[name]; e.Value != nil && e.Value.Value != nil {
			return e.Value.Value
		}
	}
	if m.Schema != nil && m.Schema.Value != nil {
		return m.Schema.Value.Example
	}
	return nil
}
