package localapi

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/pkg/api"
)

type callInput struct {
	operation.ByID
	Accept  string `header:"Accept" doc:"text/event-stream to be told of progress"`
	RawBody []byte `contentType:"application/json"`
}

// registerCall registers the one operation that may answer as a stream.
func (s *Server) registerCall(h huma.API) {
	op := operation.Declare(h, api.CallTool)
	op.Description = "Answers application/json, or to a request that accepts text/event-stream, events: any number of progress, then one result or problem."
	schemas := h.OpenAPI().Components.Schemas
	op.Responses["200"] = &huma.Response{
		Description: "What the tool answered; a tool that failed is an answer too",
		Content: map[string]*huma.MediaType{
			"application/json":  {Schema: schemas.Schema(reflect.TypeFor[api.ToolResult](), true, "")},
			"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}},
		},
	}
	schemas.Schema(reflect.TypeFor[api.Progress](), true, "")   // named in the document, though only events carry it
	op.BodyReadTimeout, op.SkipValidateBody = bodyTimeout, true // what follows checks it
	var bodies callBodies
	huma.Register(h, op, func(ctx context.Context, in *callInput) (*huma.StreamResponse, error) {
		body, err := bodies.read(in.RawBody)
		if err != nil {
			return nil, err
		}
		call, err := s.prepareCall(ctx, operation.CallerOf(ctx), in.ID, body)
		if err != nil {
			return nil, operation.ProblemOf(ctx, err)
		}
		if strings.Contains(in.Accept, "text/event-stream") {
			return &huma.StreamResponse{Body: func(hc huma.Context) { s.streamCall(hc, call) }}, nil
		}
		result, err := s.call(ctx, call)
		if err != nil {
			return nil, operation.ProblemOf(ctx, err)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			hc.SetHeader("Content-Type", "application/json")
			_ = json.NewEncoder(hc.BodyWriter()).Encode(result) // a caller who is gone needs no answer
		}}, nil
	})
	bodies = declareCallBody(h, api.CallTool)
}

// bodyTimeout is how long a caller may take to send a body, as huma has it where it
// reads the body itself.
const bodyTimeout = 5 * time.Second

// prepareCall checks that the caller may make a call, and that the scope that it
// is made for is offered the tool.
func (s *Server) prepareCall(ctx context.Context, c access.Caller, login string, body callBody) (connection.Call, error) {
	call := connection.Call{Tool: body.name, Arguments: body.arguments, Caller: c.Name}
	if err := operation.Operate.Check(c); err != nil {
		return call, err
	}
	if body.scopeID == "" {
		stored, err := s.login(ctx, c, login, true)
		call.Connection = stored.ID
		return call, err
	}
	id, err := guild.ParseID(login)
	if err != nil {
		return call, err
	}
	call.Connection = id
	call.Scope, err = s.offered(ctx, c, body.scopeID, id, body.name)
	return call, err
}

// offered returns a scope's id when it is offered a tool on a login, and else
// says which row or state decided.
func (s *Server) offered(ctx context.Context, c access.Caller, scopeID string, login guild.ID, name string) (guild.ID, error) {
	parsed, err := guild.ParseID(scopeID)
	if err != nil {
		return "", err
	}
	verdict, err := s.verdicts.Of(ctx, parsed, name)
	if err != nil {
		return "", err
	}
	path := verdict.Scope.Path
	switch {
	case !c.Reaches(verdict.Scope):
		return "", guild.Errorf(guild.CodeNotFound, "there is no scope %s", parsed)
	case verdict.Login != login:
		return "", guild.Errorf(guild.CodeNotFound, "%s has no tool %s on the connection %s", path, name, login).
			WithHint("guildsctl tool list --at %s", path)
	case !verdict.Offered:
		return "", guild.Errorf(guild.CodeDenied, "%s is not offered %s: %s", path, name, verdict.Reason).
			WithHint("%s", cmp.Or(verdict.Remedy, "guildsctl binding explain "+name+" --at "+path))
	}
	return verdict.Scope.ID, nil
}

func (s *Server) call(ctx context.Context, call connection.Call) (api.ToolResult, error) {
	record, err := s.Logins.Call(ctx, call)
	return api.ToolResult{
		CallID: string(record.ID), Text: record.Result, Failed: record.Failed,
		Bytes: len(record.Result), DurationMS: record.Duration.Milliseconds(),
	}, err
}

func (s *Server) streamCall(hc huma.Context, call connection.Call) {
	events := operation.Stream(hc)
	call.Progress = func(p mcpclient.Progress) {
		_ = events.Send("", api.EventProgress, api.Progress{Progress: p.Progress, Total: p.Total, Message: p.Message})
	}
	result, err := s.call(hc.Context(), call)
	if err != nil {
		_ = events.Send("", api.EventProblem, operation.ProblemOf(hc.Context(), err))
		return
	}
	_ = events.Send("", api.EventResult, result)
}
