package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// BenchmarkCall compares Pool.Call with mcp-go's own client ("bare") against
// the same server: with JSON answers, and with answers over an event stream.
func BenchmarkCall(b *testing.B) {
	servers := map[string]string{"stream": streaming(b)}
	_, servers["json"] = start(b, mcptest.Options{NoListening: true})
	for _, kind := range []string{"json", "stream"} {
		for _, size := range []int{20, 2 << 10} {
			text := strings.Repeat("x", size)
			for _, by := range []string{"bare", "pool"} {
				echo := bareEcho
				if by == "pool" {
					echo = poolEcho
				}
				b.Run(fmt.Sprintf("%s/%d/%s", kind, size, by), func(b *testing.B) { sequential(b, echo(b, servers[kind], text)) })
				b.Run(fmt.Sprintf("%s/%d/%s-parallel", kind, size, by), func(b *testing.B) { parallel(b, echo(b, servers[kind], text)) })
			}
		}
	}
}

func sequential(b *testing.B, one func() error) {
	b.ReportAllocs()
	for b.Loop() {
		if err := one(); err != nil {
			b.Fatal(err)
		}
	}
}

func parallel(b *testing.B, one func() error) {
	b.SetParallelism(16) // 32 callers on two cores
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := one(); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// streaming is a server whose echo answers over an event stream, as the
// reference servers do.
func streaming(b *testing.B) string {
	b.Helper()
	f := &fake{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m message
		_ = json.NewDecoder(r.Body).Decode(&m) // a GET has no body
		if m.Method != "tools/call" {
			f.behave(w, m, m.Method)
			return
		}
		var params struct{ Arguments struct{ Message string } }
		_ = json.Unmarshal(m.Params, &params)
		stream(w, event(textFor(string(m.ID), params.Arguments.Message)))
	}))
	b.Cleanup(s.Close)
	return s.URL
}

func poolEcho(b *testing.B, url, text string) func() error {
	p := newPool(b, mcpclient.Options{})
	login := loginTo(url)
	args := json.RawMessage(fmt.Sprintf(`{"message":%q}`, text))
	return func() error {
		r, err := p.Call(context.Background(), login, "echo", args, nil)
		if err == nil && r.Text != text {
			return fmt.Errorf("echo returned %d bytes, want %d", len(r.Text), len(text))
		}
		return err
	}
}

func bareEcho(b *testing.B, url, text string) func() error {
	c, err := client.NewStreamableHttpClient(url,
		transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + secret}),
		transport.WithHTTPBasicClient(&http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	init := mcp.InitializeRequest{Params: mcp.InitializeParams{ProtocolVersion: mcp.ProtocolVersion20251125}}
	if _, err := c.Initialize(context.Background(), init); err != nil {
		b.Fatal(err)
	}
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"message": text}}}
	return func() error {
		r, err := c.CallTool(context.Background(), req)
		if err != nil {
			return err
		}
		if got, ok := r.Content[0].(mcp.TextContent); !ok || got.Text != text {
			return fmt.Errorf("echo returned %v", r.Content[0])
		}
		return nil
	}
}
