package dexpaprika

import (
	"strings"

	"github.com/guildsbox/guilds/internal/connector/rest"
)

// Properties that several schemas share.
const (
	networkProperty = `"network":{"type":"string","minLength":1,"description":"id of a network, as search shows it: ethereum, solana, base, bsc, arbitrum, polygon"}`
	poolProperty    = `"pool":{"type":"string","minLength":1,"description":"address of a pool on the network"}`
	limitProperty   = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	cursorProperty  = `"cursor":{"type":"string","description":"from the end of the page before"}`
	inverseProperty = `"inversed":{"type":"boolean","description":"prices of the other token of the pair"}`
)

// below returns a path below a pool. Networks have ids in lower case only.
func below(network, pool, path string) rest.Path {
	return rest.At("/networks/{network}/pools/{pool}"+path, strings.ToLower(network), pool)
}
