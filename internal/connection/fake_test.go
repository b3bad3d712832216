package connection_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// fake is an MCP server of the revision 2025-06-18 that answers what a test
// wants, faults included. Its fields are set under mu once it listens.
type fake struct {
	mu      sync.Mutex
	refusal int                                   // an HTTP status for every request but initialize; 0 refuses nothing
	said    string                                // the body of that refusal
	listed  []string                              // tools as JSON
	call    func(args json.RawMessage) string     // the result as JSON; "{...}" of tools/call
	report  string                                // the message of a progress notice before each result
	held    func(method string) (wait <-chan any) // what a request waits for, nil for nothing
	lists   int
	calls   []string // arguments of each tools/call
	keys    []string // the Authorization of each request
}

type rpc struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Arguments json.RawMessage `json:"arguments"`
		Meta      struct {
			ProgressToken json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// startFake returns a server that lists these tools, and its address.
func startFake(t testing.TB, tools ...string) (*fake, string) {
	t.Helper()
	f := &fake{listed: tools, call: func(json.RawMessage) string { return text("done") }}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return f, server.URL + "/mcp"
}

// plainTool is a tool without arguments.
func plainTool(name string) string {
	quoted, _ := json.Marshal(name) // a string always encodes
	return fmt.Sprintf(`{"name":%s,"inputSchema":{"type":"object"}}`, quoted)
}

// text is the result of a tool that answers one text.
func text(s string) string {
	quoted, _ := json.Marshal(s) // a string always encodes
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, quoted)
}

// set changes how the server answers from now on.
func (f *fake) set(change func(*fake)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

// seen returns what arrived so far.
func (f *fake) seen() (lists int, calls, keys []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lists, append([]string(nil), f.calls...), append([]string(nil), f.keys...)
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in rpc
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&in) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	f.mu.Lock()
	f.keys = append(f.keys, r.Header.Get("Authorization"))
	held, refusal, said, result := f.held, f.refusal, f.said, f.answer(in)
	f.mu.Unlock()
	if held != nil {
		if wait := held(in.Method); wait != nil {
			select {
			case <-wait:
			case <-r.Context().Done():
			}
		}
	}
	switch {
	case refusal != 0 && in.Method != "initialize":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(refusal)
		_, _ = w.Write([]byte(said)) // the client has gone if this fails
	case strings.HasPrefix(in.Method, "notifications/"):
		w.WriteHeader(http.StatusAccepted)
	default:
		f.write(w, in, result)
	}
}

// answer returns the result or error of a request, and takes note of it.
func (f *fake) answer(in rpc) string {
	switch in.Method {
	case "initialize":
		return `"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"fake","version":"1"}}`
	case "tools/list":
		f.lists++
		return `"result":{"tools":[` + strings.Join(f.listed, ",") + `]}`
	case "tools/call":
		f.calls = append(f.calls, string(in.Params.Arguments))
		if answer := f.call(in.Params.Arguments); strings.HasPrefix(answer, "{") {
			return `"result":` + answer
		} else {
			return answer
		}
	}
	return `"error":{"code":-32601,"message":"Method not found"}`
}

func (f *fake) write(w http.ResponseWriter, in rpc, result string) {
	answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, in.ID, result)
	f.mu.Lock()
	report := f.report
	f.mu.Unlock()
	if report == "" || in.Method != "tools/call" {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, answer)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%s,\"progress\":1,\"message\":%q}}\n\n",
		in.Params.Meta.ProgressToken, report)
	fmt.Fprintf(w, "data: %s\n\n", answer)
}
