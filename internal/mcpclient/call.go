package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/internal/guild"
)

type callParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Meta      *requestMeta    `json:"_meta,omitempty"`

	// Answers to what the server asked in its last result, revision 2026-07-28.
	Answers map[string]any  `json:"inputResponses,omitempty"`
	State   json.RawMessage `json:"requestState,omitempty"`
}

// call sends one tools/call, again with answers where the server asks for them,
// and renders its result.
func (s *session) call(ctx context.Context, cred http.Header, name string, args json.RawMessage, progress func(Progress)) (Result, error) {
	args, err := object(args)
	if err != nil {
		return Result{}, err
	}
	params := callParams{Name: name, Arguments: args}
	for range maxRounds {
		raw, err := s.callKnowing(ctx, cred, params, progress)
		if err != nil {
			return Result{}, err
		}
		var r callResult
		if json.Unmarshal(raw, &r) != nil {
			return Result{}, errBroken
		}
		if r.Type != mcp.ResultTypeInputRequired {
			return r.render(), nil
		}
		if params.Answers, err = answers(r.Questions); err != nil {
			return Result{}, err
		}
		params.State = r.State
	}
	return Result{}, guild.Errorf(guild.CodeUpstream, "the tool asks its user a question in the middle of the call, again and again, and nobody is there to answer; give it everything in its arguments")
}

// callKnowing sends a call, and once more where the server did not run it since
// it wants arguments in headers that this session has not learnt of ("Client
// Behavior", revision 2026-07-28).
func (s *session) callKnowing(ctx context.Context, cred http.Header, params callParams, progress func(Progress)) (json.RawMessage, error) {
	raw, err := s.callOnce(ctx, cred, params, progress)
	if !s.modern() || rpcCode(err) != mcp.HEADER_MISMATCH {
		return raw, err
	}
	if _, listErr := s.list(ctx, cred, slog.New(slog.DiscardHandler)); listErr != nil {
		return nil, err
	}
	return s.callOnce(ctx, cred, params, progress)
}

func (s *session) callOnce(ctx context.Context, cred http.Header, params callParams, progress func(Progress)) (json.RawMessage, error) {
	x := s.next(cred)
	if progress == nil {
		params.Meta = s.meta(0)
	} else {
		params.Meta = s.meta(x.id)
		defer s.reports.add(x.id, progress)()
	}
	return s.send(ctx, x, mcp.MethodToolsCall, params, s.callHeaders(params))
}

// object checks that arguments are a JSON object as far as that costs nothing;
// sending them checks the rest. Some servers take a missing or null object for
// an error, so none becomes an empty one.
func object(args json.RawMessage) (json.RawMessage, error) {
	args = bytes.TrimSpace(args)
	if len(args) == 0 || string(args) == "null" {
		return json.RawMessage("{}"), nil
	}
	if args[0] != '{' {
		return nil, guild.Errorf(guild.CodeInvalid, "the arguments of a tool are a JSON object")
	}
	return args, nil
}

// callHeaders returns the headers that repeat parts of a call in the stateless
// revision.
func (s *session) callHeaders(params callParams) http.Header {
	h := s.mirrored(mcp.MethodToolsCall)
	if h == nil {
		return nil
	}
	if name, ok := mcp.EncodeHeaderValue(params.Name); ok {
		h.Set(mcp.HeaderName, name)
	}
	tool := s.params.tool(params.Name)
	if tool == nil {
		return h
	}
	body, err := json.Marshal(params)
	if err != nil {
		return h // sending it fails with the same error
	}
	for name, value := range mcp.GenerateParamHeaders(tool, body) {
		h.Set(name, value)
	}
	return h
}

// rpcCode returns the JSON-RPC code of err, in the body of a refusal too, or 0.
func rpcCode(err error) int {
	var r *refusal
	if errors.As(err, &r) && r.rpc != nil {
		return r.rpc.Code
	}
	var e *rpcError
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}
