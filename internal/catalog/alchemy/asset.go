package alchemy

import "github.com/guildsbox/guilds/internal/tsv"

// asset is one digital asset of Solana.
type asset struct {
	ID        string `json:"id"`
	Interface string `json:"interface"`
	Content   struct {
		Metadata struct {
			Name   string `json:"name"`
			Symbol string `json:"symbol"`
		} `json:"metadata"`
	} `json:"content"`
	Grouping []struct {
		Key   string `json:"group_key"`
		Value string `json:"group_value"`
	} `json:"grouping"`
	Compression struct {
		Compressed bool `json:"compressed"`
	} `json:"compression"`
	Ownership struct {
		Frozen    bool `json:"frozen"`
		Delegated bool `json:"delegated"`
	} `json:"ownership"`
	Burnt bool `json:"burnt"`
}

// collection returns the address of the asset's collection, empty for none.
func (a asset) collection() string {
	for _, g := range a.Grouping {
		if g.Key == "collection" {
			return g.Value
		}
	}
	return ""
}

// shown reports whether an asset is listed: what was burnt is held by nobody, and a
// contract asks for one collection.
func (a asset) shown(contract string) bool {
	return !a.Burnt && (contract == "" || a.collection() == contract)
}

var assetColumns = []tsv.Column[asset]{
	{Head: "id", Cell: func(a asset) any { return a.ID }},
	{Head: "name", Cell: func(a asset) any { return a.Content.Metadata.Name }, Max: maxName},
	{Head: "symbol", Cell: func(a asset) any { return a.Content.Metadata.Symbol }, Max: maxName},
	{Head: "collection", Cell: func(a asset) any { return a.collection() }},
	{Head: "interface", Cell: func(a asset) any { return a.Interface }},
	{Head: "compressed", Cell: func(a asset) any { return a.Compression.Compressed }},
	{Head: "frozen", Cell: func(a asset) any { return a.Ownership.Frozen }},
	{Head: "delegated", Cell: func(a asset) any { return a.Ownership.Delegated }},
}
