package coingecko

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
)

// Quote is what a coin costs in one currency. A number that CoinGecko does not have is
// empty; it is never 0 for that.
type Quote struct {
	Price, MarketCap, Volume, Change json.Number // the last two of 24 hours, the change in percent
	At                               time.Time   // zero where it is not told
}

// Quotes returns the quotes of coins by their ids, in one request. A coin that CoinGecko
// does not know, and one that has no price in the currency, is left out.
func Quotes(ctx context.Context, a connector.Account, ids []string, currency string) (map[string]Quote, error) {
	var answer map[string]map[string]json.Number
	err := API.Get(ctx, a, rest.At("/simple/price"), url.Values{
		"ids": {strings.Join(ids, ",")}, "vs_currencies": {currency}, "precision": {"full"},
		"include_market_cap": {"true"}, "include_24hr_vol": {"true"}, "include_24hr_change": {"true"}, "include_last_updated_at": {"true"},
	}, &answer)
	quotes := map[string]Quote{}
	for id, of := range answer {
		if of[currency] != "" {
			quotes[id] = Quote{of[currency], of[currency+"_market_cap"], of[currency+"_24h_vol"], of[currency+"_24h_change"], Seconds(of["last_updated_at"])}
		}
	}
	return quotes, err
}

// Seconds reads a time in seconds since 1970; what is none is the zero time.
func Seconds(n json.Number) time.Time {
	seconds, err := n.Int64()
	if err != nil || seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// Milliseconds reads a time in milliseconds since 1970.
func Milliseconds(n json.Number) time.Time {
	ms, err := n.Float64() // some come with a fraction
	if err != nil || ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms)).UTC()
}
