// Package dexpaprika is the connector of DexPaprika, market data of decentralised
// exchanges.
//
// Its data endpoints serve a key that they cannot read as if there were none, with
// HTTP 200; only /usage tells whether a key is known, and so Connect asks that.
// Free and paid keys have a host each, and the one that a key is not for answers
// HTTP 403.
package dexpaprika
