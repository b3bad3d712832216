package dexpaprika_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/dexpaprika"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

const key = "dxp-canary-4f7Qz81x"

//go:embed testdata/usage.yaml
var usage string

func suite(cases ...connectortest.Case) connectortest.Suite {
	base := dexpaprika.Connector().URL
	return connectortest.Suite{
		Connector: dexpaprika.Connector(),
		Documents: []connectortest.Document{{File: "dexpaprika/openapi.yaml", Base: base}, {Text: usage, Base: base}},
		Account:   connector.Account{Fields: map[string]string{"token": key}},
		Cases:     cases,
	}
}

// The operations of the tools.
const (
	searchOf = "GET /search"
	tokenOf  = "GET /networks/{network}/tokens/{token_address}"
	pricesOf = "GET /networks/{network}/multi/prices"
	poolOf   = "GET /networks/{network}/pools/{pool_address}"
	poolsOf  = "GET /networks/{network}/pools/search"
	ohlcvOf  = "GET /networks/{network}/pools/{pool_address}/ohlcv"
	swapsOf  = "GET /networks/{network}/pools/{pool_address}/transactions"
)

// one answers one operation with one body.
func one(operation, body string) map[string][]connectortest.Answer {
	return map[string][]connectortest.Answer{operation: {{Body: body}}}
}

// inPool adds the network and the pool to arguments.
func inPool(more string) string {
	return `{"network":"solana","pool":"8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj"` + more + `}`
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, dexpaprika.Connector().Tools(connector.Account{}))
}

func TestTools(t *testing.T) {
	t.Parallel()
	suite(
		connectortest.Case{Name: "search_trump", Tool: "search", Args: `{"query":"trump"}`, Live: true},
		connectortest.Case{Name: "search_kind", Tool: "search", Args: `{"query":"trump","kind":"pool"}`, Live: true},
		connectortest.Case{Name: "search_many", Tool: "search", Args: `{"query":"uni","limit":2}`, Answers: one(searchOf,
			`{"tokens":[{"id":"0xa","symbol":"UNI","name":"Uniswap","chain":"ethereum","price_usd":7.1e-3,"price_usd_change":-1.5,"volume_usd":10,"liquidity_usd":"20.5","fdv":null}],
			"pools":[{"id":"0xp","chain":"base"}],"dexes":[{"id":"uniswap_v3","dex_name":"Uniswap V3","chain":"ethereum","volume_usd_24h":5}]}`)},
		connectortest.Case{Name: "search_nothing", Tool: "search", Args: `{"query":"n\tothing"}`, Answers: one(searchOf, `{"tokens":[],"pools":null}`)},
		connectortest.Case{Name: "token_jup", Tool: "token", Args: `{"network":"Solana","address":"JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN"}`, Live: true},
		connectortest.Case{Name: "token_untraded", Tool: "token", Args: `{"network":"base","address":"0xa"}`, Answers: one(tokenOf, `{"id":"0xa","chain":"base","total_supply":1e30,"summary":null}`)},
		connectortest.Case{Name: "prices_two", Tool: "prices", Args: `{"network":"ethereum","addresses":["0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2","0xdac17f958d2ee523a2206206994597c13d831ec7"]}`, Live: true},
		connectortest.Case{Name: "prices_partly", Tool: "prices", Args: `{"network":"ethereum","addresses":["0xA","0xB","0xC"]}`, Answers: one(pricesOf,
			`[{"id":"0xa","chain":"ethereum","price_usd":1.23e-9,"last_updated":"2026-10-02T10:00:00.5Z"}]`)},
		connectortest.Case{Name: "prices_none", Tool: "prices", Args: `{"network":"ethereum","addresses":["0xA"]}`, Answers: one(pricesOf, `[]`)},
		connectortest.Case{Name: "prices_too_many", Tool: "prices", Args: `{"network":"ethereum","addresses":["a","b","c","d","e","f","g","h","i","j","k,l"]}`, Failed: true},
		connectortest.Case{Name: "pool_sol", Tool: "pool", Args: inPool(""), Live: true},
		connectortest.Case{Name: "pool_inversed", Tool: "pool", Args: inPool(`,"inversed":true`), Answers: one(poolOf, `{"id":"x","chain":"solana","last_price":0.1,"fee":null,"tokens":[]}`)},
		connectortest.Case{Name: "pools_of_a_token", Tool: "pools", Args: `{"network":"base","token":"0xa","dex":"uniswap_v3","min_liquidity_usd":1e4,"min_volume_24h_usd":0.5,"order_by":"created_at","sort":"asc","limit":1,"cursor":"k1"}`, Answers: one(poolsOf,
			`{"results":[{"id":"0xp","dex_name":"Uniswap V3","chain":"base","created_at":"2026-10-02T10:00:00.123Z","price_usd":1.5,"volume_usd_24h":100.25,"transactions_24h":7,
			"liquidity_usd":9.9e3,"price_change_percentage_24h":null,"fee":0.3,"tokens":[{"symbol":"A"},{"symbol":"USDC"}]}],"has_next_page":true,"next_cursor":"k2"}`)},
		connectortest.Case{Name: "pools_none", Tool: "pools", Args: `{"network":"base","token":"0xa","dex":"Uniswap V3"}`, Answers: one(poolsOf, `{"results":[],"has_next_page":false,"next_cursor":""}`)},
		connectortest.Case{Name: "pools_none_so_large", Tool: "pools", Args: `{"network":"base","min_liquidity_usd":1e4,"min_volume_24h_usd":0.5}`, Answers: one(poolsOf, `{"results":[]}`)},
		connectortest.Case{Name: "ohlcv_day", Tool: "ohlcv", Args: inPool(`,"start":"2025-03-10","end":"2025-03-11T00:00:00Z","interval":"24h"`)},
		connectortest.Case{Name: "ohlcv_merged", Tool: "ohlcv", Args: inPool(`,"start":"1767225600","end":"2026-01-05","interval":"1h","inversed":true`), Answers: one(ohlcvOf, hours(96))},
		connectortest.Case{Name: "ohlcv_none", Tool: "ohlcv", Args: inPool(`,"start":"2026-01-01","end":"2026-01-02"`), Answers: one(ohlcvOf, `[]`)},
		connectortest.Case{Name: "ohlcv_too_fine", Tool: "ohlcv", Args: inPool(`,"start":"2026-01-01","end":"2026-01-08","interval":"1m"`), Failed: true},
		connectortest.Case{Name: "ohlcv_no_time", Tool: "ohlcv", Args: inPool(`,"start":"yesterday","end":"-7w"`), Failed: true},
		connectortest.Case{Name: "ohlcv_backwards", Tool: "ohlcv", Args: inPool(`,"start":"2026-01-02","end":"2026-01-01"`), Failed: true},
		connectortest.Case{Name: "swaps_cursor", Tool: "swaps", Args: inPool(`,"limit":1,"cursor":"c1","page":3`), Answers: one(swapsOf,
			`{"transactions":[{"id":"tx","created_at":"2026-10-02T10:00:00Z","token_0_symbol":"SOL","token_1_symbol":"USDC","amount_0":"-123456789012345678901234567890","volume_0":-1.25,"volume_1":300.1,"price_0_usd":240.08,"price_1_usd":1,"sender":"me","recipient":"you"}],
			"page_info":{"next_cursor":"c2","limit":1}}`)},
		connectortest.Case{Name: "swaps_pages", Tool: "swaps", Args: inPool(`,"page":2`), Answers: one(swapsOf, `{"transactions":[{"id":"tx"}],"page_info":{"limit":15,"page":2,"total_items":40,"total_pages":3}}`)},
		connectortest.Case{Name: "swaps_last_page", Tool: "swaps", Args: inPool(""), Answers: one(swapsOf, `{"transactions":[{"id":"tx"}],"page_info":{"page":0,"total_pages":1}}`)},
		connectortest.Case{Name: "swaps_none", Tool: "swaps", Args: inPool(""), Answers: one(swapsOf, `{"transactions":[],"page_info":{}}`)},
		connectortest.Case{Name: "wrong_arguments", Tool: "pools", Args: `{"limit":31,"order_by":"volume_usd","chain":"base"}`, Failed: true},
	).Run(t)
}

// hours are candles of so many hours, the newest first, of which one has no volume.
func hours(n int) string {
	var candles []string
	for i := n - 1; i >= 0; i-- {
		candle := fmt.Sprintf(`{"time_open":"2026-01-%02dT%02d:00:00Z","open":%d.5,"high":%d.75,"low":%de-1,"close":%d.25`, 1+i/24, i%24, i, i, n-1-i, i)
		if i != 1 {
			candle += fmt.Sprintf(`,"volume":%d`, 1000+i)
		}
		candles = append(candles, candle+"}")
	}
	return "[" + strings.Join(candles, ",") + "]"
}

func TestAListIsAskedForWhatItShows(t *testing.T) {
	t.Parallel()
	s := suite()
	for args, want := range map[string]string{`{"network":"base"}`: "15", `{"network":"base","limit":30}`: "30"} {
		var rows []string
		for i := range 40 {
			rows = append(rows, fmt.Sprintf(`{"id":"p%d"}`, i))
		}
		v := connectortest.Start(t, s.Documents...)
		v.Always(poolsOf, connectortest.Answer{Body: `{"results":[` + strings.Join(rows, ",") + `]}`})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "pools", args)
		q := v.Requests()[0].Query
		if q.Get("limit") != want || q.Get("order_by") != "volume_usd_24h" || q.Get("sort") != "desc" {
			t.Errorf("%s asks for %v", args, q)
		}
		if n := len(connectortest.Rows(t, got.Text)); fmt.Sprint(n-2) != want { // without the header and the note
			t.Errorf("%s shows %d rows; want %s", args, n-2, want)
		}
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	token := fmt.Sprintf(`{"id":"x","symbol":"%[1]s","name":"%[1]s","chain":"%[1]s"}`, connectortest.HostileJSON)
	pool := fmt.Sprintf(`{"id":"x","dex_name":"%s","created_at":"%[1]s","tokens":[%s,%[2]s]}`, connectortest.HostileJSON, token)
	s := suite()
	for name, tt := range map[string]struct{ args, operation, body string }{
		"search": {`{"query":"x"}`, searchOf, `{"tokens":[` + token + `],"pools":[` + pool + `],"dexes":[` + pool + `]}`},
		"token":  {`{"network":"base","address":"x"}`, tokenOf, token},
		"prices": {`{"network":"base","addresses":["x"]}`, pricesOf, `[` + token + `]`},
		"pool":   {inPool(""), poolOf, pool},
		"pools":  {`{"network":"base"}`, poolsOf, `{"results":[` + pool + `],"has_next_page":true,"next_cursor":"` + connectortest.HostileJSON + `"}`},
		"ohlcv":  {inPool(""), ohlcvOf, `[{"time_open":"` + connectortest.HostileJSON + `","open":1}]`},
		"swaps":  {inPool(""), swapsOf, `{"transactions":[{"id":"x","token_0_symbol":"` + connectortest.HostileJSON + `"}]}`},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(tt.operation, connectortest.Answer{Body: tt.body})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), name, tt.args)
		for _, table := range strings.Split(got.Text, "\n\n") {
			if rows := connectortest.Rows(t, table); got.Failed || len(rows) == 0 {
				t.Errorf("%s: %q", name, got.Text)
			}
		}
	}
}
