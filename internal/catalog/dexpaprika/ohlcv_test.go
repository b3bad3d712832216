package dexpaprika_test

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/guildsbox/guilds/internal/catalog/dexpaprika"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

// empty answers every request with no candle, without a network, so that time can be
// the test's own, and keeps the last query.
type empty struct{ query url.Values }

func (e *empty) RoundTrip(r *http.Request) (*http.Response, error) {
	e.query = r.URL.Query()
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("[]")), Request: r}, nil
}

// A plan reaches back so many days from when a request arrives, and so the first candle
// that is asked for is within them still when it does.
func TestAStartThatCountsBackIsWithinThePlan(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]struct{ start, end, limit string }{
		``:                                  {"1999-12-31T01:00:00Z", "2000-01-01T00:00:00Z", "24"},
		`,"start":"-7d","interval":"30m"`:   {"1999-12-25T00:30:00Z", "2000-01-01T00:00:00Z", "336"},
		`,"start":"-7d","interval":"24h"`:   {"1999-12-26T00:00:00Z", "2000-01-01T00:00:00Z", "7"},
		`,"start":"-24h0m1s"`:               {"1999-12-31T01:00:00Z", "2000-01-01T00:00:00Z", "24"},
		`,"start":"-24h1m"`:                 {"1999-12-31T00:00:00Z", "2000-01-01T00:00:00Z", "25"},
		`,"start":"-7d","end":"1999-12-26"`: {"1999-12-25T01:00:00Z", "1999-12-26T00:00:00Z", "24"},
		// No candle opens in so short a time.
		`,"start":"-20m"`: {"1999-12-31T23:40:00Z", "2000-01-01T00:00:00Z", "1"},
		// A time that is named is not moved.
		`,"start":"1999-12-31T00:00:01Z"`: {"1999-12-31T00:00:01Z", "2000-01-01T00:00:00Z", "24"},
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // where it is 2000-01-01
				var sent empty
				a := connector.Account{HTTP: &http.Client{Transport: &sent}, Base: dexpaprika.Connector().URL}
				connectortest.Call(t, dexpaprika.Connector(), a, "ohlcv", inPool(args))
				if start, end := at(t, sent.query.Get("start")), at(t, sent.query.Get("end")); start != want.start || end != want.end || sent.query.Get("limit") != want.limit {
					t.Errorf("it asks from %s to %s for %v; want %+v", start, end, sent.query, want)
				}
			})
		})
	}
}

// at reads a time in Unix seconds.
func at(t *testing.T, seconds string) string {
	t.Helper()
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		t.Error(err)
	}
	return time.Unix(n, 0).UTC().Format(time.RFC3339)
}
