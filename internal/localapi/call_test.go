package localapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestCallStreamsProgress(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	var got []api.Progress
	call := api.ToolCall{Name: "tools_slow", Arguments: map[string]any{"steps": 3, "pause_ms": 20}}
	result, err := b.local.CallTool(t.Context(), login.ID, call, func(p api.Progress) { got = append(got, p) })
	if err != nil || result.Text != "3 steps" || result.Failed || result.Bytes != 7 || result.CallID == "" {
		t.Errorf("the result is %+v (%v)", result, err)
	}
	want := []api.Progress{{Progress: 1, Total: 3, Message: "step 1"}, {Progress: 2, Total: 3, Message: "step 2"}, {Progress: 3, Total: 3, Message: "step 3"}}
	// The server may drop the notice that it sends together with the result.
	if diff := cmp.Diff(want[:2], got[:min(2, len(got))]); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	raw := b.send(t, "", "POST", "/api/mcp/connections/"+login.ID+"/call", `{"name":"none"}`, "Accept", "text/event-stream")
	if raw.status != 200 || !strings.HasPrefix(raw.body, "event: problem\ndata: {") || !strings.Contains(raw.body, `"code":"not_found"`) {
		t.Errorf("a stream that ends in a problem: HTTP %d\n%s", raw.status, raw.body)
	}
}

// A tool that fails is an answer, and a call that is not made is a problem.
func TestCallOutcomes(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	result, err := b.local.CallTool(t.Context(), login.ID, api.ToolCall{Name: "fail", Arguments: map[string]any{"message": "broken"}}, nil)
	if err != nil || !result.Failed || result.Text != "ERROR: broken" {
		t.Errorf("a tool that fails: %+v (%v)", result, err)
	}
	_, err = b.local.CallTool(t.Context(), login.ID, api.ToolCall{Name: "none"}, nil)
	wantProblem(t, err, api.CodeNotFound, "tools at acme")

	scout := b.id("acme/research/scout")
	off := api.PutBindingBody{ScopeID: b.id("acme/research"), CatalogKind: "mcp_tool", CatalogID: "tools_echo"}
	if _, err := b.local.PutBinding(t.Context(), off); err != nil {
		t.Fatal(err)
	}
	_, err = b.local.CallTool(t.Context(), login.ID, api.ToolCall{Name: "tools_echo", ScopeID: scout}, nil)
	wantProblem(t, err, api.CodeDenied, "tools_echo is off at acme/research")
	_, err = b.local.CallTool(t.Context(), login.ID, api.ToolCall{Name: "tools_echo", ScopeID: b.id("beta")}, nil)
	wantProblem(t, err, api.CodeNotFound, "beta has no tool tools_echo")
	if n := b.mcp.Calls("echo"); n != 0 {
		t.Errorf("the server got %d calls that were refused", n)
	}
}

// An id of a post or an account is a number that no float holds.
func TestArgumentsReachTheToolExactly(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	raw := b.send(t, "", "POST", "/api/mcp/connections/"+login.ID+"/call", `{"name":"echo","arguments":{"message":"x","id":1234567890123456789,"f":1.50}}`)
	var result api.ToolResult
	if err := json.Unmarshal([]byte(raw.body), &result); err != nil || raw.status != 200 {
		t.Fatalf("HTTP %d %v\n%s", raw.status, err, raw.body)
	}
	got, want := b.db.Call(t, guild.ID(result.CallID)).Arguments, `{"message":"x","id":1234567890123456789,"f":1.50}`
	if string(got) != want {
		t.Errorf("the arguments were %s; want %s", got, want)
	}
}

// A call may take longer than a request's body may take to be read.
func TestALongCall(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes more than five seconds")
	}
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	call := api.ToolCall{Name: "slow", Arguments: map[string]any{"steps": 1, "pause_ms": 5500}}
	if got, err := b.local.CallTool(t.Context(), login.ID, call, nil); err != nil || got.Failed {
		t.Errorf("a call of 5.5 s: %+v (%v)", got, err)
	}
}

func TestACallerWhoGoesAwayCancelsTheCall(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	for name, progress := range map[string]func(api.Progress){"plain": nil, "stream": func(api.Progress) {}} {
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := b.local.CallTool(ctx, login.ID, api.ToolCall{Name: "slow", Arguments: map[string]any{"steps": 0}}, progress)
			done <- err
		}()
		<-b.mcp.Started()
		leave()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		select {
		case <-b.mcp.Stopped():
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the tool still works", name)
		}
	}
}

// No answer, whoever asks for what, shows a credential.
func TestNoAnswerShowsACredential(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	leak, err := b.local.CallTool(t.Context(), login.ID, api.ToolCall{Name: "leak"}, nil)
	if err != nil || strings.Contains(leak.Text, canary) {
		t.Errorf("a tool that prints its credential: %+v (%v)", leak, err)
	}
	in := b.things(t, "beta")
	for _, r := range rows {
		if r.op.Method != "GET" {
			continue
		}
		for _, token := range []string{"", b.token(t, "beta", access.Admin)} {
			got := b.ask(t, token, "beta", r, in)
			for _, form := range []string{canary, "Y2FuYXJ5LTRm"} { // plain and base64
				if strings.Contains(got.body, form) || strings.Contains(fmt.Sprint(got.header), form) {
					t.Errorf("%s shows the credential:\n%s", r.op.ID, got.body)
				}
			}
		}
	}
	refused := mcptest.New(mcptest.Options{Header: "Authorization", Value: "Bearer other-key"})
	url := refused.Start()
	t.Cleanup(refused.Close)
	added, err := b.local.AdminAddServer(t.Context(), api.NewServer{Slug: "other", URL: url, Auth: "token", Published: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.local.Connect(t.Context(), api.NewConnection{ServerID: added.ID, ScopeID: b.id("acme"), Fields: map[string]string{"token": canary}})
	wantProblem(t, err, api.CodeRejected, "The key is not known here.")
	if p, ok := err.(*api.Problem); ok && bytes.Contains([]byte(p.Error()+p.Hint), []byte(canary)) {
		t.Errorf("a refused key is shown: %+v", p)
	}
}

// A call's body is checked as any other, and what is right in an odd form is right.
func TestCallBodies(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	for _, tt := range []struct {
		body   string
		status int
		holds  string
	}{
		{`{"name":"echo","arguments":{"message":"plain"}}`, 200, "plain"},
		{` { "arguments" : {"message":"odd"}, "name":"\u0065cho", "scope_id":"" } `, 200, "odd"},
		{`{"name":"none","name":"echo","arguments":{"message":"last of two"}}`, 200, "last of two"},
		{``, 400, "request body is required"},
		{`{"name":`, 400, "unexpected end of JSON input"},
		{`[]`, 422, "expected object"},
		{`{}`, 422, "expected required property name to be present"},
		{`{"name":7}`, 422, `"location":"body.name"`},
		{`{"name":"echo","scope_id":null,"Arguments":{"message":"as huma has it"}}`, 200, "as huma has it"},
		{`{"name":"echo","arguments":[]}`, 422, `"location":"body.arguments"`},
		{`{"name":"echo","scope":"acme"}`, 422, `"location":"body.scope"`},
	} {
		got := b.send(t, "", "POST", "/api/mcp/connections/"+login.ID+"/call", tt.body)
		if got.status != tt.status || !strings.Contains(got.body, tt.holds) {
			t.Errorf("%s: HTTP %d, want %d with %q\n%s", tt.body, got.status, tt.status, tt.holds, got.body)
		}
	}
}
