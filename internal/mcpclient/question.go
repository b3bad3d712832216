package mcpclient

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/internal/guild"
)

// Servers may ask the user something in the middle of a call. Nobody sits there,
// so a form goes back with the server's own defaults where they fill every field
// that it requires, and is declined otherwise.

// defaults answers the requests of the session era (elicitation/create), as
// mcp-go's ElicitationHandler.
type defaults struct{}

// Elicit implements client.ElicitationHandler.
func (defaults) Elicit(_ context.Context, req mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return answerForm(req.Params.RequestedSchema), nil
}

func answerForm(schema any) *mcp.ElicitationResult {
	result := &mcp.ElicitationResult{}
	result.Action = mcp.ElicitationResponseActionDecline
	if content, ok := filled(schema); ok {
		result.Action = mcp.ElicitationResponseActionAccept
		result.Content = content
	}
	return result
}

// question is one input request of revision 2026-07-28, which puts them into the
// result of a call ("Multi Round-Trip Requests").
type question struct {
	Method mcp.MCPMethod `json:"method"`
	Params struct {
		RequestedSchema any `json:"requestedSchema"`
	} `json:"params"`
}

// maxRounds is how often one call may come back with questions.
const maxRounds = 8

// answers answers every question of a result. Of the kinds that there are, the
// box declares forms only.
func answers(questions map[string]question) (map[string]any, error) {
	out := make(map[string]any, len(questions))
	for id, q := range questions {
		if q.Method != mcp.MethodElicitationCreate {
			return nil, guild.Errorf(guild.CodeUpstream, "the tool asks for %s in the middle of the call, which the box does not offer", q.Method)
		}
		out[id] = answerForm(q.Params.RequestedSchema)
	}
	return out, nil
}

// filled returns the defaults of a form's fields, and whether they are enough.
func filled(schema any) (map[string]any, bool) {
	var form struct {
		Properties map[string]struct {
			Default any `json:"default"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	data, err := json.Marshal(schema)
	if err != nil || json.Unmarshal(data, &form) != nil {
		return nil, false
	}
	content := map[string]any{}
	for name, field := range form.Properties {
		if field.Default != nil {
			content[name] = field.Default
		}
	}
	for _, name := range form.Required {
		if _, ok := content[name]; !ok {
			return nil, false
		}
	}
	return content, len(content) > 0
}
