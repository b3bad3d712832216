package alchemy

// The chains that differ from the others.
const (
	ethereum = "ethereum" // where names of the Ethereum Name Service work; the default
	solana   = "solana"   // which has DAS in place of the NFT API
)

// hosts are the first labels of the hosts of the chains (specification, "Alchemy
// Connect").
var hosts = map[string]string{
	ethereum:    "eth-mainnet",
	"polygon":   "polygon-mainnet",
	"base":      "base-mainnet",
	"arbitrum":  "arb-mainnet",
	"bsc":       "bnb-mainnet",
	"optimism":  "opt-mainnet",
	"ink":       "ink-mainnet",
	"robinhood": "robinhood-mainnet",
	solana:      "solana-mainnet",
}

// address returns the address of an API of a chain.
func address(chain, path string) string {
	return "https://" + hosts[chain] + ".g.alchemy.com" + path
}

func orEthereum(chain string) string {
	if chain == "" {
		return ethereum
	}
	return chain
}
