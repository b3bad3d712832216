package typesafe_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/group/typesafe"
)

const (
	key = "ts-canary-0123456789"
	ask = "POST /v1/systemone"
)

// start serves as TypeSafe, by its own document.
func start(t *testing.T) *connectortest.Vendor {
	t.Helper()
	return connectortest.Start(t, connectortest.Document{
		File: "typesafe/typesafe-openapi.cut.json", Base: typesafe.Address,
		Accepts:  connectortest.Header("Authorization", "Bearer "+key),
		Rejected: connectortest.Answer{Status: 401, Body: `{"detail":{"error_type":"authentication_error","message":"Cannot authenticate with the server. Was it ` + key + `?"}}`},
	})
}

var (
	state     = map[string]any{"message": "Hello"}
	questions = map[string]string{"a": "Should @a answer?", "b": "Should @b answer?"}
)

const good = `{"model":"jev-1.13.0","answers":{"b":{"type":"noul","noul":0.25},"a":{"type":"noul","noul":1},"c":{"type":"noul","noul":7}}}`

func TestAskSendsWhatTheDocumentSays(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]string{"": "jev-latest", "jev-1.13.0": "jev-1.13.0"} {
		v := start(t)
		v.Answer(ask, connectortest.Answer{Body: good})
		got, err := typesafe.New(v.Client(), typesafe.Address, model, key).Ask(t.Context(), state, questions)
		if diff := cmp.Diff(map[string]float64{"a": 1, "b": 0.25}, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		var sent any
		if err := json.Unmarshal([]byte(v.Requests()[0].Body), &sent); err != nil {
			t.Fatal(err)
		}
		noul := func(words string) any { return map[string]any{"type": "noul", "instructions": words} }
		wanted := map[string]any{"model": want, "state": state, "questions": map[string]any{"a": noul("Should @a answer?"), "b": noul("Should @b answer?")}}
		if diff := cmp.Diff(wanted, sent); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
	}
}

// What the service may answer instead of an answer. Each is asked for a second time
// only where that may help.
func TestAskRefusesWhatIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		answer connectortest.Answer
		tries  int
		says   string
	}{
		{"no key", connectortest.Answer{Status: 403, Body: `{"detail":{"message":"Must supply an API key!"}}`}, 1, "TypeSafe: HTTP 403: Must supply an API key!"},
		{"a list", connectortest.Answer{Status: 422, Body: `{"detail":[{"loc":["body","state"],"msg":"Field required","type":"missing"}]}`}, 1, "TypeSafe: HTTP 422: body state: Field required"},
		{"a text", connectortest.Answer{Status: 400, Body: `{"detail":"too long"}`}, 1, "TypeSafe: HTTP 400: too long"},
		{"a limit", connectortest.Answer{Status: 429, Header: map[string]string{"retry-after-ms": "1"}, Body: `{}`}, 2, "TypeSafe: HTTP 429"},
		{"a long limit", connectortest.Answer{Status: 429, Header: map[string]string{"Retry-After": "60"}, Body: `{}`}, 1, "TypeSafe: HTTP 429"},
		{"overload", connectortest.Answer{Status: 529, Header: map[string]string{"retry-after-ms": "1"}, Body: `{}`}, 2, "TypeSafe: HTTP 529"},
		{"a page", connectortest.Answer{Status: 500, Body: `<html>oops</html>`}, 2, "TypeSafe: HTTP 500"},
		{"cut off", connectortest.Answer{Body: good[:60]}, 1, "TypeSafe: its answer is not read"},
		{"a missing id", connectortest.Answer{Body: `{"answers":{"a":{"type":"noul","noul":1}}}`}, 1, `it left the question "b" without an answer`},
		{"another kind", connectortest.Answer{Body: `{"answers":{"a":{"type":"noul","noul":1},"b":{"type":"choice","choice":"nobody"}}}`}, 1, `is of the kind "choice", not "noul"`},
		{"no value", connectortest.Answer{Body: `{"answers":{"a":{"type":"noul"},"b":{"type":"noul","noul":1}}}`}, 1, `its answer to "a" is of the kind`},
		{"no probability", connectortest.Answer{Body: `{"answers":{"a":{"type":"noul","noul":1.5},"b":{"type":"noul","noul":1}}}`}, 1, `its answer to "a" is 1.5, which is no probability`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := start(t)
			v.Always(ask, tt.answer)
			got, err := typesafe.New(v.Client(), typesafe.Address, "", key).Ask(t.Context(), state, questions)
			if err == nil || !strings.Contains(err.Error(), tt.says) || got != nil {
				t.Errorf("%v (%v); want %q", got, err, tt.says)
			}
			if n := len(v.Requests()); n != tt.tries {
				t.Errorf("it was asked %d times, want %d", n, tt.tries)
			}
		})
	}
}

func TestASecondTrySaysSoAndCounts(t *testing.T) {
	t.Parallel()
	v := start(t)
	v.Answer(ask, connectortest.Answer{Status: 503, Body: `no`}, connectortest.Answer{Body: good})
	if got, err := typesafe.New(v.Client(), typesafe.Address, "", key).Ask(t.Context(), state, questions); err != nil || got["a"] != 1 {
		t.Errorf("%v (%v)", got, err)
	}
	for i, want := range []string{"", "1"} {
		if got := v.Requests()[i].Header.Get("X-TypeSafe-Retry-Count"); got != want {
			t.Errorf("try %d says %q, want %q", i, got, want)
		}
	}
}

func TestTheKeyIsInNoError(t *testing.T) {
	t.Parallel()
	v := start(t)
	_, err := typesafe.New(v.Client(), typesafe.Address, "", "wrong-"+key).Ask(t.Context(), state, questions)
	if err == nil || !strings.Contains(err.Error(), "HTTP 401: Cannot authenticate") {
		t.Errorf("a wrong key: %v", err)
	}
	v.Always(ask, connectortest.Answer{Status: 400, Body: `{"detail":"the key ` + key + ` is odd"}`})
	_, err = typesafe.New(v.Client(), typesafe.Address, "", key).Ask(t.Context(), state, questions)
	if err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("got %v", err)
	}
}

// A service that says nothing costs no more than the budget, and is tried twice.
func TestASlowServiceIsGivenUp(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	gate := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1); <-gate }))
	defer silent.Close()
	defer close(gate)
	begun := time.Now()
	_, err := typesafe.New(silent.Client(), silent.URL, "", key).Ask(context.Background(), state, questions)
	if took := time.Since(begun); err == nil || took > 5*time.Second || asked.Load() != 2 {
		t.Errorf("after %s and %d tries: %v", took, asked.Load(), err)
	}
}
