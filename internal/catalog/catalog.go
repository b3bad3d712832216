// Package catalog is the table of connectors that every box is seeded with, as
// the specification's section "Catalog, connections, bindings" names them.
//
// A connector is one folder and one line in the list below. Connectors never
// import each other, and rows that an admin adds are not known here.
package catalog

import (
	"github.com/guildsbox/guilds/internal/catalog/alchemy"
	"github.com/guildsbox/guilds/internal/catalog/coingecko"
	"github.com/guildsbox/guilds/internal/catalog/dexpaprika"
	"github.com/guildsbox/guilds/internal/catalog/drive"
	"github.com/guildsbox/guilds/internal/catalog/github"
	"github.com/guildsbox/guilds/internal/catalog/gmail"
	"github.com/guildsbox/guilds/internal/catalog/pinnedprices"
	"github.com/guildsbox/guilds/internal/catalog/qonto"
	"github.com/guildsbox/guilds/internal/catalog/remote"
	"github.com/guildsbox/guilds/internal/catalog/twitterapi"
	"github.com/guildsbox/guilds/internal/catalog/wallet"
	"github.com/guildsbox/guilds/internal/catalog/x"
	"github.com/guildsbox/guilds/internal/connector"
)

// Connectors returns every connector in the order in which it is shown. The
// list is made anew at each call, so that a caller may change what it gets.
func Connectors() []connector.Connector {
	return []connector.Connector{
		remote.Notion(),
		drive.Connector(),
		remote.Sentry(),
		remote.Cigale(),
		remote.OpenSea(),
		remote.Etherscan(),
		github.Connector(),
		coingecko.Connector(),
		pinnedprices.Connector(),
		wallet.Connector(),
		alchemy.Connector(),
		x.Connector(),
		twitterapi.Connector(),
		qonto.Connector(),
		dexpaprika.Connector(),
		gmail.Connector(),
	}
}
