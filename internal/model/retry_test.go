package model_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

// inTurn answers the n-th request with the n-th handler, and those after with the
// last.
func inTurn(requests *int, answers ...http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n := min(*requests, len(answers)-1)
		*requests++
		answers[n](w, r)
	}
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

var yes = streams(delta(`{"content":"yes"}`) + finish("stop") + done)

func TestRetries(t *testing.T) {
	t.Parallel()
	busy := refuses(429, `{"error":{"code":429,"message":"Busy"}}`)
	overloaded := streams(`data: {"error":{"code":503,"message":"Overloaded"}}` + "\n\n")
	nothing := streams(finish("stop") + done)
	for _, tt := range []struct {
		name     string
		answers  []http.HandlerFunc
		requests int
		text     string // of the answer
		says     string // the error; empty for none
	}{
		{"a rate limit passes", []http.HandlerFunc{busy, busy, yes}, 3, "yes", ""},
		{"it does not", []http.HandlerFunc{busy}, 5, "", "Busy"},
		{"an error before the first token", []http.HandlerFunc{overloaded, yes}, 2, "yes", ""},
		{"a connection that closes", []http.HandlerFunc{hangUp, yes}, 2, "yes", ""},
		{"comments, and no answer", []http.HandlerFunc{streams(": OPENROUTER PROCESSING\n\n"), yes}, 2, "yes", ""},
		{"200 with an error", []http.HandlerFunc{refuses(200, `{"error":{"code":502,"message":"x"}}`), yes}, 2, "yes", ""},
		{"a bad request stays one", []http.HandlerFunc{refuses(400, `{"error":{"message":"Bad"}}`)}, 1, "", "Bad"},
		{"a longer pause than may be", []http.HandlerFunc{refuses(429, `{"error":{"message":"Busy"}}`, "Retry-After", "61")}, 1, "", "Busy"},
		{"pauses that are too long together", []http.HandlerFunc{refuses(429, `{"error":{"message":"Busy"}}`, "Retry-After", "50")}, 3, "", "Busy"},
		{"an empty answer", []http.HandlerFunc{nothing, yes}, 2, "yes", ""},
		{"two empty answers", []http.HandlerFunc{nothing}, 2, "", ""},
		{"an empty answer that was cut off", []http.HandlerFunc{streams(finish("length"))}, 1, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			requests, told := 0, 0
			p := at(t, "openrouter", inTurn(&requests, tt.answers...))
			r := ask
			r.OnRetry = func(why string, _ time.Duration) {
				told++
				if why == "" {
					t.Error("nothing was said of why")
				}
			}
			got, err := p.Complete(t.Context(), "key", r, nil)
			if requests != tt.requests || told != tt.requests-1 || got.Text != tt.text || (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%d requests, told %d times, %q, %v; want %d, one less, %q, %q", requests, told, got.Text, err, tt.requests, tt.text, tt.says)
			}
		})
	}
}

// TestPauses looks at the waits themselves.
func TestPauses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		after string
		least []time.Duration // of each pause; at most three times as long without the header
	}{
		{"", []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second}},
		{"7", []time.Duration{7 * time.Second, 7 * time.Second, 7 * time.Second, 7 * time.Second}},
	} {
		var waited []time.Duration
		p := at(t, "openrouter", refuses(503, `{}`, "Retry-After", tt.after))
		p.Pause = func(_ context.Context, wait time.Duration) error {
			waited = append(waited, wait)
			return nil
		}
		_, err := p.Complete(t.Context(), "key", ask, nil)
		if err == nil || len(waited) != len(tt.least) {
			t.Fatalf("%v after the pauses %s", err, waited)
		}
		for n, wait := range waited {
			if wait < tt.least[n] || wait > 3*tt.least[n] || tt.after != "" && wait != tt.least[n] {
				t.Errorf("after %q, the pauses are %s; want at least %s", tt.after, waited, tt.least)
			}
		}
	}
}

func TestTheCallerEndsIt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	p := at(t, "openrouter", func(w http.ResponseWriter, r *http.Request) {
		streams(delta(`{"content":"Hel"}`))(w, r)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done() // the connection is closed, which stops most providers
		close(ended)
	})
	_, err := p.Complete(ctx, "key", ask, func(model.Delta) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	<-ended
}

func TestTheCallerEndsAPause(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	p := at(t, "openrouter", refuses(429, `{}`, "Retry-After", "60"))
	p.Pause = nil
	r := ask
	r.OnRetry = func(string, time.Duration) { cancel() }
	if _, err := p.Complete(ctx, "key", r, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestAProviderThatFallsSilent has one that sends a beginning and no more.
func TestAProviderThatFallsSilent(t *testing.T) {
	t.Parallel()
	p := at(t, "openrouter", func(w http.ResponseWriter, r *http.Request) {
		streams(delta(`{"content":"Hel"}`))(w, r)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	p.Idle = 50 * time.Millisecond
	_, err := p.Complete(t.Context(), "key", ask, nil)
	if _, ok := model.Retryable(err); !ok || guild.CodeOf(err) != guild.CodeUnavailable || !strings.Contains(err.Error(), "sent nothing for too long") {
		t.Errorf("the error is %v", err)
	}
}

// slow takes a minute and a half for a hundred bytes.
type slow struct{ io.Reader }

func (s slow) Read(p []byte) (int, error) {
	time.Sleep(90 * time.Second)
	return s.Reader.Read(p[:min(len(p), 100)])
}

// TestASlowProviderIsNotSilent takes longer in all than it may be silent.
func TestASlowProviderIsNotSilent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := model.Providers()[0]
		events := delta(`{"content":"yes"}`) + delta(`{"content":"!"}`) + finish("stop")
		p.HTTP = &http.Client{Transport: canned{func() io.Reader { return slow{strings.NewReader(events)} }}}
		if got, err := p.Complete(t.Context(), "key", ask, nil); err != nil || got.Text != "yes!" {
			t.Errorf("%q, %v", got.Text, err)
		}
	})
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(nil)
	s.Close()
	p := at(t, "openrouter", nil)
	p.BaseURL = s.URL
	_, err := p.Complete(t.Context(), "key", ask, nil)
	if _, ok := model.Retryable(err); !ok || guild.CodeOf(err) != guild.CodeUnavailable || !strings.Contains(err.Error(), "nothing accepts connections") {
		t.Errorf("the error is %v", err)
	}
}

func TestAnAddressThatIsNotAllowed(t *testing.T) {
	t.Parallel()
	p := at(t, "openrouter", nil)
	for _, base := range []string{"ftp://models.test", "http://models.test", "http://169.254.169.254/v1"} {
		p.BaseURL, p.HTTP = base, egress.NewClient(egress.Options{})
		_, err := p.Complete(t.Context(), "key", ask, nil)
		if _, ok := model.Retryable(err); ok || err == nil {
			t.Errorf("%s: %v, retryable %t", base, err, ok)
		}
	}
}
