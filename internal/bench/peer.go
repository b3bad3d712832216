package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/pkg/api"
)

// way is one of the ways to a server that are compared.
type way int

// The ways, in the order of a comparison's tallies.
const (
	direct   way = iota // with mcp-go's own client
	viaRelay            // through the bare relay
	viaBox              // through guildsd
	ways
)

func (w way) String() string { return [...]string{"direct", "relay", "box"}[w] }

// peer is an open way to call the tool echo of a server.
type peer struct {
	way   way
	pid   int // of the process between caller and server; 0 where there is none
	echo  func(ctx context.Context, message string) (answer string, err error)
	close func()
}

// once makes one call and checks the answer, so that who answers fast and wrong is
// not taken for fast.
func (p peer) once(ctx context.Context, message string) error {
	answer, err := p.echo(ctx, message)
	if err == nil && !strings.Contains(answer, message) {
		err = fmt.Errorf("wrong answer: %.200q", answer)
	}
	if err != nil {
		return fmt.Errorf("a call (%s): %w", p.way, err)
	}
	return nil
}

// opens are how each way to the server at an address is opened.
var opens = [ways]func(ctx context.Context, b *bench, url string) (peer, error){openDirect, openRelay, openBox}

func openDirect(ctx context.Context, _ *bench, url string) (peer, error) {
	c, err := dial(ctx, url)
	if err != nil {
		return peer{}, err
	}
	return peer{way: direct, echo: echoOf(c), close: func() { c.Close() }}, nil
}

func openRelay(ctx context.Context, b *bench, url string) (peer, error) {
	relay, err := b.launchChild("relay", url)
	if err != nil {
		return peer{}, err
	}
	c, err := dial(ctx, relay.url)
	if err != nil {
		relay.stop()
		return peer{}, err
	}
	return peer{way: viaRelay, pid: relay.pid(), echo: echoOf(c), close: func() { c.Close(); relay.stop() }}, nil
}

// echoOf calls with mcp-go's client.
func echoOf(c *client.Client) func(context.Context, string) (string, error) {
	return func(ctx context.Context, message string) (string, error) {
		result, err := c.CallTool(ctx, mcp.CallToolRequest{
			Params: mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"message": message}},
		})
		if err != nil {
			return "", err
		}
		var text strings.Builder
		for _, content := range result.Content {
			if one, ok := mcp.AsTextContent(content); ok {
				text.WriteString(one.Text)
			}
		}
		return text.String(), nil
	}
}

// openBox calls for the box's agent, so that the offer is checked, the answer
// redacted and the call recorded. The login stays when the peer is closed: after a
// restart of the server guildsd opens another session by itself.
func openBox(ctx context.Context, b *bench, url string) (peer, error) {
	x, err := b.box(ctx)
	if err != nil {
		return peer{}, err
	}
	l, err := x.login(ctx, url)
	if err != nil {
		return peer{}, err
	}
	echo := func(ctx context.Context, message string) (string, error) {
		result, err := x.client.CallTool(ctx, l.id, api.ToolCall{
			Name: l.tool, ScopeID: x.agent, Arguments: map[string]any{"message": message},
		}, nil)
		return result.Text, err
	}
	return peer{way: viaBox, pid: x.pid(), echo: echo, close: func() {}}, nil
}
