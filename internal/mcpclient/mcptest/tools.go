package mcptest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func (s *Server) tools() []server.ServerTool {
	return []server.ServerTool{
		{Tool: echo("echo"), Handler: s.echo},
		{Tool: mcp.NewTool("add",
			mcp.WithDescription("Adds two numbers."),
			mcp.WithNumber("a", mcp.Required()), mcp.WithNumber("b", mcp.Required()),
		), Handler: add},
		{Tool: mcp.NewTool("big",
			mcp.WithDescription("Returns that many bytes of text."),
			mcp.WithInteger("bytes", mcp.Required()),
		), Handler: big},
		{Tool: mcp.NewTool("fail",
			mcp.WithDescription("Fails and says the message."),
			mcp.WithString("message"),
		), Handler: fail},
		{Tool: mcp.NewTool("slow",
			mcp.WithDescription("Works in steps and reports each. With 0 steps it works until it is cancelled."),
			mcp.WithInteger("steps"), mcp.WithInteger("pause_ms"),
		), Handler: s.slow},
		{Tool: mcp.NewTool("image", mcp.WithDescription("Returns a text and a picture.")), Handler: image},
		{Tool: mcp.NewTool("leak",
			mcp.WithDescription("Returns the credential of its own request in every form in which tools print one."),
		), Handler: s.leak},
	}
}

func echo(name string) mcp.Tool {
	return mcp.NewTool(name,
		mcp.WithDescription("Returns its message."),
		mcp.WithString("message", mcp.Required(), mcp.Description("what to return")))
}

func (s *Server) echo(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(r.GetString("message", "")), nil
}

func add(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sum := r.GetFloat("a", 0) + r.GetFloat("b", 0)
	return mcp.NewToolResultText(strconv.FormatFloat(sum, 'g', -1, 64)), nil
}

func big(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(strings.Repeat("x", r.GetInt("bytes", 0))), nil
}

func fail(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(r.GetString("message", "it failed")), nil
}

func (s *Server) slow(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	steps, wait := r.GetInt("steps", 3), time.Duration(r.GetInt("pause_ms", 1))*time.Millisecond
	s.started <- struct{}{}
	for step := 1; steps == 0 || step <= steps; step++ {
		select {
		case <-ctx.Done():
			s.stopped <- struct{}{}
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		if steps > 0 {
			report(ctx, r, step, steps)
		}
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d steps", steps)), nil
}

func report(ctx context.Context, r mcp.CallToolRequest, step, steps int) {
	if r.Params.Meta == nil || r.Params.Meta.ProgressToken == nil {
		return
	}
	// A client that does not listen loses its progress, not its call.
	_ = server.ServerFromContext(ctx).SendNotificationToClient(ctx, "notifications/progress", map[string]any{
		"progressToken": r.Params.Meta.ProgressToken, "progress": step, "total": steps,
		"message": fmt.Sprintf("step %d", step),
	})
}

// onePixel is a PNG of one transparent pixel.
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

func image(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultImage("one pixel", onePixel, "image/png"), nil
}

func (s *Server) leak(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	value := r.Header.Get(s.opts.Header)
	if _, bare, ok := strings.Cut(value, " "); ok {
		value = bare
	}
	quoted, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(strings.Join([]string{
		"plain " + value,
		"json " + string(quoted),
		"query " + url.QueryEscape(value),
		"path " + url.PathEscape(value),
		"base64 " + base64.StdEncoding.EncodeToString([]byte("key="+value+";")),
		"base64url " + base64.RawURLEncoding.EncodeToString([]byte(value)),
	}, "\n")), nil
}
