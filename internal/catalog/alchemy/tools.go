package alchemy

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		declare(a, holdings, "holdings", "Lists the NFTs that an address holds on one chain, solana included. On ethereum the owner may be an ENS name.", holdingsSchema),
		declare(a, nft, "nft", "Describes one NFT: its name, collection, kind and traits. Not on solana.", nftSchema),
		declare(a, collection, "collection", "Describes an NFT collection, by its contract or its OpenSea slug: supply and floor price. Not on solana.", collectionSchema),
	}
}

// declare makes a tool of what asks Alchemy for an account.
func declare[A any](a connector.Account, ask func(context.Context, connector.Account, A) (string, error), name, doc, schema string) tool.Tool {
	spec := tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}
