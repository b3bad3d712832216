package alchemy

import (
	"encoding/json"

	"github.com/guildsbox/guilds/internal/tsv"
)

// maxName is how long a name or a symbol may be, in characters. Anybody can make a
// token with any name.
const maxName = 100

// contract is what is known of a contract. A count may be a number, a string or null,
// and isSpam a boolean, a string or null.
type contract struct {
	Address       string   `json:"address"`
	Name          string   `json:"name"`
	Symbol        string   `json:"symbol"`
	TotalSupply   any      `json:"totalSupply"`
	TokenType     string   `json:"tokenType"`
	Deployer      string   `json:"contractDeployer"`
	DeployedBlock any      `json:"deployedBlockNumber"`
	Spam          any      `json:"isSpam"`
	SpamReasons   []string `json:"spamClassifications"`
	OpenSea       struct {
		Floor      json.Number `json:"floorPrice"`
		Collection string      `json:"collectionName"`
		Safelist   string      `json:"safelistRequestStatus"`
		Ingested   string      `json:"lastIngestedAt"`
	} `json:"openSeaMetadata"` // the schemas spell it openseaMetadata, which is read as well
}

// token is one NFT. Without metadata an owner's has contractAddress alone.
type token struct {
	Contract        contract `json:"contract"`
	ContractAddress string   `json:"contractAddress"`
	ID              string   `json:"tokenId"` // decimal
	Type            string   `json:"tokenType"`
	Name            string   `json:"name"`
	Balance         any      `json:"balance"`
	Updated         string   `json:"timeLastUpdated"`
	Acquired        struct {
		At string `json:"blockTimestamp"`
	} `json:"acquiredAt"`
	Collection struct {
		Name string `json:"name"`
		Slug string `json:"slug"`
	} `json:"collection"`
	Raw struct {
		Metadata json.RawMessage `json:"metadata"` // may be anything
		Error    string          `json:"error"`
	} `json:"raw"`
}

func (t token) address() string { return first(t.Contract.Address, t.ContractAddress) }

func (t token) collectionName() string {
	return first(t.Collection.Name, t.Contract.OpenSea.Collection, t.Contract.Name)
}

func (t token) kind() string { return first(t.Type, t.Contract.TokenType) }

// first returns the first string that is not empty.
func first(of ...string) string {
	for _, s := range of {
		if s != "" {
			return s
		}
	}
	return ""
}

var tokenColumns = []tsv.Column[token]{
	{Head: "contract", Cell: func(t token) any { return t.address() }},
	{Head: "token_id", Cell: func(t token) any { return t.ID }},
	{Head: "name", Cell: func(t token) any { return t.Name }, Max: maxName},
	{Head: "collection", Cell: func(t token) any { return t.collectionName() }, Max: maxName},
	{Head: "type", Cell: func(t token) any { return t.kind() }},
	{Head: "balance", Cell: func(t token) any { return t.Balance }},
	{Head: "floor_price", Cell: func(t token) any { return t.Contract.OpenSea.Floor }},
	{Head: "spam", Cell: func(t token) any { return t.Contract.Spam }},
	{Head: "acquired_at", Cell: func(t token) any { return tsv.When(t.Acquired.At) }},
}
