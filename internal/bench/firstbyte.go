package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/guildsbox/guilds/internal/model/modeltest"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// measureFirstByte measures from an operator's message to the first bytes at the
// model, for an agent with 16 connections and 1,000 offered tools.
func measureFirstByte(ctx context.Context, b *bench, x *box) error {
	for i := range agentLogins {
		s := httptest.NewServer(manyTools(agentTools*(i+1)/agentLogins - agentTools*i/agentLogins))
		b.onClose(func() error { s.CloseClientConnections(); s.Close(); return nil })
		if _, err := x.login(ctx, s.URL); err != nil {
			return err
		}
	}
	if err := x.play(ctx, "first", modeltest.Turn{Text: "Done."}); err != nil {
		return err
	}
	var took []float64
	const warming = 3
	for round := range warming + b.rounds(100) {
		x.provider.drain()
		start := time.Now()
		s, err := x.client.StartRun(ctx, api.NewRun{AgentID: x.agent, Message: "Go."})
		if err != nil {
			return err
		}
		select {
		case at := <-x.provider.arrived:
			if round >= warming {
				took = append(took, milliseconds(at.Sub(start)))
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := x.client.WatchRun(ctx, s.RunID, 0, false, func(client.RunEvent) error { return nil }); err != nil {
			return err
		}
		if round == 0 {
			if err := x.offers(ctx, s.RunID, agentTools); err != nil {
				return err
			}
		}
	}
	b.add(
		aimed("runs/first byte, 1,000 tools", median(took), "ms", "<", 25),
		told("runs/first byte, p99", quantile(took, 0.99), "ms"),
	)
	return nil
}

// offers checks that a run offers as many tools of connectors as are meant.
func (x *box) offers(ctx context.Context, run string, want int) error {
	r, err := x.client.GetRun(ctx, run)
	if err != nil {
		return err
	}
	got := 0
	for _, t := range r.Snapshot.Tools {
		if t.ConnectionID != "" {
			got++
		}
	}
	if got != want {
		return fmt.Errorf("the run offers %d tools of connectors, not %d", got, want)
	}
	return nil
}

// manyTools is an MCP server with n tools of a usual length.
func manyTools(n int) http.Handler {
	s := server.NewMCPServer("many", "1")
	for _, t := range listing("many", n).Tools {
		s.AddTool(mcp.NewToolWithRawSchema(t.RemoteName, t.Description, t.InputSchema), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("ok"), nil
		})
	}
	return server.NewStreamableHTTPServer(s)
}
