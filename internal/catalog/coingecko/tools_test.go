package coingecko_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/coingecko"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
	"github.com/guildsbox/guilds/internal/tsv"
)

const key = "CG-canary-4f7Qz81x"

func suite(cases ...connectortest.Case) connectortest.Suite {
	return connectortest.Suite{
		Connector: coingecko.Connector(),
		Documents: []connectortest.Document{{File: "coingecko/openapi.json", Base: coingecko.Connector().URL}},
		Account:   connector.Account{Fields: map[string]string{"token": key}},
		Cases:     cases,
	}
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, coingecko.Connector().Tools(connector.Account{}))
}

// one answers one operation with one body.
func one(operation, body string) map[string][]connectortest.Answer {
	return map[string][]connectortest.Answer{operation: {{Body: body}}}
}

func TestTools(t *testing.T) {
	t.Parallel()
	suite(
		connectortest.Case{Name: "search", Tool: "search", Args: `{"query":"ethereum","limit":3}`, Live: true},
		connectortest.Case{Name: "search_nothing", Tool: "search", Args: `{"query":"n\tothing"}`, Answers: one("GET /search", `{"coins":[],"exchanges":[{"id":"x"}]}`)},
		connectortest.Case{Name: "coin", Tool: "coin", Args: `{"id":"bitcoin"}`, Live: true},
		connectortest.Case{Name: "coin_without_market", Tool: "coin", Args: `{"id":"x"}`, Answers: one("GET /coins/{id}",
			`{"id":"x","symbol":"x","name":"X","market_cap_rank":null,"platforms":{"":"","base":"0xB","ethereum":"0xA"},"categories":["A",null],
			"market_data":{"current_price":{},"market_cap":{"usd":null},"atl":{"usd":1.23e-9},"max_supply":null}}`)},
		connectortest.Case{Name: "prices", Tool: "prices", Args: `{"ids":["bitcoin"]}`, Live: true},
		connectortest.Case{Name: "prices_partly", Tool: "prices", Args: `{"ids":["ghost","bitcoin","bitcon"],"currency":"EUR"}`, Answers: one("GET /simple/price",
			`{"bitcoin":{"eur":60123.4500000001,"eur_market_cap":1.2e12,"eur_24h_vol":null,"eur_24h_change":-1.5e-7,"last_updated_at":1767225600},"ghost":{"eur":null}}`)},
		connectortest.Case{Name: "prices_none", Tool: "prices", Args: `{"ids":["bitcon"]}`, Answers: one("GET /simple/price", `{}`)},
		connectortest.Case{Name: "new", Tool: "new", Args: `{}`, Live: true},
		connectortest.Case{Name: "movers", Tool: "movers", Args: `{"limit":4}`, Live: true},
		connectortest.Case{Name: "movers_losers", Tool: "movers", Args: `{"side":"losers","duration":"7d","currency":"eur","top_coins":"300"}`, Answers: one("GET /coins/top_gainers_losers",
			`{"top_gainers":[{"id":"up"}],"top_losers":[{"id":"down","symbol":"d","name":"Down","market_cap_rank":7,"eur":0.1,"eur_24h_vol":5,"eur_7d_change":-50.25}]}`)},
		connectortest.Case{Name: "supply", Tool: "supply", Args: `{"id":"bitcoin"}`, Live: true},
		connectortest.Case{Name: "supply_total", Tool: "supply", Args: `{"id":"bitcoin","kind":"total","days":"max"}`, Live: true},
		connectortest.Case{Name: "supply_none", Tool: "supply", Args: `{"id":"x","days":"5"}`, Answers: one("GET /coins/{id}/circulating_supply_chart", `{"circulating_supply":[]}`)},
		connectortest.Case{Name: "chart", Tool: "chart", Args: `{"id":"bitcoin","days":"1"}`, Live: true},
		connectortest.Case{Name: "chart_sampled", Tool: "chart", Args: `{"id":"bitcoin","days":"365"}`, Answers: one("GET /coins/{id}/market_chart", longChart())},
		connectortest.Case{Name: "trending", Tool: "trending", Args: `{}`, Live: true},
		connectortest.Case{Name: "unknown_coin", Tool: "coin", Args: `{"id":"bitcon"}`, Failed: true, Answers: map[string][]connectortest.Answer{
			"GET /coins/{id}": {{Status: 404, Body: `{"error":"coin not found"}`}},
		}},
		connectortest.Case{Name: "wrong_arguments", Tool: "movers", Args: `{"duration":"2d","limit":31,"sides":"both"}`, Failed: true},
	).Run(t)
}

// longChart is a year of prices of which one is not known.
func longChart() string {
	var prices, caps []string
	for day := range 365 {
		ms := 1735689600000 + int64(day)*86400000
		prices = append(prices, fmt.Sprintf("[%d,%d.5e-3]", ms, day))
		if day != 364 {
			caps = append(caps, fmt.Sprintf("[%d,%d]", ms, day*1000))
		}
	}
	return fmt.Sprintf(`{"prices":[%s],"market_caps":[%s],"total_volumes":[[1735689600000,null]]}`, strings.Join(prices, ","), strings.Join(caps, ","))
}

// documented are the refusals that are on record of CoinGecko.
func documented(t *testing.T) []connectortest.Answer {
	t.Helper()
	var errors struct {
		Cases []struct {
			Status int             `json:"status"`
			Body   json.RawMessage `json:"body"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "coingecko/errors.json"), &errors); err != nil {
		t.Fatal(err)
	}
	var answers []connectortest.Answer
	for _, c := range errors.Cases {
		answers = append(answers, connectortest.Answer{Status: c.Status, Body: string(c.Body)})
	}
	return answers
}

func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	says := []string{
		"CoinGecko: the key is not accepted (HTTP 401, code 10002): API Key Missing.",
		"CoinGecko: the plan does not cover this (HTTP 401, code 10005): This request is limited to PRO API subscribers.",
		"CoinGecko: the key is for another address than this one (HTTP 400, code 10010): If you are using Pro API key",
		"CoinGecko: the key is for another address than this one (HTTP 400, code 10010): host",
		"CoinGecko: this is a Demo key, and a Pro API key is needed (HTTP 400, code 10011): If you are using Demo API key",
		"CoinGecko: there is no such thing (HTTP 404): coin not found",
		"CoinGecko: too many calls (HTTP 429, code 429): You've exceeded the Rate Limit.",
		"CoinGecko: the plan does not reach so far back (HTTP 401, code 10012): Your request exceeds the allowed time range.",
		"CoinGecko: the arguments are refused (HTTP 422): Missing parameter vs_currencies",
	}
	answers := documented(t)
	if len(answers) != len(says) {
		t.Fatalf("%d refusals are documented, and %d expected", len(answers), len(says))
	}
	var refusals []connectortest.Refusal
	for i, answer := range answers {
		refusals = append(refusals, connectortest.Refusal{Answer: answer, Says: "ERROR: " + says[i]})
	}
	suite().Refused(t, "new", `{}`, "GET /coins/list/new", append(refusals,
		connectortest.Refusal{Answer: connectortest.Answer{Status: 403, Body: "<html>1020</html>"}, Says: "the call is blocked before it reaches the API (HTTP 403)"},
		connectortest.Refusal{Answer: connectortest.Answer{Status: 503, Body: ""}, Says: "it has a fault of its own (HTTP 503)"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: "<html>"}, Says: "not the JSON"},
	)...)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := suite()
	codes := []guild.Code{ // of the documented refusals, in their order
		guild.CodeRejected, guild.CodeDenied, guild.CodeRejected, guild.CodeRejected, guild.CodeRejected,
		guild.CodeNotFound, guild.CodeUnavailable, guild.CodeDenied, guild.CodeInvalid,
	}
	for i, answer := range documented(t) {
		v := connectortest.Start(t, s.Documents...)
		v.Always("GET /ping", answer)
		if _, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account)); guild.CodeOf(err) != codes[i] {
			t.Errorf("HTTP %d %s: %v; want the code %s", answer.Status, answer.Body, err, codes[i])
		}
	}
	v := connectortest.Start(t, s.Documents...)
	if _, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account)); err != nil {
		t.Errorf("a good key: %v", err)
	}
	if r := v.Requests()[0]; r.Operation != "GET /ping" || r.Host != "pro-api.coingecko.com" || r.Header.Get("X-Cg-Pro-Api-Key") != key || len(r.Query) > 0 {
		t.Errorf("the request was %+v", r)
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	coin := fmt.Sprintf(`{"id":%q,"symbol":"%s","name":"%s"}`, "x", connectortest.HostileJSON, connectortest.HostileJSON)
	s := suite()
	for tool, answer := range map[string][2]string{
		"search":   {"GET /search", `{"coins":[` + coin + `]}`},
		"coin":     {"GET /coins/{id}", coin},
		"new":      {"GET /coins/list/new", `[` + coin + `]`},
		"movers":   {"GET /coins/top_gainers_losers", `{"top_gainers":[` + coin + `]}`},
		"trending": {"GET /search/trending", `{"coins":[{"item":` + coin + `}]}`},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(answer[0], connectortest.Answer{Body: answer[1]})
		args := map[string]string{"search": `{"query":"x"}`, "coin": `{"id":"x"}`}[tool]
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), tool, orEmpty(args))
		if rows := connectortest.Rows(t, got.Text); got.Failed || len(rows) < 2 {
			t.Errorf("%s: %q", tool, got.Text)
		}
	}
}

func orEmpty(args string) string {
	if args == "" {
		return "{}"
	}
	return args
}

func TestListsShowFifteenRowsAndAtMostThirty(t *testing.T) {
	t.Parallel()
	s := suite()
	var coins []string
	for i := range 200 {
		coins = append(coins, fmt.Sprintf(`{"id":"c%d","symbol":"c","name":"C","activated_at":%d}`, i, 1700000000+i))
	}
	for args, want := range map[string]int{`{}`: tsv.DefaultRows, `{"limit":30}`: tsv.MaxRows, `{"limit":1}`: 1} {
		v := connectortest.Start(t, s.Documents...)
		v.Always("GET /coins/list/new", connectortest.Answer{Body: "[" + strings.Join(coins, ",") + "]"})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "new", args)
		rows := connectortest.Rows(t, got.Text)
		note := fmt.Sprintf("[%d more not shown, pass limit 30 to see more]", 200-want)
		if want == tsv.MaxRows {
			note = "[170 more not shown]"
		}
		if len(rows) != 1+want+1 || rows[len(rows)-1][0] != note {
			t.Errorf("%s: %d lines, the last %q", args, len(rows), rows[len(rows)-1])
		}
	}
}
