package alchemy

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "holdings", "Lists the NFTs that an address holds on one chain, solana included. On ethereum the owner may be an ENS name.", holdingsSchema, holdings),
		connector.Reading(a, "nft", "Describes one NFT: its name, collection, kind and traits. Not on solana.", nftSchema, nft),
		connector.Reading(a, "collection", "Describes an NFT collection, by its contract or its OpenSea slug: supply and floor price. Not on solana.", collectionSchema, collection),
	}
}
