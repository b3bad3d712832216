package twitterapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

// hasty refuses a first request as one too many of a free account, which is told
// nothing of when it may ask again.
type hasty struct{ asked []time.Time }

func (h *hasty) RoundTrip(*http.Request) (*http.Response, error) {
	h.asked = append(h.asked, time.Now())
	status, body := http.StatusOK, `{"trends":[{"name":"#Example","rank":1}]}`
	if len(h.asked) == 1 {
		status, body = http.StatusTooManyRequests, `{"error":"Too Many Requests"}`
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestAFreeAccountAsksAgainAfterFiveSeconds(t *testing.T) {
	t.Parallel()
	s := suite()
	synctest.Test(t, func(t *testing.T) {
		var vendor hasty
		a := s.Account
		a.HTTP, a.Base = &http.Client{Transport: &vendor}, s.Connector.URL
		got := connectortest.Call(t, s.Connector, a, "trends", `{}`)
		if got.Failed || len(vendor.asked) != 2 || vendor.asked[1].Sub(vendor.asked[0]) != 5*time.Second {
			t.Errorf("asked at %v: %q", vendor.asked, got.Text)
		}
	})
}
