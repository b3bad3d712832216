package localapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

const agentPath = "acme/research/scout"

func (b *box) bind(t testing.TB, path string, kind binding.Kind, item string, enabled bool) {
	t.Helper()
	if err := b.db.PutBinding(t.Context(), b.tree[path].ID, binding.Row{Kind: kind, CatalogID: item, Enabled: enabled}); err != nil {
		t.Fatal(err)
	}
}

// ofLogins are the tools that are not native.
func ofLogins(tools []api.Tool) []api.Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t api.Tool) bool { return t.Kind == "native_tool" })
}

// Native tools are listed beside those of logins, each with what decided.
func TestToolsIncludeNativeOnes(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	b.connect(t, "acme")
	b.bind(t, "platform", binding.NativeTool, "note_get", true)
	b.bind(t, "platform", binding.NativeTool, "memory_write", true)
	b.bind(t, "acme/research", binding.NativeTool, "note_find", false)
	for path, want := range map[string]map[string]string{
		agentPath: {
			"note_get":      "note_get is on at platform",
			"note_find":     "note_find is off at acme/research",
			"note_write":    "no binding grants note_write here or above",
			"memory_write":  "memory_write is on at platform",
			"browser_click": "it works in an agent's sandbox, which this version does not include yet",
			"tools_echo":    "tools is on at acme",
		},
		"acme": {"memory_write": "memory_write is on at platform; follows each agent's memory flag", "note_find": "no binding grants note_find here or above"},
	} {
		tools, err := b.local.ListTools(t.Context(), api.ToolQuery{ScopeID: b.id(path)})
		if err != nil {
			t.Fatal(err)
		}
		view, err := b.local.GetAccess(t.Context(), b.id(path))
		if diff := cmp.Diff(tools, view.Tools); err != nil || diff != "" {
			t.Errorf("%s: the access view has other tools: %v (-list +view):\n%s", path, err, diff)
		}
		got := map[string]string{}
		for _, tool := range tools {
			if _, ok := want[tool.Name]; ok {
				got[tool.Name] = tool.Reason
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	detail, err := b.local.GetTool(t.Context(), "note_get", api.ToolQuery{ScopeID: b.id(agentPath)})
	if err != nil || detail.Kind != "native_tool" || !detail.Offered || !strings.Contains(string(detail.InputSchema), `"path"`) || len(detail.OfferedSchema) == 0 {
		t.Errorf("note_get: %+v (%v)", detail, err)
	}
	unbuilt, err := b.local.GetTool(t.Context(), "shell", api.ToolQuery{ScopeID: b.id(agentPath)})
	if err != nil || unbuilt.Offered || unbuilt.InputSchema != nil {
		t.Errorf("shell: %+v (%v)", unbuilt, err)
	}
}

func (b *box) callNative(t testing.TB, path, name, args string) (api.ToolResult, error) {
	t.Helper()
	return b.at(t, path, access.Operator).CallNative(t.Context(), name, api.NativeCall{ScopeID: b.id(path), Arguments: json.RawMessage(args)})
}

func TestCallNative(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, name := range []string{"note_write", "note_get"} {
		b.bind(t, "platform", binding.NativeTool, name, true)
	}
	wrote, err := b.callNative(t, agentPath, "note_write", `{"level":"agent","key":"a.md","content":"token `+canary+`"}`)
	if err != nil || wrote.Failed || !strings.HasPrefix(wrote.Text, "created agent/a.md (") {
		t.Fatalf("note_write: %+v (%v)", wrote, err)
	}
	got, err := b.callNative(t, agentPath, "note_get", `{"path":"agent/a.md"}`)
	if err != nil || got.Text != "token [redacted:canary]" || got.Bytes != len(got.Text) {
		t.Errorf("note_get: %+v (%v)", got, err)
	}
	failed, err := b.callNative(t, agentPath, "note_get", `{"path":"agent/none.md"}`)
	if err != nil || !failed.Failed || !strings.HasPrefix(failed.Text, "ERROR: there is no note agent/none.md") {
		t.Errorf("note_get of none: %+v (%v)", failed, err)
	}
	for _, result := range []api.ToolResult{wrote, got, failed} {
		call := b.db.Call(t, guild.ID(result.CallID))
		if call.Server != "native" || call.Scope != b.tree[agentPath].ID || call.Connection != "" || call.Result != result.Text || call.Failed != result.Failed {
			t.Errorf("on record is %+v", call)
		}
		if strings.Contains(string(call.Arguments)+call.Result, canary) {
			t.Errorf("the record holds the secret: %s %s", call.Arguments, call.Result)
		}
	}
}

func TestCallNativeRefuses(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	b.bind(t, "platform", binding.NativeTool, "note_get", true)
	b.bind(t, "acme", binding.NativeTool, "note_find", false)
	for _, tt := range []struct{ path, name, code, says string }{
		{"acme", "note_get", api.CodeInvalid, "acme is of the level organisation; a native tool is tested as an agent"},
		{agentPath, "note_find", api.CodeDenied, "acme/research/scout is not offered note_find: note_find is off at acme"},
		{agentPath, "shell", api.CodeDenied, "sandbox"},
		{agentPath, "tools_echo", api.CodeNotFound, "no native tool tools_echo"},
	} {
		_, err := b.callNative(t, tt.path, tt.name, `{}`)
		wantProblem(t, err, tt.code, tt.says)
	}
}
