package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestGet(t *testing.T) {
	t.Parallel()
	s, a := serve(t, answer{status: 200, body: `{"price":0.10000000000000000001}`})
	var got struct{ Price json.Number }
	err := vendor.Get(t.Context(), a, rest.At("/coins/{id}/chart", "a/../b ?"), url.Values{"days": {"1"}}, &got)
	if err != nil || got.Price != "0.10000000000000000001" {
		t.Fatalf("the answer is %+v (%v)", got, err)
	}
	r := s.seen()[0]
	if r.method != "GET" || r.path != "/coins/a%2F..%2Fb%20%3F/chart" || r.query != "days=1" || r.header.Get("X-Key") != key {
		t.Errorf("the request was %+v", r)
	}
	if agent := r.header.Get("User-Agent"); !strings.HasPrefix(agent, "guildsd/") {
		t.Errorf("the user agent is %q", agent)
	}
}

func TestAnArgumentThatIsNoSegment(t *testing.T) {
	t.Parallel()
	s, a := serve(t, answer{status: 200, body: "{}"})
	for _, arg := range []string{"", ".", ".."} {
		err := vendor.Get(t.Context(), a, rest.At("/coins/{coin_id}", arg), nil, &struct{}{})
		if guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), "coin id") {
			t.Errorf("%q: %v", arg, err)
		}
	}
	if len(s.seen()) > 0 {
		t.Errorf("the vendor was asked: %+v", s.seen())
	}
}

func TestABodyIsSentAgain(t *testing.T) {
	t.Parallel()
	s, a := serve(t, answer{status: 429, after: "0"}, answer{status: 204})
	_, err := vendor.Do(t.Context(), a, rest.Request{Method: "POST", Path: rest.At("/x"), Header: http.Header{"x-once": {"1"}}, Body: rest.JSON(map[string]int{"a": 1})})
	if err != nil || len(s.seen()) != 2 {
		t.Fatalf("%d requests (%v); want 2", len(s.seen()), err)
	}
	for _, r := range s.seen() {
		if r.body != `{"a":1}` || r.header.Get("Content-Type") != "application/json" || r.header.Get("X-Once") != "1" {
			t.Errorf("the request was %+v", r)
		}
	}
}

func TestOneRetryOnly(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer   answer
		requests int
	}{
		"at once":              {answer{status: 429, after: "0"}, 2},
		"too late":             {answer{status: 429, after: "31"}, 1},
		"a date that is past":  {answer{status: 429, after: "Tue, 01 Dec 2020 00:00:00 GMT"}, 2},
		"not said":             {answer{status: 429}, 1},
		"nonsense":             {answer{status: 429, after: "soon"}, 1},
		"another status":       {answer{status: 503, after: "0"}, 1},
		"negative is nonsense": {answer{status: 429, after: "-1"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, a := serve(t, tt.answer)
			err := vendor.Get(t.Context(), a, rest.At("/x"), nil, &struct{}{})
			if guild.CodeOf(err) != guild.CodeUnavailable || len(s.seen()) != tt.requests {
				t.Errorf("%d requests, %v; want %d", len(s.seen()), err, tt.requests)
			}
		})
	}
}

// transport answers without a network, so that time can be the test's own.
type transport func(*http.Request) *http.Response

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := f(r)
	answer.Body, answer.Request = http.NoBody, r
	return answer, nil
}

func TestPauseWhereTheVendorDoesNotSay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start, asked := time.Now(), []time.Duration(nil)
		client := &http.Client{Transport: transport(func(*http.Request) *http.Response {
			asked = append(asked, time.Since(start))
			return &http.Response{StatusCode: http.StatusTooManyRequests}
		})}
		slow := vendor
		slow.Pause = 5 * time.Second
		a := connector.Account{HTTP: client, Base: "https://vendor.test"}
		_, err := slow.Do(t.Context(), a, rest.Request{Path: rest.At("/x")})
		if guild.CodeOf(err) != guild.CodeUnavailable || len(asked) != 2 || asked[1] != 5*time.Second {
			t.Errorf("asked at %v, %v", asked, err)
		}
		within, cancel := context.WithTimeout(t.Context(), 4*time.Second)
		defer cancel()
		start, asked = time.Now(), nil
		if _, err := slow.Do(within, a, rest.Request{Path: rest.At("/x")}); err == nil || len(asked) != 1 || time.Since(start) > 0 {
			t.Errorf("with 4 seconds left it was asked at %v, and answered after %v", asked, time.Since(start))
		}
	})
}

// silent is a vendor that takes a request and never answers.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestACallLastsThirtySeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		_, err := vendor.Do(t.Context(), connector.Account{HTTP: &http.Client{Transport: silent{}}, Base: "https://vendor.test"}, rest.Request{Path: rest.At("/x")})
		if took := time.Since(start); took != 30*time.Second || guild.CodeOf(err) != guild.CodeUnavailable || !strings.Contains(err.Error(), "did not answer in time") {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

func TestALimitSaysWhenItEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		header, value, want string
	}{
		"a date":            {"Retry-After", "Thu, 01 Jan 2099 00:00:00 GMT", "too many calls until 2099-01-01T00:00:00Z (HTTP 429)"},
		"its own header":    {"x-limit-reset", "4070908800", "too many calls until 2099-01-01T00:00:00Z (HTTP 429)"},
		"nonsense in it":    {"x-limit-reset", "soon", "too many calls (HTTP 429)"},
		"an unknown header": {"x-other-reset", "4070908800", "too many calls (HTTP 429)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			client := &http.Client{Transport: transport(func(*http.Request) *http.Response {
				requests++
				h := http.Header{}
				h.Set(tt.header, tt.value)
				return &http.Response{StatusCode: http.StatusTooManyRequests, Header: h}
			})}
			limited := vendor
			limited.Reset = "x-limit-reset"
			_, err := limited.Do(t.Context(), connector.Account{HTTP: client, Base: "https://vendor.test"}, rest.Request{Path: rest.At("/x")})
			if err == nil || err.Error() != "Vendor: "+tt.want || requests != 1 {
				t.Errorf("%d requests, %v; want %q", requests, err, tt.want)
			}
		})
	}
}

func TestNoAnswerThatServes(t *testing.T) {
	t.Parallel()
	_, long := serve(t, answer{status: 200, body: strings.Repeat("x", 11)})
	_, page := serve(t, answer{status: 200, body: "<html>"})
	gone := connector.Account{HTTP: http.DefaultClient, Base: "http://127.0.0.1:1/" + key}
	for name, tt := range map[string]struct {
		account connector.Account
		code    guild.Code
		says    string
	}{
		"too long":       {long, guild.CodeUpstream, "more than 10 bytes"},
		"no JSON":        {page, guild.CodeUpstream, "not the JSON"},
		"nobody listens": {gone, guild.CodeUnavailable, "http://127.0.0.1:1 "},
	} {
		err := vendor.Decode(t.Context(), tt.account, rest.Request{Path: rest.At("/{key}/x", key), Max: 10}, &struct{}{})
		if guild.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v; want %s: %s", name, err, tt.code, tt.says)
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		next  []string
		reads int
		more  bool
	}{
		"one page":            {[]string{""}, 1, false},
		"three pages":         {[]string{"a", "b", ""}, 3, false},
		"to the cap":          {[]string{"a", "b", "c", "d"}, 3, true},
		"a cursor that hangs": {[]string{"a", "a"}, 2, false},
	} {
		reads := 0
		more, err := rest.Pages(3, func(string) (string, error) { reads++; return tt.next[reads-1], nil })
		if err != nil || reads != tt.reads || more != tt.more {
			t.Errorf("%s: %d reads, more %v (%v)", name, reads, more, err)
		}
	}
}
