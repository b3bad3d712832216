package mcpclient_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// discovered answers server/discover as revision 2026-07-28 has it.
func discovered(w http.ResponseWriter, m message) {
	reply(w, m, `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fake","version":"2"}}}`)
}

// refusing answers with a status and a JSON body.
func refusing(status int, body string) func(http.ResponseWriter, message) {
	return func(w http.ResponseWriter, _ message) { replyRaw(w, status, "application/json", body) }
}

// firstRefused answers 400 once, then well.
func firstRefused(body string) func(http.ResponseWriter, message) {
	var seen atomic.Bool
	return func(w http.ResponseWriter, m message) {
		if seen.Swap(true) {
			discovered(w, m)
			return
		}
		replyRaw(w, 400, "application/json", body)
	}
}

func TestRevisionIsFoundOut(t *testing.T) {
	t.Parallel()
	const sessions, stateless = "2025-11-25", "2026-07-28"
	rpc := func(code int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"no","data":{"supported":["2026-07-28"]}}}`, code)
	}
	legacyOnly := on{"server/discover": refusing(400, rpc(-32600))}
	tests := []struct {
		name       string
		remembered string
		handlers   on
		want       string
		sent       []string // in order, up to and including tools/list
	}{
		{"both eras, unknown", "", on{"server/discover": discovered}, sessions, []string{"initialize", "notifications/initialized", "tools/list"}},
		{"both eras, remembered stateless", stateless, on{"server/discover": discovered}, stateless, []string{"server/discover", "tools/list"}},
		{"both eras, remembered sessions", "2025-06-18", on{"server/discover": discovered}, sessions, []string{"initialize", "notifications/initialized", "tools/list"}},
		{"stateless only, version error", "", on{"initialize": refusing(400, rpc(-32022)), "server/discover": discovered}, stateless, []string{"initialize", "server/discover", "tools/list"}},
		{"stateless only, header error", "", on{"initialize": refusing(400, rpc(-32020)), "server/discover": discovered}, stateless, []string{"initialize", "server/discover", "tools/list"}},
		{"stateless only, unknown method", "", on{"initialize": refusing(404, rpc(-32601)), "server/discover": discovered}, stateless, []string{"initialize", "server/discover", "tools/list"}},
		{"stateless only, 200 with an error", "", on{"initialize": func(w http.ResponseWriter, m message) {
			replyRaw(w, 200, "application/json", strings.Replace(rpc(-32601), "null", string(m.ID), 1))
		}, "server/discover": discovered}, stateless, []string{"initialize", "server/discover", "tools/list"}},
		{"stateless only, names it in initialize", "", on{"initialize": func(w http.ResponseWriter, m message) {
			reply(w, m, `{"protocolVersion":"2026-07-28","capabilities":{},"serverInfo":{"name":"x","version":"1"}}`)
		}, "server/discover": discovered}, stateless, []string{"initialize", "notifications/initialized", "server/discover", "tools/list"}},
		{"stateless, first choice refused", stateless, on{"server/discover": firstRefused(rpc(-32022))}, stateless, []string{"server/discover", "server/discover", "tools/list"}},
		{"turned back to sessions", stateless, legacyOnly, sessions, []string{"server/discover", "initialize", "notifications/initialized", "tools/list"}},
		{"empty result to any method", stateless, on{"server/discover": func(w http.ResponseWriter, m message) { reply(w, m, `{}`) }}, sessions, []string{"server/discover", "initialize", "notifications/initialized", "tools/list"}},
		{"older sessions", "", on{"initialize": func(w http.ResponseWriter, m message) {
			reply(w, m, `{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"fake","version":"1"}}`)
		}}, "2025-03-26", []string{"initialize", "notifications/initialized", "tools/list"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, tt.handlers)
			p := newPool(t, mcpclient.Options{})
			l := loginTo(f.URL)
			l.Revision = tt.remembered
			if got := list(t, p, l); got.Revision != tt.want {
				t.Errorf("revision %s, want %s", got.Revision, tt.want)
			}
			var sent []string
			for _, name := range f.methods() {
				if name != "GET" && name != "DELETE" {
					sent = append(sent, name)
				}
			}
			if diff := cmp.Diff(tt.sent, sent); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// methods returns what was sent so far, in order.
func (f *fake) methods() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, m := range f.seen {
		name := m.Method
		if name == "" {
			name = m.HTTP.Method
		}
		out = append(out, name)
	}
	return out
}

func TestUnknownRevisionIsNotSpoken(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"initialize": func(w http.ResponseWriter, m message) {
		reply(w, m, `{"protocolVersion":"2019-01-01","capabilities":{},"serverInfo":{"name":"x","version":"1"}}`)
	}})
	_, err := newPool(t, mcpclient.Options{}).List(t.Context(), loginTo(f.URL))
	coded(t, err, guild.CodeUpstream, "no revision of MCP that the box knows")
}

func TestNeitherEraKeepsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"initialize": refusing(404, `{"message":"no MCP here"}`), "server/discover": refusing(404, `{"message":"nor here"}`)})
	_, err := newPool(t, mcpclient.Options{}).List(t.Context(), loginTo(f.URL))
	coded(t, err, guild.CodeUpstream, "HTTP 404", ": no MCP here")
}

func TestRefusedCredentialIsNoSignOfAnEra(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"initialize": refusing(401, `{}`)})
	_, err := newPool(t, mcpclient.Options{}).List(t.Context(), loginTo(f.URL))
	coded(t, err, guild.CodeRejected)
	if n := len(f.got("server/discover")); n != 0 {
		t.Errorf("%d probes after a refused credential", n)
	}
}

func TestServerMayChangeItsEra(t *testing.T) {
	t.Parallel()
	for _, gone := range []func(http.ResponseWriter, message){
		refusing(400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"]}}}`),
		refusing(400, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}`),
		refusing(404, ``),
	} {
		old := false
		f := newFake(t, on{
			"server/discover": func(w http.ResponseWriter, m message) {
				if old {
					gone(w, m)
					return
				}
				discovered(w, m)
			},
			"tools/call": func(w http.ResponseWriter, m message) {
				if old && m.HTTP.Header.Get("Mcp-Session-Id") == "" {
					gone(w, m)
					return
				}
				reply(w, m, `{"content":[{"type":"text","text":"done"}]}`)
			},
		})
		p := newPool(t, mcpclient.Options{})
		l := loginTo(f.URL)
		l.Revision = "2026-07-28"
		call(t, p, l, "x", "")
		old = true
		call(t, p, l, "x", "")
		if got := list(t, p, l).Revision; got != "2025-11-25" {
			t.Errorf("revision %s, want 2025-11-25", got)
		}
	}
}

func TestStatelessRequestsSayEverything(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"server/discover": discovered})
	p := newPool(t, mcpclient.Options{Version: "1.2.3"})
	l := loginTo(f.URL)
	l.Revision = "2026-07-28"
	if got := list(t, p, l).Server; got != "fake 2" {
		t.Errorf("the server is %q", got)
	}
	call(t, p, l, "search", `{"q":1}`)
	for _, m := range append(f.got("server/discover"), append(f.got("tools/list"), f.got("tools/call")...)...) {
		h := m.HTTP.Header
		if h.Get("Mcp-Protocol-Version") != "2026-07-28" || h.Get("Mcp-Method") != m.Method || h.Get("Mcp-Session-Id") != "" {
			t.Errorf("%s was sent with %v", m.Method, h)
		}
		var params struct {
			Meta map[string]json.RawMessage `json:"_meta"`
		}
		_ = json.Unmarshal(m.Params, &params)
		want := map[string]string{
			"io.modelcontextprotocol/protocolVersion":    `"2026-07-28"`,
			"io.modelcontextprotocol/clientInfo":         `{"name":"guilds","version":"1.2.3"}`,
			"io.modelcontextprotocol/clientCapabilities": `{"elicitation":{}}`,
		}
		got := map[string]string{}
		for k, v := range params.Meta {
			got[k] = string(v)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", m.Method, diff)
		}
	}
	if got := f.got("tools/call")[0].HTTP.Header.Get("Mcp-Name"); got != "search" {
		t.Errorf("Mcp-Name is %q", got)
	}
	if len(f.got("GET")) != 0 {
		t.Error("a stateless server was asked for a GET stream")
	}
}

func TestArgumentsThatTheServerWantsInHeaders(t *testing.T) {
	t.Parallel()
	const tool = `{"name":"sql","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer","x-mcp-header":"N"},"q":{"type":"string"}}}}`
	const broken = `{"name":"bad","inputSchema":{"type":"object","properties":{"r":{"type":"object","x-mcp-header":"R"}}}}`
	f := newFake(t, on{
		"server/discover": discovered,
		"tools/list":      func(w http.ResponseWriter, m message) { reply(w, m, `{"tools":[`+broken+`,`+tool+`]}`) },
		"tools/call": func(w http.ResponseWriter, m message) {
			if m.HTTP.Header.Get("Mcp-Param-Region") == "" {
				replyRaw(w, 400, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32020,"message":"Header mismatch"}}`, m.ID))
				return
			}
			reply(w, m, `{"content":[]}`)
		},
	})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	l.Revision = "2026-07-28"
	call(t, p, l, "sql", `{"region":"Zürich","n":42,"q":"select"}`)
	call(t, p, l, "sql", `{"region":"us-west1"}`)
	calls := f.got("tools/call")
	if len(calls) != 3 {
		t.Fatalf("%d calls, want 3: one refused, then the two", len(calls))
	}
	if got := calls[1].HTTP.Header; got.Get("Mcp-Param-Region") != "=?base64?WsO8cmljaA==?=" || got.Get("Mcp-Param-N") != "42" {
		t.Errorf("the call was sent with %v", got)
	}
	if got := calls[2].HTTP.Header; got.Get("Mcp-Param-Region") != "us-west1" || got.Values("Mcp-Param-N") != nil {
		t.Errorf("the call was sent with %v", got)
	}
	if diff := cmp.Diff([]string{"sql"}, names(list(t, p, l))); diff != "" {
		t.Errorf("a tool with broken annotations is listed (-want +got)\n%s", diff)
	}
}

func TestListingOfAStatelessServer(t *testing.T) {
	t.Parallel()
	_, url := start(t, mcptest.Options{Stateless: true, TTL: 2 * time.Minute})
	p := newPool(t, mcpclient.Options{})
	got := list(t, p, loginTo(url))
	if got.Revision != "2026-07-28" || got.TTL != 2*time.Minute || got.Server != "mcptest 1.0.0" || len(got.Tools) != 7 {
		t.Errorf("%s, %v, %q, %d tools", got.Revision, got.TTL, got.Server, len(got.Tools))
	}
}

func TestQuestionsInResults(t *testing.T) {
	t.Parallel()
	const form = `{"who":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","default":"Ann"}},"required":["name"]}}}}`
	f := newFake(t, on{"server/discover": discovered, "tools/call": func(w http.ResponseWriter, m message) {
		var params struct {
			Responses json.RawMessage `json:"inputResponses"`
			State     json.RawMessage `json:"requestState"`
		}
		_ = json.Unmarshal(m.Params, &params)
		switch string(params.State) {
		case "":
			reply(w, m, `{"resultType":"input_required","inputRequests":`+form+`,"requestState":"one \u003c"}`)
		case `"one \u003c"`:
			reply(w, m, `{"resultType":"input_required","requestState":"two"}`)
		default:
			reply(w, m, fmt.Sprintf(`{"content":[{"type":"text","text":%q}]}`, string(params.Responses)+string(params.State)))
		}
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	l.Revision = "2026-07-28"
	if got, want := call(t, p, l, "x", `{"a":1}`).Text, `"two"`; got != want {
		t.Errorf("the last call was sent with %s, want %s", got, want)
	}
	calls := f.got("tools/call")
	if len(calls) != 3 {
		t.Fatalf("%d calls, want 3", len(calls))
	}
	if got, want := string(calls[1].Params), `"inputResponses":{"who":{"action":"accept","content":{"name":"Ann"}}}`; !strings.Contains(got, want) {
		t.Errorf("the second call was sent with %s, want %s in it", got, want)
	}
	if string(calls[0].ID) == string(calls[1].ID) || !strings.Contains(string(calls[1].Params), `"arguments":{"a":1}`) {
		t.Errorf("the second call was sent as %s with %s", calls[1].ID, calls[1].Params)
	}
}

func TestQuestionsThatCannotBeAnswered(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]string{
		`{"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage","params":{}}}}`: "asks for sampling/createMessage",
		`{"resultType":"input_required","requestState":"for ever"}`:                                             "again and again",
	} {
		f := newFake(t, on{"server/discover": discovered, "tools/call": func(w http.ResponseWriter, m message) { reply(w, m, result) }})
		l := loginTo(f.URL)
		l.Revision = "2026-07-28"
		_, err := newPool(t, mcpclient.Options{}).Call(t.Context(), l, "x", nil, nil)
		coded(t, err, guild.CodeUpstream, want)
	}
}

func TestQuestionsAreAnsweredWithTheirDefaults(t *testing.T) {
	t.Parallel()
	tests := []struct{ schema, want string }{
		{`{"type":"object","properties":{"name":{"type":"string","default":"Ann"},"n":{"type":"integer","default":3},"open":{"type":"string"}},"required":["name"]}`, `{"action":"accept","content":{"n":3,"name":"Ann"}}`},
		{`{"type":"object","properties":{"name":{"type":"string","default":"Ann"},"why":{"type":"string"}},"required":["why"]}`, `{"action":"decline"}`},
		{`{"type":"object","properties":{}}`, `{"action":"decline"}`},
	}
	for _, tt := range tests {
		answers := make(chan string, 1)
		f := newFake(t, on{
			"tools/call": func(w http.ResponseWriter, m message) {
				stream(w, event(`{"jsonrpc":"2.0","id":"ask","method":"elicitation/create","params":{"message":"?","requestedSchema":`+tt.schema+`}}`))
				fmt.Fprint(w, event(textFor(string(m.ID), <-answers)))
			},
			"POST": func(w http.ResponseWriter, m message) {
				w.WriteHeader(http.StatusAccepted)
				answers <- string(m.Result)
			},
		})
		p := newPool(t, mcpclient.Options{})
		if got := call(t, p, loginTo(f.URL), "x", "").Text; got != tt.want {
			t.Errorf("the server was answered %s, want %s", got, tt.want)
		}
	}
}
