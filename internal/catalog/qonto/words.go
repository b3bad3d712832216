package qonto

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/connector/rest"
)

// words reads a refusal: a list of errors, each with what it is about, and a trace that
// Qonto's support asks for, which is at the top or in an error.
func words(got rest.Answer) rest.Refusal {
	type problem struct {
		Code   string `json:"code"`
		Detail string `json:"detail"`
		Trace  string `json:"trace_id"`
		Source struct {
			Pointer   string `json:"pointer"`
			Parameter string `json:"parameter"`
		} `json:"source"`
	}
	var body struct {
		Errors []problem `json:"errors"`
		Trace  string    `json:"trace_id"`
	}
	if json.Unmarshal(got.Body, &body) != nil || len(body.Errors) == 0 {
		return rest.Words(got)
	}
	var said []string
	for _, e := range body.Errors {
		about := e.Source.Parameter
		if about == "" {
			about = e.Source.Pointer
		}
		if about != "" {
			about += ": "
		}
		said = append(said, about+e.Detail)
		if body.Trace == "" {
			body.Trace = e.Trace
		}
	}
	if body.Trace != "" {
		said = append(said, "trace_id "+body.Trace)
	}
	return rest.Refusal{Code: body.Errors[0].Code, Message: strings.Join(said, "; ")}
}
