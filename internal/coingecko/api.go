package coingecko

import (
	"context"
	"net/http"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

// API is CoinGecko's Pro API, version 3. The key is the field "token".
var API = rest.API{
	Name: "CoinGecko",
	Credential: func(a connector.Account) http.Header {
		return http.Header{"X-Cg-Pro-Api-Key": {a.Fields[connector.Token]}}
	},
	Meanings: meanings,
}

// meanings are by CoinGecko's own codes, some of which come with statuses that say
// something else: a plan that does not cover a call is HTTP 401 as a bad key is.
var meanings = []rest.Meaning{
	{Code: "10002", Is: guild.CodeRejected, Says: "the key is not accepted", Hint: newKey, Ends: true},
	{Code: "10005", Is: guild.CodeDenied, Says: "the plan does not cover this"},
	{Code: "10010", Is: guild.CodeRejected, Says: "the key is for another address than this one", Hint: newKey, Ends: true},
	{Code: "10011", Is: guild.CodeRejected, Says: "this is a Demo key, and a Pro API key is needed", Hint: newKey, Ends: true},
	{Code: "10012", Is: guild.CodeDenied, Says: "the plan does not reach so far back"},
	{Status: http.StatusUnauthorized, Is: guild.CodeRejected, Says: "the key is not accepted", Hint: newKey, Ends: true},
	{Status: http.StatusForbidden, Is: guild.CodeUnavailable, Says: "the call is blocked before it reaches the API"},
	{Status: http.StatusBadRequest, Is: guild.CodeInvalid, Says: "the arguments are refused"},
	{Status: http.StatusUnprocessableEntity, Is: guild.CodeInvalid, Says: "the arguments are refused"},
}

const newKey = "connect again with a Pro API key of coingecko.com/en/developers/dashboard"

// Ping checks that the key is accepted.
func Ping(ctx context.Context, a connector.Account) error {
	var pong struct {
		Says string `json:"gecko_says"`
	}
	return API.Get(ctx, a, rest.At("/ping"), nil, &pong)
}
