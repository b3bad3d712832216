package modeltest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/guildsbox/guilds/internal/model/modeltest"
)

// open serves without failing the test for what does not fit.
func open(t *testing.T) *modeltest.Server {
	t.Helper()
	s, err := modeltest.Open(modeltest.Options{Keys: []string{"good"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Play("", modeltest.Turn{Text: "yes"})
	return s
}

func post(t *testing.T, url, key, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

const hello = `{"role":"user","content":"hello"}`

// call is an assistant's turn with one call.
func call(id string) string {
	return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"a","arguments":"{}"}}]}`
}

func result(id string) string { return `{"role":"tool","content":"done","tool_call_id":"` + id + `"}` }

func TestARequestThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	documented(t)
	for _, tt := range []struct {
		name, body, openRouter, deepInfra string // what the refusals say; empty for none
	}{
		{"good", `{"model":"m","messages":[` + hello + `]}`, "", ""},
		{"no messages", `{"model":"m","messages":[]}`, "minItems", ""},
		{"a role that is none", `{"model":"m","messages":[{"role":"robot","content":"x"}]}`, "robot", ""},
		{"a result without its call's id", `{"model":"m","messages":[` + hello + `,{"role":"tool","content":"x"}]}`, "tool_call_id", "no such call"},
		{"a number of tokens that is none", `{"model":"m","max_tokens":"x","messages":[` + hello + `]}`, "max_tokens", ""},
		{"what only OpenRouter knows", `{"model":"m","session_id":"x","messages":[` + hello + `]}`, "", "session_id"},
		{"reasoning", `{"model":"m","messages":[` + hello + `,{"role":"assistant","content":"x","reasoning_details":[]},` + hello + `]}`, "no turn 2", "reasoning_details"},
		{"a call without a result", `{"model":"m","messages":[` + hello + `,` + call("1") + `,` + hello + `]}`, "no result", "no result"},
		{"a last call without a result", `{"model":"m","messages":[` + hello + `,` + call("1") + `]}`, "no result", "no result"},
		{"a result of another call", `{"model":"m","messages":[` + hello + `,` + call("1") + `,` + result("2") + `]}`, "no such call", "no such call"},
		{"a call with its result", `{"model":"m","messages":[` + hello + `,` + call("1") + `,` + result("1") + `]}`, "no turn 2", "no turn 2"},
		{"two tools of one name", `{"model":"m","messages":[` + hello + `],"tools":[{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"a"}}]}`, "unique", "unique"},
		{"a tool's name", `{"model":"m","messages":[` + hello + `],"tools":[{"type":"function","function":{"name":"a.b"}}]}`, "not a name", "not a name"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			faults := 0
			for base, want := range map[string]string{s.OpenRouter(): tt.openRouter, s.DeepInfra(): tt.deepInfra} {
				status, answer := post(t, base, "good", tt.body)
				if want != "" {
					faults++
				}
				if status == http.StatusOK != (want == "") || !strings.Contains(answer, want) {
					t.Errorf("%s answers %d and %s; want %q", base, status, answer, want)
				}
			}
			if got := s.Faults(); len(got) != faults {
				t.Errorf("the faults are %q; want %d", got, faults)
			}
		})
	}
}

func TestAKeyIsAskedFor(t *testing.T) {
	t.Parallel()
	s := open(t)
	for key, want := range map[string]int{"": 401, "bad": 401, "good": 200} {
		if status, answer := post(t, s.OpenRouter(), key, `{"model":"m","messages":[`+hello+`]}`); status != want {
			t.Errorf("the key %q is answered with %d and %s; want %d", key, status, answer, want)
		}
	}
}

// documented returns OpenRouter's document, or skips the test: New has failed under
// CI already.
func documented(t *testing.T) *openapi3.T {
	t.Helper()
	folder := os.Getenv("GUILDSTEST_UPSTREAMS")
	if folder == "" {
		folder = "../../../../shared/upstreams"
	}
	d, err := openapi3.NewLoader().LoadFromFile(folder + "/openrouter/openrouter-openapi.cut.json")
	if err != nil {
		t.Skip(err)
	}
	return d
}

// TestAnswersFitTheDocument keeps the server from teaching its clients what
// OpenRouter does not say.
func TestAnswersFitTheDocument(t *testing.T) {
	t.Parallel()
	d := documented(t)
	s := modeltest.Start(t, modeltest.Turn{Reasoning: "Hm.", Text: "yes", Calls: []modeltest.Call{{Name: "a", Arguments: `{"b":1}`}}})
	s.Play("broken", modeltest.Turn{Text: "yes", Midway: &modeltest.Refusal{Status: 429, Message: "too many", Kind: "rate_limit_exceeded"}})
	s.Play("refused", modeltest.Turn{Refuse: &modeltest.Refusal{Status: 429, Message: "too many"}})
	for _, id := range []string{"m", "acme/broken"} {
		_, events := post(t, s.OpenRouter(), "good", `{"model":"`+id+`","messages":[`+hello+`]}`)
		for line := range strings.Lines(events) {
			data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
			if ok && data != "[DONE]" {
				fit(t, d, "ChatStreamChunk", data)
			}
		}
	}
	_, refusal := post(t, s.OpenRouter(), "good", `{"model":"acme/refused","messages":[`+hello+`]}`)
	fit(t, d, "TooManyRequestsResponse", refusal)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/models", nil))
	fit(t, d, "ModelsListResponse", w.Body.String())
}

func fit(t *testing.T, d *openapi3.T, schema, data string) {
	t.Helper()
	if err := modeltest.Fits(d, schema, []byte(data)); err != nil {
		t.Errorf("%s is no %s: %v", data, schema, err)
	}
}
