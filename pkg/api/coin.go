package api

import "net/http"

// The operations on the coins of a Pinned prices login.
var (
	TryCoins    = Operation{"try-coins", http.MethodPost, "/api/mcp/pinned-prices/search", "Search the coins that can be pinned, before there is a login"}
	SearchCoins = Operation{"search-coins", http.MethodGet, "/api/mcp/connections/{id}/pinned-prices/search", "Search the coins that can be pinned on a login"}
	GetPinned   = Operation{"get-pinned", http.MethodGet, "/api/mcp/connections/{id}/pinned-prices", "The coins that are pinned on a login"}
	PutPinned   = Operation{"put-pinned", http.MethodPut, "/api/mcp/connections/{id}/pinned-prices", "Pin coins on a login, in place of those that were"}
)

var coinOperations = []Operation{TryCoins, SearchCoins, GetPinned, PutPinned}

// Coin is a coin as CoinGecko names it.
type Coin struct {
	ID     string `json:"id" doc:"CoinGecko's id for it" example:"bitcoin"`
	Symbol string `json:"symbol" example:"btc"`
	Name   string `json:"name" example:"Bitcoin"`
}

// CoinSearch asks for coins before there is a login.
type CoinSearch struct {
	Query  string            `json:"query" minLength:"1" doc:"Name or symbol of a coin, or a part of it"`
	Fields map[string]string `json:"fields" doc:"The values of the connect fields of Pinned prices; they are used for this search only"`
}

// CoinQuery asks for coins with a login.
type CoinQuery struct {
	Query string `query:"q" minLength:"1" required:"true" doc:"Name or symbol of a coin, or a part of it"`
}

// PinCoins says which coins to pin on a login.
type PinCoins struct {
	Coins []WantedCoin `json:"coins" doc:"At most 20; each must be one that CoinGecko quotes"`
}

// WantedCoin names a coin to pin.
type WantedCoin struct {
	ID     string `json:"id" doc:"CoinGecko's id for it" example:"bitcoin"`
	Symbol string `json:"symbol,omitempty" doc:"Not needed: it is CoinGecko's own in any case"`
	Name   string `json:"name,omitempty" doc:"Not needed: it is CoinGecko's own in any case"`
}

// PinnedPrices are the coins that are pinned on a login.
type PinnedPrices struct {
	Coins []Coin `json:"coins"`
}
