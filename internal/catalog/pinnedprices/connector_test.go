package pinnedprices_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/catalog/pinnedprices"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	simplePrice = "GET /simple/price"
	markets     = "GET /coins/markets"
)

// start starts CoinGecko, and returns an account at it.
func start(t *testing.T, coins ...connector.Coin) (*connectortest.Vendor, connector.Account) {
	t.Helper()
	c := pinnedprices.Connector()
	v := connectortest.Start(t, connectortest.Document{File: "coingecko/openapi.json", Base: c.URL})
	return v, v.Account(c, connector.Account{Fields: map[string]string{"token": "CG-canary-4f7Qz81x"}, Coins: coins})
}

var (
	bitcoin = connector.Coin{ID: "bitcoin", Symbol: "btc", Name: "Bitcoin"}
	tesla   = connector.Coin{ID: "tesla-xstock", Symbol: "tslax", Name: "Tesla xStock"}
)

func TestFindTakesSymbolsAndNamesFromCoinGecko(t *testing.T) {
	t.Parallel()
	v, a := start(t)
	v.Answer(simplePrice, connectortest.Answer{Body: `{"tesla-xstock":{"usd":400.5},"bitcoin":{"usd":1},"odd":{"usd":2e-9}}`})
	v.Answer(markets, connectortest.Answer{Body: `[{"id":"bitcoin","symbol":"btc","name":"Bitcoin\u0000"},{"id":"tesla-xstock","symbol":"tslax","name":"Tesla xStock"}]`})
	got, err := pinnedprices.Connector().Coins.Find(t.Context(), a, []string{"tesla-xstock", "odd", "bitcoin"})
	if diff := cmp.Diff([]connector.Coin{tesla, {ID: "odd"}, bitcoin}, got); err != nil || diff != "" {
		t.Errorf("found (%v) (-want +got):\n%s", err, diff)
	}
	for _, r := range v.Requests() {
		if r.Query.Get("ids") != "tesla-xstock,odd,bitcoin" {
			t.Errorf("asked %s for %q", r.Operation, r.Query.Get("ids"))
		}
	}
}

func TestFindNamesEachCoinThatIsNotQuoted(t *testing.T) {
	t.Parallel()
	v, a := start(t)
	v.Answer(simplePrice, connectortest.Answer{Body: `{"bitcoin":{"usd":1},"ghost":{"usd":null},"ghost2":{}}`})
	_, err := pinnedprices.Connector().Coins.Find(t.Context(), a, []string{"bitcon", "bitcoin", "ghost", "ghost2"})
	var refused *guild.Error
	if !errors.As(err, &refused) || refused.Code != guild.CodeInvalid || len(refused.Problems) != 3 {
		t.Fatalf("the error is %v", err)
	}
	for i, want := range []string{`coins[0]: CoinGecko quotes no coin with the id "bitcon"`, `coins[2]: CoinGecko quotes no coin with the id "ghost"`, `coins[3]: `} {
		if p := refused.Problems[i]; !strings.HasPrefix(p.Path+": "+p.Message, want) {
			t.Errorf("problem %d is %+v; want %q", i, p, want)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	v, a := start(t)
	v.Answer("GET /search", connectortest.Answer{Body: `{"coins":[{"id":"x","symbol":"x","name":"` + connectortest.HostileJSON + `"}]}`})
	got, err := pinnedprices.Connector().Coins.Search(t.Context(), a, "x")
	if err != nil || len(got) != 1 || got[0].ID != "x" || strings.ContainsAny(got[0].Name, "\n\t\x00\u202e") {
		t.Errorf("found %+v (%v)", got, err)
	}
}

func TestStateQuotesAllCoinsInOneRequest(t *testing.T) {
	t.Parallel()
	v, a := start(t, bitcoin, tesla, connector.Coin{ID: "gone", Symbol: "g", Name: "Gone"})
	v.Answer(simplePrice, connectortest.Answer{Body: `{"tesla-xstock":{"usd":400.50,"usd_24h_change":-1.25,"last_updated_at":1767225600},"bitcoin":{"usd":6.5e4}}`})
	got, err := pinnedprices.Connector().State(t.Context(), a)
	got = regexp.MustCompile(`at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ:`).ReplaceAllString(got, "at NOW:")
	want := `Pinned prices, asked of CoinGecko at NOW:
id	symbol	name	price_usd	change_24h_percent	quoted_at
bitcoin	btc	Bitcoin	65000		
tesla-xstock	tslax	Tesla xStock	400.50	-1.25	2026-01-01T00:00:00Z
[CoinGecko quotes no price of gone]`
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("State (%v) (-want +got):\n%s", err, diff)
	}
	if n := len(v.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestStateOfNoCoinsAsksNobody(t *testing.T) {
	t.Parallel()
	v, a := start(t)
	if got, err := pinnedprices.Connector().State(t.Context(), a); got != "" || err != nil || len(v.Requests()) > 0 {
		t.Errorf("State = %q (%v) after %d requests", got, err, len(v.Requests()))
	}
}

func TestStateOfTwentyCoinsIsWhole(t *testing.T) {
	t.Parallel()
	var coins []connector.Coin
	var quotes []string
	for i := range connector.MaxCoins {
		coins = append(coins, connector.Coin{ID: fmt.Sprint("c", i)})
		quotes = append(quotes, fmt.Sprintf(`"c%d":{"usd":%d.5}`, i, i))
	}
	v, a := start(t, coins...)
	v.Answer(simplePrice, connectortest.Answer{Body: "{" + strings.Join(quotes, ",") + "}"})
	got, err := pinnedprices.Connector().State(t.Context(), a)
	if rows := strings.Split(got, "\n"); err != nil || len(rows) != 2+connector.MaxCoins {
		t.Errorf("%d lines (%v):\n%s", len(rows), err, got)
	}
}
