package model_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

// refuses answers with the status and the body.
func refuses(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for n := 0; n+1 < len(header); n += 2 {
			w.Header().Set(header[n], header[n+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		answer    http.HandlerFunc
		code      guild.Code
		says      string
		hint      string
		retryable bool
	}{
		{"the key", refuses(401, `{"error":{"code":401,"message":"Missing Authentication header"}}`), guild.CodeRejected, "OpenRouter refused the request (HTTP 401): Missing Authentication header", "check the key", false},
		{"a key that is repeated", refuses(401, `{"error":{"message":"no such key: the-key."}}`), guild.CodeRejected, "no such key: [redacted", "check the key", false},
		{"credits", refuses(402, `{"error":{"code":402,"message":"Insufficient credits"}}`), guild.CodeRejected, "Insufficient credits", "add credits", false},
		{"moderation", refuses(403, `{"error":{"code":403,"message":"Flagged","metadata":{"reasons":["violence"],"flagged_input":"x"}}}`), guild.CodeDenied, "Flagged: violence", "may not use", false},
		{"the model", refuses(404, `{"error":{"code":404,"message":"No endpoints found for acme/worker."}}`), guild.CodeNotFound, "No endpoints found", "guildsctl model list", false},
		{"tools", refuses(405, `{"error":{"message":"Tool calling is not supported for model: x","type":"invalid_request_error","param":"tools","code":null}}`), guild.CodeUnsupported, "Tool calling is not supported", "cannot use tools", false},
		{"a timeout", refuses(408, `{"error":{"message":"Slow"}}`), guild.CodeUnavailable, "Slow", "later", true},
		{"the rate", refuses(429, `{"error":{"code":429,"message":"Rate limit"}}`), guild.CodeUnavailable, "Rate limit", "later", true},
		{"a page of a proxy", refuses(502, `<html>Bad Gateway</html>`), guild.CodeUnavailable, "(HTTP 502)", "later", true},
		{"overload", refuses(529, `{"error":{"code":529,"message":"Overloaded"}}`), guild.CodeUnavailable, "Overloaded", "later", true},
		{"a text", refuses(500, "oops\n\x1b[31m"), guild.CodeUnavailable, "(HTTP 500): oops [31m", "later", true},
		{"a text in JSON", refuses(400, `{"error":"bad \u202ething"}`), guild.CodeUpstream, "(HTTP 400): bad thing", "", false},
		{"a message alone", refuses(400, `{"message":"bad thing"}`), guild.CodeUpstream, "(HTTP 400): bad thing", "", false},
		{"detail", refuses(404, `{"detail":"Unknown model"}`), guild.CodeNotFound, "Unknown model", "model list", false},
		{"detail with an error", refuses(402, `{"detail":{"error":"Balance is too low"}}`), guild.CodeRejected, "Balance is too low", "credits", false},
		{"detail as a list", refuses(422, `{"detail":[{"loc":["body","max_tokens",0],"msg":"not an integer","type":"x"},{"loc":["body"],"msg":"bad","type":"x"}]}`),
			guild.CodeUpstream, "body.max_tokens.0: not an integer; body: bad", "", false},
		{"another provider's words", refuses(400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"temperature is too hot\"}}","provider_name":"Google"}}}`),
			guild.CodeUpstream, "Provider returned error: temperature is too hot", "", false},
		{"another provider's words in a list", refuses(400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"[{\"error\":{\"message\":\"too hot\"}}]"}}}`), guild.CodeUpstream, "error: too hot", "", false},
		{"another provider's words as they are", refuses(400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"too hot"}}}`), guild.CodeUpstream, "error: too hot", "", false},
		{"200 with an error", refuses(200, `{"error":{"code":402,"message":"Insufficient credits"}}`), guild.CodeRejected, "(HTTP 402): Insufficient credits", "add credits", false},
		{"200 with an error of no code", refuses(200, `{"error":{"message":"oops"}}`), guild.CodeUnavailable, "(HTTP 502): oops", "later", true},
		{"200 with a page", refuses(200, `<html>`), guild.CodeUnavailable, "not JSON", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := at(t, "openrouter", tt.answer)
			_, err := p.Complete(t.Context(), "the-key", ask, nil)
			var e *guild.Error
			_, retryable := model.Retryable(err)
			if !errors.As(err, &e) || e.Code != tt.code || !strings.Contains(e.Msg, tt.says) || !strings.Contains(e.Hint, tt.hint) || retryable != tt.retryable {
				t.Errorf("the error is %#v, retryable %t; want %s, %q, the hint %q, %t", err, retryable, tt.code, tt.says, tt.hint, tt.retryable)
			}
			if err != nil && strings.Contains(err.Error(), "the-key") {
				t.Errorf("the key stands in %v", err)
			}
		})
	}
}

func TestContextExceeded(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"error":{"code":400,"message":"x","metadata":{"error_type":"context_length_exceeded"}}}`:                                         true,
		`{"error":{"code":"context_length_exceeded","message":"x"}}`:                                                                       true,
		`{"error":{"message":"This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens"}}`:          true,
		`{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}`:                                                       true,
		`{"error":{"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}`:                  true,
		`{"error":{"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"Please reduce the length of x\"}}"}}}`: true,
		`{"error":{"message":"temperature is too hot"}}`:                                                                                   false,
	} {
		_, err := complete(t, refuses(400, body))
		_, retryable := model.Retryable(err)
		if got := model.ContextExceeded(err); got != want || retryable || err == nil {
			t.Errorf("%s exceeds the context: %t, retryable %t; want %t, false", body, got, retryable, want)
		}
	}
	_, err := complete(t, refuses(500, `{"error":{"message":"x","metadata":{"error_type":"context_length_exceeded"}}}`))
	if _, retryable := model.Retryable(err); !model.ContextExceeded(err) || retryable {
		t.Errorf("what the provider calls the context's length passes by itself: %v", err)
	}
	_, err = complete(t, refuses(429, `{"error":{"message":"too many input tokens in a minute"}}`))
	if model.ContextExceeded(err) {
		t.Errorf("a rate limit exceeds the context: %v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"7": 7 * time.Second, "0.5": 500 * time.Millisecond, "3600": time.Hour, "soon": 0, "-3": 0, "": 0,
		"Wed, 21 Oct 2015 07:28:00 GMT": 0,
	} {
		_, err := complete(t, refuses(503, `{}`, "Retry-After", header))
		if after, ok := model.Retryable(err); !ok || after != want {
			t.Errorf("Retry-After: %s gives %s, %t; want %s", header, after, ok, want)
		}
	}
	_, err := complete(t, refuses(503, `{}`, "Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)))
	if after, _ := model.Retryable(err); after < 59*time.Minute || after > time.Hour {
		t.Errorf("a date in an hour gives %s", after)
	}
}

func TestErrorsOfOthersSayNothing(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("x"), guild.Errorf(guild.CodeUnavailable, "x")} {
		if _, ok := model.Retryable(err); ok || model.ContextExceeded(err) || model.BadTool(err) != nil {
			t.Errorf("%v is taken for one of a model", err)
		}
	}
}
