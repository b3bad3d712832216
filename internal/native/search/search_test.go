package search_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/native/search"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, search.Tools(nil, "", ""))
}

const (
	key  = "tvly-0123456789abcdef"
	post = "POST /search"
)

// start serves as Tavily, by its own document.
func start(t *testing.T) *connectortest.Vendor {
	t.Helper()
	return connectortest.Start(t, connectortest.Document{
		File: "tavily/openapi.yaml", Base: search.Address,
		Accepts:  connectortest.Header("Authorization", "Bearer "+key),
		Rejected: refusal(http.StatusUnauthorized, "Unauthorized: missing or invalid API key."),
	})
}

func refusal(status int, words string) connectortest.Answer {
	body, err := json.Marshal(map[string]any{"detail": map[string]string{"error": words}})
	if err != nil {
		panic(err)
	}
	return connectortest.Answer{Status: status, Body: string(body)}
}

type source struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Content string `json:"content"`
}

// found is an answer as it has been seen: without an answer of its own, and with the
// time as text.
func found(sources ...source) connectortest.Answer {
	body, err := json.Marshal(map[string]any{"query": "q", "answer": nil, "images": []any{}, "results": sources, "response_time": "1.67"})
	if err != nil {
		panic(err)
	}
	return connectortest.Answer{Body: string(body)}
}

func find(t *testing.T, v *connectortest.Vendor, key, query string) string {
	t.Helper()
	args, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	result, err := search.Tools(v.Client(), search.Address, key)[0].Run(t.Context(), &tool.Call{}, args)
	if err != nil {
		t.Fatal(err)
	}
	return result.Text
}

func TestSearch(t *testing.T) {
	t.Parallel()
	v := start(t)
	v.Answer(post, found(
		source{"Lionel Messi Facts | Britannica", "https://www.britannica.com/facts/Lionel-Messi", "An Argentine\n  footballer. [...] Born in Rosario."},
		source{"Long", "https://a.test/", strings.Repeat("word ", 400)},
	))
	got := find(t, v, key, "who is Leo Messi?")
	want := "1. Lionel Messi Facts | Britannica\nhttps://www.britannica.com/facts/Lionel-Messi\nAn Argentine footballer. [...] Born in Rosario.\n\n2. Long\nhttps://a.test/\nword "
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "...") || len(got) > len(want)+1700 {
		t.Errorf("got %q", got)
	}
	if diff := cmp.Diff(`{"max_results":8,"query":"who is Leo Messi?","search_depth":"advanced"}`, v.Requests()[0].Body); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestSearchThatFindsNothing(t *testing.T) {
	t.Parallel()
	v := start(t)
	v.Answer(post, found())
	if got := find(t, v, key, "x y"); got != `no results for "x y"; try other or fewer words` {
		t.Errorf("got %q", got)
	}
}

func TestAQueryThatDoesNotFitIsNotSent(t *testing.T) {
	t.Parallel()
	v := start(t)
	v.Answer(post, found())
	for query, want := range map[string]string{
		strings.Repeat("é", 401): "ERROR: the query has 401 characters, and a search takes at most 400",
		"  ":                     "ERROR: the query is empty",
	} {
		if got := find(t, v, key, query); !strings.HasPrefix(got, want) {
			t.Errorf("got %q; want %q", got, want)
		}
	}
	if n := len(v.Requests()); n != 0 {
		t.Errorf("%d searches were made", n)
	}
	if got := find(t, v, key, strings.Repeat("é", 400)); !strings.HasPrefix(got, "no results for") {
		t.Errorf("with 400 characters: %q", got)
	}
}

func TestRefusalsSayWhatTheyMeanAndNeverTheKey(t *testing.T) {
	t.Parallel()
	v := start(t)
	if got := find(t, v, "tvly-wrong", "x"); !strings.HasPrefix(got, "ERROR: Tavily: it does not accept the box's TAVILY_API_KEY") {
		t.Errorf("a wrong key: %q", got)
	}
	for _, tt := range []struct {
		answer connectortest.Answer
		want   string
	}{
		{refusal(400, "Invalid topic."), "ERROR: Tavily: it does not take this query (HTTP 400): Invalid topic."},
		{connectortest.Answer{Status: 422, Body: `{"detail":[{"loc":["body"],"msg":"field required"}]}`}, "ERROR: Tavily: the call is refused (HTTP 422): field required"},
		{refusal(432, "exceeds your plan's set usage limit"), "ERROR: Tavily: the limit of the box's key or plan is reached; only the operator can raise it (HTTP 432): exceeds"},
		{refusal(433, "exceeds the pay-as-you-go limit"), "ERROR: Tavily: the pay-as-you-go limit of the box's plan is reached"},
		{refusal(429, "blocked"), "ERROR: Tavily: too many calls (HTTP 429): blocked"},
		{refusal(500, "Internal Server Error"), "ERROR: Tavily: it has a fault of its own (HTTP 500): Internal Server Error"},
		{refusal(400, "the key "+key+" is odd"), "ERROR: Tavily: it does not take this query (HTTP 400): the key [redacted:TAVILY_API_KEY] is odd"},
	} {
		v.Answer(post, tt.answer)
		if got := find(t, v, key, "x"); !strings.HasPrefix(got, tt.want) || strings.Contains(got, key) {
			t.Errorf("got %q; want %q", got, tt.want)
		}
	}
	v.Close()
	if got := find(t, v, key, "x"); !strings.HasPrefix(got, "ERROR: ") || strings.Contains(got, key) {
		t.Errorf("a service that is gone: %q", got)
	}
}

func TestGate(t *testing.T) {
	t.Parallel()
	missing := []string{"TAVILY_API_KEY"}
	facts := tool.Facts{
		Bound:   func(string) (bool, string) { return true, "" },
		Missing: func(string) []string { return missing },
	}
	gate := search.Tools(nil, "", "")[0].Gate
	if got := gate(facts, "tavily_search"); got != "set TAVILY_API_KEY in the daemon's environment to switch it on" {
		t.Errorf("without its key: %q", got)
	}
	missing = nil
	if got := gate(facts, "tavily_search"); got != "" {
		t.Errorf("with its key: %q", got)
	}
}
