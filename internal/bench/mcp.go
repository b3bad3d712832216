package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// idleConns keeps the connections of all callers: net/http keeps two of a host,
// and 32 callers would measure how connections are made.
const idleConns = 128

// dial opens a session of the revision that the box opens too.
func dial(ctx context.Context, url string) (*client.Client, error) {
	link, err := transport.NewStreamableHTTP(url,
		transport.WithHTTPBasicClient(&http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: idleConns}}),
		transport.WithHTTPTimeout(time.Minute))
	if err != nil {
		return nil, err
	}
	c := client.NewClient(link, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
	if err := c.Start(ctx); err != nil {
		return nil, err
	}
	request := mcp.InitializeRequest{Params: mcp.InitializeParams{ClientInfo: mcp.Implementation{Name: "bench", Version: "1"}}}
	if _, err := c.Initialize(ctx, request); err != nil {
		return nil, fmt.Errorf("open a session with %s: %w", url, err)
	}
	return c, nil
}

// serveUpstream is the subcommand upstream: a server on mcp-go with sessions, so
// small that it does not hide what lies between it and the caller.
func serveUpstream(ctx context.Context, _ []string, out io.Writer) error {
	s := mcptest.New(mcptest.Options{})
	url := s.Start()
	defer s.Close()
	return serving(ctx, out, url)
}

// serveRelay is the subcommand relay: the tools of the server at args[0], served
// again over one shared session. It looks at nothing and keeps nothing.
func serveRelay(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("relay takes the address of a server")
	}
	upstream, err := dial(ctx, args[0])
	if err != nil {
		return err
	}
	defer upstream.Close()
	listed, err := upstream.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return err
	}
	relay := server.NewMCPServer("relay", "1", server.WithToolCapabilities(true))
	for _, tool := range listed.Tools {
		relay.AddTool(tool, func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return upstream.CallTool(ctx, mcp.CallToolRequest{Params: r.Params})
		})
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	served := &http.Server{Handler: server.NewStreamableHTTPServer(relay, server.WithStateful(true))}
	go served.Serve(listener)
	defer served.Close()
	return serving(ctx, out, "http://"+listener.Addr().String()+"/mcp")
}
