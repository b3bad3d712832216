package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// vendor is what sets the two providers apart.
type vendor struct {
	path string

	// refuse makes the body of a refusal.
	refuse func(Refusal) any
	// check returns what the provider itself finds wrong with a body.
	check func(s *Server, body []byte) error
	// chunks makes the answer's events.
	chunks func(*answer) []any
	// model is one in the list.
	model func(Model) any
}

var openRouter = vendor{
	path:   openRouterPath,
	refuse: refuseAsOpenRouter,
	check:  (*Server).fitsDocument,
	chunks: (*answer).openRouterChunks,
	model:  Model.openRouter,
}

var deepInfra = vendor{
	path:   deepInfraPath,
	refuse: refuseAsDeepInfra,
	check:  func(_ *Server, body []byte) error { return onlyOpenAI(body) },
	chunks: (*answer).deepInfraChunks,
	model:  Model.deepInfra,
}

func (s *Server) fitsDocument(body []byte) error {
	if s.document == nil {
		return nil
	}
	return fits(s.document, "ChatRequest", body)
}

func refuseAsOpenRouter(r Refusal) any {
	e := map[string]any{"code": r.Status, "message": r.Message}
	if r.Kind != "" {
		e["metadata"] = map[string]any{"error_type": r.Kind}
	}
	return map[string]any{"error": e}
}

// refuseAsDeepInfra answers in OpenAI's shape what the model's side refuses, and in
// FastAPI's what stands before it.
func refuseAsDeepInfra(r Refusal) any {
	if r.Status == http.StatusMethodNotAllowed || r.Status == http.StatusBadRequest {
		return map[string]any{"error": map[string]any{"message": r.Message, "type": "invalid_request_error", "param": nil, "code": nil}}
	}
	if r.Status == http.StatusUnprocessableEntity {
		return map[string]any{"detail": []any{map[string]any{"loc": []any{"body"}, "msg": r.Message, "type": "value_error"}}}
	}
	return map[string]any{"detail": map[string]any{"error": r.Message}}
}

// What OpenAI's own API has, as DeepInfra documents it.
var (
	openAIKeys = []string{
		"model", "messages", "stream", "stream_options", "max_tokens", "temperature", "top_p", "stop", "n", "seed",
		"tools", "tool_choice", "response_format", "user", "presence_penalty", "frequency_penalty", "reasoning_effort",
	}
	openAIMessageKeys = []string{"role", "content", "name", "tool_calls", "tool_call_id"}
)

func onlyOpenAI(body []byte) error {
	var sent map[string]json.RawMessage
	if err := json.Unmarshal(body, &sent); err != nil {
		return err
	}
	var messages []map[string]json.RawMessage
	if err := json.Unmarshal(sent["messages"], &messages); err != nil {
		return fmt.Errorf("messages: %w", err)
	}
	if err := onlyKeys(sent, openAIKeys); err != nil {
		return err
	}
	for _, m := range messages {
		if err := onlyKeys(m, openAIMessageKeys); err != nil {
			return err
		}
	}
	return nil
}

func onlyKeys(object map[string]json.RawMessage, known []string) error {
	for key := range object {
		if !slices.Contains(known, key) {
			return fmt.Errorf("%s: extra inputs are not permitted", key)
		}
	}
	return nil
}
