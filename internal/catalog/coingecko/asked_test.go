package coingecko_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

// What is left out is not asked for either, and numbers are asked for as they are.
func TestWhatIsNotShownIsNotAskedFor(t *testing.T) {
	t.Parallel()
	s := suite()
	no := []string{"false"}
	yes := []string{"true"}
	for tool, tt := range map[string]struct {
		args string
		want url.Values
	}{
		"coin": {`{"id":"bitcoin"}`, url.Values{"localization": no, "tickers": no, "community_data": no, "developer_data": no, "sparkline": no}},
		"prices": {`{"ids":["bitcoin"]}`, url.Values{
			"ids": {"bitcoin"}, "vs_currencies": {"usd"}, "precision": {"full"},
			"include_market_cap": yes, "include_24hr_vol": yes, "include_24hr_change": yes, "include_last_updated_at": yes,
		}},
		"chart":  {`{"id":"bitcoin"}`, url.Values{"vs_currency": {"usd"}, "days": {"7"}}},
		"supply": {`{"id":"bitcoin"}`, url.Values{"days": {"30"}}},
		"movers": {`{}`, url.Values{"vs_currency": {"usd"}, "duration": {"24h"}}},
	} {
		v := connectortest.Start(t, s.Documents...)
		connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), tool, tt.args)
		if diff := cmp.Diff(tt.want, v.Requests()[0].Query); diff != "" {
			t.Errorf("%s asks (-want +got):\n%s", tool, diff)
		}
	}
}

func TestASupplyIsSampled(t *testing.T) {
	t.Parallel()
	s := suite()
	var points []string
	for i := range 1000 {
		points = append(points, fmt.Sprintf(`[%d,"%d.5"]`, 1735689600000+i*60000, i))
	}
	v := connectortest.Start(t, s.Documents...)
	v.Always("GET /coins/{id}/circulating_supply_chart", connectortest.Answer{Body: `{"circulating_supply":[` + strings.Join(points, ",") + `]}`})
	got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "supply", `{"id":"bitcoin"}`)
	rows := connectortest.Rows(t, got.Text)
	if len(rows) != 1+48+1 || rows[1][1] != "0.5" || rows[48][1] != "999.5" || rows[49][0] != "[48 of 1000 points, evenly spread]" {
		t.Errorf("%d lines:\n%s", len(rows), got.Text)
	}
}

func TestMoversShareTheRows(t *testing.T) {
	t.Parallel()
	s := suite()
	side := strings.TrimSuffix(strings.Repeat(`{"id":"x"},`, 30), ",")
	for args, want := range map[string][2]int{`{}`: {8, 7}, `{"limit":30}`: {15, 15}, `{"limit":1}`: {1, 0}, `{"side":"losers"}`: {0, 15}, `{"side":"gainers","limit":30}`: {30, 0}} {
		v := connectortest.Start(t, s.Documents...)
		v.Always("GET /coins/top_gainers_losers", connectortest.Answer{Body: `{"top_gainers":[` + side + `],"top_losers":[` + side + `]}`})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "movers", args)
		if g, l := strings.Count(got.Text, "\ngainer\t"), strings.Count(got.Text, "\nloser\t"); g != want[0] || l != want[1] {
			t.Errorf("%s: %d gainers and %d losers; want %v", args, g, l, want)
		}
	}
}

func TestThirtyPricesAreShownAndNoMoreAsked(t *testing.T) {
	t.Parallel()
	s := suite()
	var ids, quotes []string
	for i := range 31 {
		ids, quotes = append(ids, fmt.Sprintf(`"c%d"`, i)), append(quotes, fmt.Sprintf(`"c%d":{"usd":%d}`, i, i+1))
	}
	v := connectortest.Start(t, s.Documents...)
	v.Always("GET /simple/price", connectortest.Answer{Body: "{" + strings.Join(quotes, ",") + "}"})
	a := v.Account(s.Connector, s.Account)
	if got := connectortest.Call(t, s.Connector, a, "prices", `{"ids":[`+strings.Join(ids[:30], ",")+`]}`); len(connectortest.Rows(t, got.Text)) != 31 {
		t.Errorf("30 coins: %q", got.Text)
	}
	if got := connectortest.Call(t, s.Connector, a, "prices", `{"ids":[`+strings.Join(ids, ",")+`]}`); !got.Failed || len(v.Requests()) != 1 {
		t.Errorf("31 coins: %q", got.Text)
	}
}
