package alchemy

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

// vendor is the API of a chain. Only HTTP 401 ends a login: HTTP 403 is as often a
// chain that the app is not switched on for, or a month's capacity that is spent. A
// limit is one of each second, and comes without a time.
var vendor = rest.API{
	Name:  "Alchemy",
	Pause: time.Second,
	Meanings: []rest.Meaning{
		{Status: http.StatusUnauthorized, Is: guild.CodeRejected, Says: "the key is not accepted", Hint: "connect again with the API key of an app at dashboard.alchemy.com", Ends: true},
		{Status: http.StatusForbidden, Is: guild.CodeDenied, Says: "the app or its plan does not cover this", Hint: "look at the app's networks and the plan's capacity at dashboard.alchemy.com"},
		{Status: http.StatusNotFound, Is: guild.CodeNotFound, Says: "it has no such thing, or does not serve this on the chain"},
		{Status: http.StatusBadRequest, Is: guild.CodeInvalid, Says: "the arguments are refused"},
		{Code: "-32602", Is: guild.CodeInvalid, Says: "the arguments are refused"},
	},
}

// on returns the API as errors are to name it for one chain.
func on(chain string) rest.API {
	named := vendor
	named.Name += " on " + chain
	return named
}

// get asks the NFT API of a chain other than solana.
func get(ctx context.Context, a connector.Account, chain, method string, query url.Values, answer any) error {
	return on(chain).Get(ctx, a.Via(address(chain, "/nft/v3")), rest.At("/{key}/"+method, a.Fields[connector.Token]), query, answer)
}

// keys is the API for whether it takes a key: there HTTP 403 says that it does not.
var keys = rest.API{
	Name: vendor.Name, Pause: vendor.Pause,
	Meanings: append([]rest.Meaning{
		{Status: http.StatusForbidden, Is: guild.CodeRejected, Says: "the key does not serve"},
	}, vendor.Meanings...),
}

// nobody is the zero address, which holds what others threw away.
const nobody = "0x0000000000000000000000000000000000000000"

// check asks for one NFT of nobody (specification, "Alchemy Connect"). A key belongs to
// an app that the API does not name, and so there is no hint.
func check(ctx context.Context, a connector.Account) (string, error) {
	var held struct{}
	query := url.Values{"owner": {nobody}, "withMetadata": {"false"}, "pageSize": {"1"}}
	return "", keys.Get(ctx, a, rest.At("/{key}/getNFTsForOwner", a.Fields[connector.Token]), query, &held)
}
