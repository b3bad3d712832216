// Package alchemy is the connector of Alchemy's NFT API, version 3, and of its digital
// asset standard (DAS) for Solana.
//
// Each chain is a host of its own. The key is a segment of the path, so that no error,
// log or metric names the address of a request. Answers are not always as Alchemy's own
// schemas have them: openSeaMetadata is spelt in two ways, numbers come as strings, and
// what is asked for without metadata has another form.
package alchemy
