package wallet

import "github.com/guildsbox/guilds/internal/connector"

// tools is the published copy, in the order of the specification. uniswap_swap
// is published like the others, and listed on a login only when that login
// holds a Uniswap key.
func tools() []connector.PublishedTool {
	return []connector.PublishedTool{
		{Name: "get_address", Description: "Gives the wallet's own EVM and Solana addresses."},
		{Name: "get_balance", Description: "Gives the balance of the native coin or of a token on one chain."},
		{Name: "send", Description: "Transfers the native coin or a token to an address."},
		{Name: "call", Description: "Sends 0x calldata to a contract on an EVM chain."},
		{Name: "submit", Description: "Signs a prebuilt Solana transaction, given in base64, and sends it."},
		{Name: "swap", Description: "Quotes and then executes a swap of one token for another: through Jupiter on solana, through LiFi on most EVM chains."},
		{Name: "opensea_buy", Description: "Buys a listed NFT, or the cheapest one of a collection, on OpenSea."},
		{Name: "opensea_list", Description: "Offers one of the wallet's NFTs for sale on OpenSea."},
		{Name: "opensea_accept_offer", Description: "Accepts an offer for one of the wallet's NFTs on OpenSea."},
		{Name: "opensea_collection_offer", Description: "Places a bid on OpenSea for any NFT of a collection."},
		{Name: "opensea_cancel_order", Description: "Cancels one of the wallet's listings or bids on OpenSea."},
		{Name: "uniswap_swap", Description: "Quotes and then executes a swap on Uniswap v2, v3 or v4. Needs a Uniswap key on the login."},
	}
}

// spendTools is every tool that signs with a private key. The specification
// names uniswap_swap as one and leaves the others to the word "spend": sending,
// swapping, buying and bidding move value at once, listing and accepting give an
// NFT away, and cancelling can cost gas. Only get_address and get_balance do none
// of it.
func spendTools() []string {
	return []string{
		"send",
		"call",
		"submit",
		"swap",
		"opensea_buy",
		"opensea_list",
		"opensea_accept_offer",
		"opensea_collection_offer",
		"opensea_cancel_order",
		"uniswap_swap",
	}
}
