// Package coingecko is what the connectors of CoinGecko share: the Pro API with its
// credential, what its refusals mean, the search for coins and the quote of several.
// The facts are those of https://docs.coingecko.com/reference and of its page on
// errors and rate limits.
package coingecko
