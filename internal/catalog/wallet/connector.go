// Package wallet is the connector that signs with an operator's own keys, on EVM
// chains and on Solana.
package wallet

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares Wallet.
func Connector() connector.Connector {
	return connector.Connector{
		Slug:   "wallet",
		Name:   "Wallet",
		URL:    "https://eth-mainnet.g.alchemy.com/v2",
		Auth:   connector.AuthToken,
		Fields: fields(),

		Description: "Holds an EVM key and a Solana key, and lets agents read balances, send, swap and trade NFTs with them. The keys never enter a sandbox.",
		Limitations: "An agent with a spend tool can spend all that the keys hold, and what is sent cannot be called back: use keys made for this alone. Every tool that signs is off until you switch it on. Chains: ethereum, polygon, base, arbitrum, bsc, optimism, ink, robinhood, hyperevm, arc and solana; not every swap or NFT tool works on each of them.",
		SetupHint:   "Have ready the private keys of wallets made for your agents, an Alchemy API key (dashboard.alchemy.com) and an OpenSea API key (opensea.io/settings/developer). A Uniswap Trading API key is optional and adds uniswap_swap.",

		Published:  tools(),
		DefaultOff: spendTools(),
		Unbuilt:    "this version of guildsd does not yet include the Wallet adapter",
	}
}

// fields asks for every key at once: Connect checks them together, and no tool
// is listed for half a wallet.
func fields() []connector.Field {
	return []connector.Field{
		{Name: "evm_private_key", Label: "EVM private key", Help: "Signs on every chain but solana. Use a wallet made for this alone.", Secret: true},
		{Name: "solana_private_key", Label: "Solana private key", Help: "Signs on solana. Use a wallet made for this alone.", Secret: true},
		{Name: "alchemy_api_key", Label: "Alchemy API key", Help: "Reads and sends transactions. From dashboard.alchemy.com.", Secret: true},
		{Name: "opensea_api_key", Label: "OpenSea API key", Help: "For the opensea_ tools. From opensea.io/settings/developer.", Secret: true},
		{Name: "uniswap_api_key", Label: "Uniswap API key", Help: "Adds uniswap_swap. Leave it out to do without.", Secret: true, Optional: true},
	}
}
