package model_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

// streams answers each request with the events.
func streams(events string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(events))
	}
}

// delta makes an event of the delta, and finish one that ends the answer.
func delta(d string) string {
	return `data: {"id":"gen-1","model":"acme/worker","choices":[{"index":0,"delta":` + d + `,"finish_reason":null}]}` + "\n\n"
}

func finish(reason string) string {
	return `data: {"id":"gen-1","choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}` + "\n\n"
}

const done = "data: [DONE]\n\n"

// answered is what all answers of delta have beside their content.
func answered(a model.Answer) model.Answer {
	a.GenerationID, a.Model = "gen-1", "acme/worker"
	if a.Finish == "" {
		a.Finish = "stop"
	}
	return a
}

func calling(id, name, arguments string) model.ToolCall {
	return model.ToolCall{ID: id, Name: name, Arguments: arguments}
}

// shapes are streams as providers send them: the README beside OpenRouter's
// document names who does what.
var shapes = []struct {
	name, events string
	want         model.Answer
}{
	{"comments, and usage in an event without choices",
		": OPENROUTER PROCESSING\n\n" + delta(`{"content":"Hé"}`) + ": OPENROUTER PROCESSING\n\n" + delta(`{"content":"llo"}`) + finish("stop") +
			`data: {"id":"gen-1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"cost":1.5e-05,"prompt_tokens_details":{"cached_tokens":1},"completion_tokens_details":{"reasoning_tokens":1}}}` + "\n\n" + done,
		model.Answer{Text: "Héllo", Usage: model.Usage{Prompt: 3, Completion: 2, Cached: 1, ReasoningTokens: 1, Cost: "1.5e-05"}}},
	{"usage beside the end, estimated",
		delta(`{"content":"a"}`) + `data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"estimated_cost":0.25,"prompt_tokens_details":null}}` + "\n\n" + done,
		model.Answer{Text: "a", Usage: model.Usage{Prompt: 3, Completion: 2, Cost: "0.25"}}},
	{"no end but DONE", delta(`{"content":"a"}`) + finish("stop"), model.Answer{Text: "a"}},
	{"no empty line after the last event", delta(`{"content":"a"}`) + strings.TrimRight(finish("stop"), "\n"), model.Answer{Text: "a"}},
	{"carriage returns", strings.ReplaceAll(delta(`{"content":"a"}`)+finish("stop")+done, "\n", "\r\n"), model.Answer{Text: "a"}},
	{"an event over two lines", "event: x\nid: 7\ndata: {\"id\":\"gen-1\",\"model\":\"acme/worker\",\ndata:\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n" + finish("stop"), model.Answer{Text: "a"}},
	{"members of odd types", `data: {"id":7,"model":"acme/worker","choices":[{"delta":{"content":"a","role":7},"finish_reason":null}],"usage":{"prompt_tokens":3.0,"completion_tokens":2}}` + "\n\n" + finish("stop"),
		model.Answer{Text: "a", Usage: model.Usage{Completion: 2}}},
	{"content as parts", delta(`{"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}`) + finish("stop"), model.Answer{Text: "ab"}},
	{"a refusal", delta(`{"refusal":"I will not."}`) + finish("stop"), model.Answer{Text: "I will not."}},
	{"reasoning", delta(`{"reasoning":"Hm. "}`) + delta(`{"reasoning":"So."}`) + delta(`{"content":"a"}`) + finish("stop"), model.Answer{Text: "a", Thoughts: "Hm. So."}},
	{"reasoning_content", delta(`{"reasoning_content":"Hm."}`) + delta(`{"content":"a"}`) + finish("stop"), model.Answer{Text: "a", Thoughts: "Hm."}},
	{"reasoning under two keys", delta(`{"reasoning":"Hm.","reasoning_content":"Hm."}`) + delta(`{"content":"a"}`) + finish("stop"), model.Answer{Text: "a", Thoughts: "Hm."}},
	{"reasoning in pieces with a signature",
		delta(`{"reasoning_details":[{"type":"reasoning.text","text":"Hm \u0026 ","index":0,"signature":null}]}`) +
			delta(`{"reasoning_details":[{"type":"reasoning.text","text":"so.","index":0}]}`) +
			delta(`{"reasoning_details":[{"type":"reasoning.text","text":null,"index":0,"signature":"s1g"}]}`) +
			delta(`{"reasoning_details":[{"type":"reasoning.summary","summary":"Su","index":1},{"type":"reasoning.encrypted","data":"x\/y", "index":2}]}`) + finish("stop") + done,
		model.Answer{Thoughts: "Hm & so.Su", Reasoning: json.RawMessage(
			`[{"index":0,"signature":"s1g","text":"Hm & so.","type":"reasoning.text"},{"type":"reasoning.summary","summary":"Su","index":1},{"type":"reasoning.encrypted","data":"x\/y", "index":2}]`)}},
	{"reasoning between tags", delta(`{"content":"\n<thi"}`) + delta(`{"content":"nk>Hm"}`) + delta(`{"content":". </th"}`) + delta(`{"content":"ink>\n"}`) + delta(`{"content":"\na <think> b"}`) + finish("stop"),
		model.Answer{Text: "a <think> b", Thoughts: "Hm. "}},
	{"reasoning between tags at once", delta(`{"content":"<think></thin</think>a"}`) + finish("stop"), model.Answer{Text: "a", Thoughts: "</thin"}},
	{"reasoning that was cut off", delta(`{"content":"<think>Hm</"}`) + finish("length"), model.Answer{Finish: "length", Thoughts: "Hm</"}},
	{"no tag in the end", delta(`{"content":" <thi"}`) + finish("stop"), model.Answer{Text: " <thi"}},
	{"another tag", delta(`{"content":" <th"}`) + delta(`{"content":"ead>"}`) + finish("stop"), model.Answer{Text: " <thead>"}},
	{"two texts of reasoning in a row", delta(`{"content":"a","reasoning_details":[{"type":"reasoning.text","text":"x","index":0},{"type":"reasoning.text","text":"y","index":1}]}`) + finish("stop"),
		model.Answer{Text: "a", Thoughts: "xy", Reasoning: json.RawMessage(`[{"type":"reasoning.text","text":"x","index":0},{"type":"reasoning.text","text":"y","index":1}]`)}},
	{"one call in pieces, cut in an escape",
		delta(`{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"a","arguments":""}}]}`) +
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"b\":\"x\\"}}]}`) +
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":"n\"}"}}]}`) + finish("tool_calls") + done,
		model.Answer{Finish: "tool_calls", Calls: []model.ToolCall{calling("c1", "a", `{"b":"x\n"}`)}}},
	{"calls that take turns",
		delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{\"x\""}},{"index":1,"id":"c2","function":{"name":"b","arguments":"{"}}]}`) +
			delta(`{"tool_calls":[{"index":1,"function":{"arguments":"}"}}]}`) + delta(`{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`) + finish("tool_calls"),
		model.Answer{Finish: "tool_calls", Calls: []model.ToolCall{calling("c1", "a", `{"x":1}`), calling("c2", "b", "{}")}}},
	{"a name that is repeated, under an id that changes",
		delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{"}}]}`) + delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"}"}}]}`) +
			delta(`{"tool_calls":[{"index":0,"id":"c9","function":{"arguments":" "}}]}`) + finish("tool_calls"),
		model.Answer{Finish: "tool_calls", Calls: []model.ToolCall{calling("c1", "a", "{} ")}}},
	{"no index, and ids",
		delta(`{"tool_calls":[{"id":"c1","function":{"name":"a","arguments":"{"}}]}`) + delta(`{"tool_calls":[{"function":{"arguments":"}"}}]}`) +
			delta(`{"tool_calls":[{"id":"c2","function":{"name":"a","arguments":"{\"n\":2}"}}]}`) + finish("tool_calls"),
		model.Answer{Finish: "tool_calls", Calls: []model.ToolCall{calling("c1", "a", "{}"), calling("c2", "a", `{"n":2}`)}}},
	{"no index, and the id in each piece",
		delta(`{"tool_calls":[{"id":"c1","function":{"name":"a","arguments":"{"}},{"id":"c2","function":{"name":"b","arguments":"{"}}]}`) +
			delta(`{"tool_calls":[{"id":"c1","function":{"arguments":"}"}},{"id":"c2","function":{"arguments":"}"}}]}`) + finish("tool_calls"),
		model.Answer{Finish: "tool_calls", Calls: []model.ToolCall{calling("c1", "a", "{}"), calling("c2", "b", "{}")}}},
	{"all calls under index 0",
		delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{}"}}]}`) + delta(`{"tool_calls":[{"index":0,"id":"c2","function":{"name":"b","arguments":"{"}}]}`) +
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}`) + finish("tool_calls"),
		model.Answer{Finish: "tool_calls", Calls: []model.ToolCall{calling("c1", "a", "{}"), calling("c2", "b", "{}")}}},
	{"no arguments, and stop at the end",
		delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a"}},{"index":1,"id":"c2","function":{"name":"b","arguments":null}},{"index":2,"id":"c3","function":{"name":"c","arguments":" "}}]}`) + finish("stop"),
		model.Answer{Calls: []model.ToolCall{calling("c1", "a", "{}"), calling("c2", "b", "{}"), calling("c3", "c", "{}")}}},
	{"arguments as an object", delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":{"b":1.50}}}]}`) + finish("stop"), model.Answer{Calls: []model.ToolCall{calling("c1", "a", `{"b":1.50}`)}}},
	{"arguments that are no JSON", delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{no"}}]}`) + finish("length"), model.Answer{Finish: "length", Calls: []model.ToolCall{calling("c1", "a", "{no")}}},
}

func TestStreams(t *testing.T) {
	t.Parallel()
	for _, tt := range shapes {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := complete(t, streams(tt.events))
			if diff := cmp.Diff(answered(tt.want), got); err != nil || diff != "" {
				t.Errorf("%v; the answer (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestMadeUpIDs(t *testing.T) {
	t.Parallel()
	for name, events := range map[string]string{
		"none, and no index": delta(`{"tool_calls":[{"function":{"name":"a","arguments":"{}"}},{"function":{"name":"b","arguments":"{\"x\":1}"}}]}`),
		"none, and one tool": delta(`{"tool_calls":[{"function":{"name":"a","arguments":"{}"}},{"function":{"name":"a","arguments":"{\"x\""}}]}`) + delta(`{"tool_calls":[{"function":{"name":"a","arguments":":1}"}}]}`),
		"the same for two":   delta(`{"tool_calls":[{"index":0,"id":"c","function":{"name":"a","arguments":"{}"}},{"index":1,"id":"c","function":{"name":"b","arguments":"{\"x\":1}"}}]}`),
	} {
		got, err := complete(t, streams(events+finish("tool_calls")))
		if err != nil || len(got.Calls) != 2 || got.Calls[0].ID == "" || got.Calls[1].ID == "" || got.Calls[0].ID == got.Calls[1].ID || got.Calls[1].Arguments != `{"x":1}` {
			t.Errorf("%s: the calls are %+v, %v", name, got.Calls, err)
		}
	}
}

func TestAnAnswerThatIsNotStreamed(t *testing.T) {
	t.Parallel()
	got, err := complete(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("X-Generation-Id", "gen-header")
		_, _ = w.Write([]byte(`{"id":"x","model":"acme/worker","choices":[{"message":{"content":"a","reasoning":"Hm.","tool_calls":[{"id":"c1","type":"function","function":{"name":"b","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1}}`))
	})
	want := model.Answer{
		Text: "a", Thoughts: "Hm.", Finish: "tool_calls", Model: "acme/worker", GenerationID: "gen-header",
		Calls: []model.ToolCall{calling("c1", "b", "{}")}, Usage: model.Usage{Prompt: 1},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v; the answer (-want +got):\n%s", err, diff)
	}
}

func TestDeltas(t *testing.T) {
	t.Parallel()
	p := at(t, "openrouter", streams(delta(`{"reasoning":"Hm."}`)+delta(`{"content":"a"}`)+delta(`{"content":""}`)+
		delta(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"x","arguments":"{"}},{"index":1,"id":"c2","function":{"name":"y"}}]}`)+
		delta(`{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}`)+finish("tool_calls")))
	var got []model.Delta
	if _, err := p.Complete(t.Context(), "key", ask, func(d model.Delta) { got = append(got, d) }); err != nil {
		t.Fatal(err)
	}
	want := []model.Delta{{Reasoning: "Hm."}, {Text: "a"}, {Call: &model.CallStart{Name: "x"}}, {Call: &model.CallStart{Index: 1, Name: "y"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the deltas (-want +got):\n%s", diff)
	}
}

// TestBrokenStreams has streams that are no answer. A part of each was shown, so
// that nothing is sent again in silence.
func TestBrokenStreams(t *testing.T) {
	t.Parallel()
	begun := delta(`{"content":"Hel"}`)
	for _, tt := range []struct {
		name, events string
		code         guild.Code
		says         string
		retryable    bool
	}{
		{"it stops", begun, guild.CodeUnavailable, "broke off", true},
		{"it stops in an event", begun + `data: {"choices":[{"delta":{"content":"lo`, guild.CodeUnavailable, "not JSON", true},
		{"an error", begun + `data: {"error":{"code":429,"message":"Rate limit exceeded","metadata":{"error_type":"rate_limit_exceeded"}},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}` + "\n\n",
			guild.CodeUnavailable, "OpenRouter refused the request (HTTP 429): Rate limit exceeded", true},
		{"an error by its kind", begun + `data: {"error":{"code":"server_error","message":"Oops","metadata":{"error_type":"provider_overloaded"}},"choices":[]}` + "\n\n", guild.CodeUnavailable, "(HTTP 503): Oops", true},
		{"an error that will stay", begun + `data: {"error":{"code":403,"message":"Flagged","metadata":{"reasons":["violence"]}}}` + "\n\n", guild.CodeDenied, "Flagged: violence", false},
		{"an error in one word", begun + `data: {"error":"oops"}` + "\n\n", guild.CodeUnavailable, "(HTTP 502): oops", true},
		{"only the reason of an end", begun + finish("error"), guild.CodeUnavailable, "provider failed", true},
		{"no JSON", begun + "data: <html>\n\n", guild.CodeUnavailable, "not JSON", true},
		{"too long an answer", begun + strings.Repeat(delta(`{"content":"`+strings.Repeat("a", 1<<20)+`"}`), 5) + finish("stop"), guild.CodeUpstream, "more than 4 MiB", false},
		{"too many calls", begun + delta(`{"tool_calls":[`+strings.Repeat(`{"function":{"name":"a","arguments":"{}"}},`, 300)+`{}]}`), guild.CodeUpstream, "more than 256 tool calls", false},
		{"too long an event", begun + "data: " + strings.Repeat("a", 5<<20) + "\n\n", guild.CodeUnavailable, "too long", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			_, err := complete(t, func(w http.ResponseWriter, r *http.Request) {
				requests++
				streams(tt.events)(w, r)
			})
			var e *guild.Error
			_, retryable := model.Retryable(err)
			if !errors.As(err, &e) || e.Code != tt.code || !strings.Contains(e.Msg, tt.says) || retryable != tt.retryable || requests != 1 {
				t.Errorf("after %d requests: %#v, retryable %t; want one, %s, %q, %t", requests, err, retryable, tt.code, tt.says, tt.retryable)
			}
		})
	}
}

// TestFixtures reads the streams beside OpenRouter's document, where it is there.
func TestFixtures(t *testing.T) {
	t.Parallel()
	answer, err := complete(t, streams(fixture(t, "stream-tool-calls.sse")))
	want := model.Answer{
		Finish: "tool_calls", GenerationID: "gen-1", Model: "openai/gpt-4o", Usage: model.Usage{Prompt: 10, Completion: 15, Cached: 2, Cost: "0.0012"},
		Calls: []model.ToolCall{calling("call_abc123", "get_weather", `{"location":"Paris"}`), calling("call_def456", "get_time", "{}")},
	}
	if diff := cmp.Diff(want, answer); err != nil || diff != "" {
		t.Errorf("%v; the answer (-want +got):\n%s", err, diff)
	}
	_, err = complete(t, streams(fixture(t, "stream-mid-error.sse")))
	if _, ok := model.Retryable(err); !ok || !strings.Contains(err.Error(), "Rate limit exceeded") {
		t.Errorf("the error is %v", err)
	}
}

func fixture(t *testing.T, name string) string {
	t.Helper()
	folder := os.Getenv("GUILDSTEST_UPSTREAMS")
	if folder == "" {
		folder = filepath.FromSlash("../../../shared/upstreams")
	}
	data, err := os.ReadFile(filepath.Join(folder, "openrouter", "fixtures", name))
	switch {
	case err != nil && os.Getenv("CI") == "true":
		t.Fatalf("%v; set GUILDSTEST_UPSTREAMS to the folder that holds openrouter/fixtures", err)
	case err != nil:
		t.Skip(err)
	}
	return string(data)
}
