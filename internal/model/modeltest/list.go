package modeltest

import (
	"encoding/json"
	"net/http"
)

// Model is one in the list of models.
type Model struct {
	ID        string
	Context   int // tokens
	MaxOutput int // tokens
	Tools     bool
}

var defaultModels = []Model{
	{ID: "acme/worker", Context: 128_000, MaxOutput: 16_000, Tools: true},
	{ID: "acme/writer", Context: 8_000, MaxOutput: 4_000},
}

func (m Model) openRouter() any {
	parameters := []string{"max_tokens", "temperature"}
	if m.Tools {
		parameters = append(parameters, "tools", "tool_choice")
	}
	return object{
		"id": m.ID, "canonical_slug": m.ID, "name": m.ID, "created": 1700000000, "description": "A model of a test.",
		"context_length": m.Context, "pricing": object{"prompt": "0.000003", "completion": "0.000015"},
		"architecture": object{
			"modality": "text->text", "input_modalities": []string{"text"}, "output_modalities": []string{"text"},
			"tokenizer": "Other", "instruct_type": nil,
		},
		"top_provider":       object{"is_moderated": false, "context_length": m.Context, "max_completion_tokens": m.MaxOutput},
		"per_request_limits": nil, "supported_parameters": parameters, "default_parameters": nil, "supported_voices": nil,
		"links": object{"details": "/api/v1/models/" + m.ID + "/endpoints"},
	}
}

func (m Model) deepInfra() any {
	return object{"id": m.ID, "object": "model", "owned_by": "acme", "metadata": object{
		"context_length": m.Context, "max_tokens": m.MaxOutput,
		"pricing": object{"input_tokens": 3, "output_tokens": 15}, "tags": []string{},
	}}
}

// models answers anybody, as both providers do.
func (s *Server) models(v vendor) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		data := []any{}
		for _, m := range s.options.Models {
			data = append(data, v.model(m))
		}
		sendJSON(w, object{"data": data, "total_count": len(data), "links": object{"next": nil}})
	}
}

// key says of a key what OpenRouter does.
func (s *Server) key(w http.ResponseWriter, r *http.Request) {
	if !s.authorized(r) {
		openRouter.send(w, *s.unauthorized(r))
		return
	}
	sendJSON(w, object{"data": object{
		"label": "sk-or-v1-tes...t00", "limit": 100, "limit_remaining": 74.5, "usage": 25.5, "is_free_tier": false,
	}})
}

func sendJSON(w http.ResponseWriter, document any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(document) // the client has gone
}
