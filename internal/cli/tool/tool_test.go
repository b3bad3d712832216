package tool_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var echo = api.ToolDetail{
	Tool: api.Tool{
		Name: "everything_echo", Server: "everything", Description: "Says it again\x1b[2J", Offered: true,
		Reason: "the binding at acme says on", ConnectionID: clitest.ID("login"), Connection: "everything at acme",
	},
	InputSchema: json.RawMessage(`{"type":"object","required":["message"],"properties":{
		"message":{"type":"string","description":"What to say"},
		"times":{"type":"integer","default":1},
		"tone":{"type":"string","enum":["loud","low"]}}}`),
}

// sum declares its arguments only in alternatives, which the offered schema joins.
var sum = api.ToolDetail{
	Tool:          echo.Tool,
	InputSchema:   json.RawMessage(`{"type":"object","oneOf":[{"properties":{"a":{"type":"number"}}}]}`),
	OfferedSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"number"}}}`),
}

// calling answers with a tool, and to a call with the text, events before it.
func calling(t *testing.T, tool api.ToolDetail, result api.ToolResult, progress ...string) *clitest.Daemon {
	encoded, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var events strings.Builder
	for _, p := range progress {
		events.WriteString("event: progress\ndata: " + p + "\n\n")
	}
	events.WriteString("event: result\ndata: " + string(encoded) + "\n\n")
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.GetTool:   clitest.Always(tool),
		api.ListTools: clitest.Always([]api.Tool{tool.Tool, {Name: "other", Reason: "its binding says off"}}),
		api.CallTool:  clitest.Always(clitest.Events(events.String())),
	})
}

// called returns the body of the one call that the daemon got.
func called(t *testing.T, d *clitest.Daemon) api.ToolCall {
	t.Helper()
	got := d.Requests(api.CallTool)
	if len(got) != 1 {
		t.Fatalf("%d calls, want 1", len(got))
	}
	var call api.ToolCall
	if err := json.Unmarshal([]byte(got[0].Body), &call); err != nil {
		t.Fatal(err)
	}
	return call
}

// arguments returns a call's arguments as they were sent.
func arguments(t *testing.T, d *clitest.Daemon) string {
	t.Helper()
	called(t, d)
	var call struct{ Arguments json.RawMessage }
	_ = json.Unmarshal([]byte(d.Requests(api.CallTool)[0].Body), &call) // called has checked it
	return string(call.Arguments)
}

func TestList(t *testing.T) {
	t.Parallel()
	d := calling(t, echo, api.ToolResult{})
	got := d.Run(t, "", "tool", "list", "--at", "acme")
	got.Want(t, 0, "everything_echo  everything  yes  the binding at acme says on  Says it again\u241b[2J\n", "other            -           no ")
	if got := d.Run(t, "", "tool", "list", "--at", "acme", "--offered", "--jq", ".[].name"); got.Out != "everything_echo\n" {
		t.Errorf("offered: %q", got.Out)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := calling(t, echo, api.ToolResult{})
	d.Run(t, "", "tool", "show", "everything_echo", "--at", "acme").Want(t, 0, "Login:        everything at acme\n",
		"message  string   -          yes  What to say\n", "times    integer  -          no   -\n", "tone     string   loud, low  no   -\n")
}

func TestTestSendsArguments(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "args.json")
	if err := os.WriteFile(file, []byte(`{"message":"from file"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		tool  api.ToolDetail
		input string
		args  []string
		want  string
	}{
		{"typed by the schema", echo, "", []string{"--arg", "message=5", "--arg", "times=5"}, `{"message":"5","times":5}`},
		{"an equals sign in a value", echo, "", []string{"--arg", "message=a=b"}, `{"message":"a=b"}`},
		{"an object, to the digit", echo, "", []string{"--args-json", `{"x":1.00000000000000000001}`}, `{"x":1.00000000000000000001}`},
		{"an object from a file", echo, "", []string{"--args-json", "@" + file}, `{"message":"from file"}`},
		{"an object from input", echo, `{"message":"from input"}`, []string{"--args-json", "-"}, `{"message":"from input"}`},
		{"an argument over an object", echo, "", []string{"--args-json", "@" + file, "--arg", "message=x"}, `{"message":"x"}`},
		{"none, which its server may refuse", echo, "", nil, ``},
		{"declared in alternatives", sum, "", []string{"--arg", "a=2.5"}, `{"a":2.5}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := calling(t, tc.tool, api.ToolResult{Text: "done"})
			got := d.Run(t, tc.input, append([]string{"tool", "test", "everything_echo", "--at", "acme"}, tc.args...)...)
			got.Want(t, 0)
			if got.Out != "done\n" || got.Err != "" {
				t.Errorf("out %q, err %q", got.Out, got.Err)
			}
			if diff := cmp.Diff(tc.want, arguments(t, d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTestRefusesArguments(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		args  []string
		wants []string
	}{
		{[]string{"--arg", "mesage=x", "--arg", "times=often", "--arg", "message"}, []string{
			"--arg mesage: is unknown; everything_echo takes message, times, tone",
			"--arg times: times takes a whole number",
			"--arg message: has no value",
			"hint: guildsctl tool show everything_echo",
		}},
		{[]string{"--arg", "message=a", "--arg", "message=b"}, []string{"--arg message: is given twice"}},
		{[]string{"--args-json", `["message"]`}, []string{"--args-json is not a JSON object"}},
		{[]string{"--args-json", `null`}, []string{"--args-json is not a JSON object"}},
		{[]string{"--args-json", `@/nowhere`}, []string{"no such file"}},
	} {
		t.Run(strings.Join(tc.args, " "), func(t *testing.T) {
			t.Parallel()
			d := calling(t, echo, api.ToolResult{})
			d.Run(t, "", append([]string{"tool", "test", "everything_echo", "--at", "acme"}, tc.args...)...).Want(t, 2, tc.wants...)
			if n := len(d.Requests(api.CallTool)); n != 0 {
				t.Errorf("%d calls were made", n)
			}
		})
	}
}

// TestTestPrintsToTheByte in a pipe, and tells progress elsewhere.
func TestTestPrintsToTheByte(t *testing.T) {
	t.Parallel()
	const text = "one\r\n\x1b[31mred\u202e\x00 \n\n"
	d := calling(t, echo, api.ToolResult{Text: text}, `{"progress":1,"total":2,"message":"half\u001b[2J"}`, `{"progress":2,"total":2}`, `{"progress":2,"total":2}`)
	got := d.Run(t, "", "tool", "test", "everything_echo", "--at", "acme", "--arg", "message=x")
	got.Want(t, 0)
	if got.Out != text+"\n" {
		t.Errorf("printed %q, want %q and a line end", got.Out, text)
	}
	if want := "1 of 2: half\u241b[2J\n2 of 2\n"; got.Err != want {
		t.Errorf("progress %q, want %q", got.Err, want)
	}
}

func TestTestOfAFailingTool(t *testing.T) {
	t.Parallel()
	d := calling(t, echo, api.ToolResult{Text: "ERROR: no", Failed: true})
	got := d.Run(t, "", "tool", "test", "everything_echo", "--at", "acme", "--arg", "message=x")
	got.Want(t, 1)
	if got.Out != "ERROR: no\n" || got.Err != "" {
		t.Errorf("out %q, err %q", got.Out, got.Err)
	}
	d.Run(t, "", "tool", "test", "everything_echo", "--at", "acme", "--arg", "message=x", "--jq", ".failed").Want(t, 1, "true\n")
}

func TestTestRefusals(t *testing.T) {
	t.Parallel()
	off, ended, native := echo, echo, echo
	off.Offered, off.Reason = false, "the binding at acme says off"
	ended.Offered, ended.Reason, ended.Remedy = false, "the login is disconnected", "guildsctl connect everything --at acme"
	native.ConnectionID = ""
	unknown := &api.Problem{Status: 404, Code: api.CodeNotFound, Detail: "no connection lists it"}
	for _, tc := range []struct {
		name string
		tool any
		code int
		says string
	}{
		{"not offered", off, 4, "acme is not offered everything_echo: the binding at acme says off\nhint: guildsctl binding explain everything_echo --at acme"},
		{"disconnected", ended, 4, "acme is not offered everything_echo: the login is disconnected\nhint: guildsctl connect everything --at acme\n"},
		{"unknown", unknown, 3, "no connection lists it"},
		{"without a login", native, 4, "has no login"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetTool: clitest.Always(tc.tool)})
			d.Run(t, "", "tool", "test", "everything_echo", "--at", "acme").Want(t, tc.code, tc.says)
		})
	}
}

// TestTestOnAPickedLogin asks for the tool as that login lists it, and does not
// hold the call to what the scope is offered.
func TestTestOnAPickedLogin(t *testing.T) {
	t.Parallel()
	other := clitest.ID("other")
	for _, named := range []string{other, "acme/research"} {
		d := clitest.Start(t, map[api.Operation]clitest.Answer{
			api.GetTool:  clitest.Always(echo),
			api.CallTool: clitest.Always(api.ToolResult{Text: "done"}),
			api.ListConnections: clitest.Always([]api.Connection{
				{ID: other, Server: "everything", Scope: "acme/research", ScopeID: clitest.ID("acme/research")},
			}),
		})
		d.Run(t, "", "tool", "test", "everything_echo", "--at", "acme/research/scout", "--connection", named).Want(t, 0, "done")
		lookups := d.Requests(api.GetTool)
		if got := lookups[len(lookups)-1].Query["connection_id"]; got != other {
			t.Errorf("%s: the tool was looked up on %q", named, got)
		}
		if got := d.Requests(api.CallTool)[0].Path["id"]; got != other {
			t.Errorf("%s: the call went to %s", named, got)
		}
		if scope := called(t, d).ScopeID; scope != "" {
			t.Errorf("%s: the call was held to scope %s", named, scope)
		}
	}
}

func TestTestOfAToolThatIsOffByDefault(t *testing.T) {
	t.Parallel()
	spends := echo
	spends.DefaultOff = true
	args := []string{"tool", "test", "everything_echo", "--at", "acme", "--arg", "message=<b>"}
	shown := "It would be called on the login everything at acme with:\n{\n  \"message\": \"<b>\"\n}\n"

	d := calling(t, spends, api.ToolResult{Text: "spent"})
	d.Run(t, "", args...).Want(t, 2, shown, "hint: add --yes")
	if n := len(d.Requests(api.CallTool)); n != 0 {
		t.Fatalf("%d calls were made without --yes", n)
	}
	d.Run(t, "", append(args, "--yes")...).Want(t, 0, shown, "spent")

	d = calling(t, spends, api.ToolResult{Text: "spent"})
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, args...)
	terminal.Expect("Call it? [y/N] ")
	terminal.Type("no\r")
	terminal.Expect("nothing was changed")
	if code := wait(); code != 1 || len(d.Requests(api.CallTool)) != 0 {
		t.Errorf("exit code %d, %d calls", code, len(d.Requests(api.CallTool)))
	}
}

// TestTestAsksOnATerminal fills the form, with a wrong answer, a choice and an
// argument skipped, watches progress, and reads a hostile result.
func TestTestAsksOnATerminal(t *testing.T) {
	t.Parallel()
	d := calling(t, echo, api.ToolResult{Text: "\x1b[2Jcleared?"}, `{"progress":1,"message":"working"}`)
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "tool", "test", "everything_echo", "--at", "acme")
	terminal.Expect("What to say")
	terminal.Expect("message (string): ")
	terminal.Type("hello\r")
	terminal.Expect("times (integer; default 1; optional, Enter skips): ")
	terminal.Type("often\r")
	terminal.Expect("times takes a whole number")
	terminal.Expect("times (integer")
	terminal.Type("\r")
	terminal.Expect("tone (one of loud, low; optional, Enter skips): ")
	terminal.Type("low\r")
	terminal.Expect("\r\x1b[Kworking")
	terminal.Expect("\r\x1b[K")
	terminal.Expect("\u241b[2Jcleared?")
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if got := arguments(t, d); got != `{"message":"hello","tone":"low"}` {
		t.Errorf("sent %s", got)
	}
}
