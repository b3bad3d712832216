package alchemy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const nftSchema = `{"type":"object","properties":{
	"contract":{"type":"string","minLength":1,"maxLength":100,"description":"address of the NFT's contract"},
	"token_id":{"type":"string","minLength":1,"maxLength":100,"description":"the NFT's number in the contract, in decimal or in hexadecimal with 0x"},
	` + chainProperty + `
	},"required":["contract","token_id"],"additionalProperties":false}`

type nftArgs struct {
	Contract string `json:"contract"`
	TokenID  string `json:"token_id"`
	Chain    string `json:"chain"`
}

func (n nftArgs) check() error {
	var wrong problems
	wrong.note("contract", notAddress(n.Contract, n.Chain))
	if !tokenNumber.MatchString(n.TokenID) {
		wrong.note("token_id", fmt.Sprintf("%q is no number of a token, in decimal or in hexadecimal with 0x", n.TokenID))
	}
	return guild.Invalid("the arguments do not fit nft", wrong)
}

func nft(ctx context.Context, a connector.Account, args nftArgs) (string, error) {
	args.Chain = orEthereum(args.Chain)
	if err := args.check(); err != nil {
		return "", err
	}
	var t token
	if err := get(ctx, a, args.Chain, "getNFTMetadata", url.Values{"contractAddress": {args.Contract}, "tokenId": {args.TokenID}}, &t); err != nil {
		return "", err
	}
	fields := []tsv.Field{
		{Name: "chain", Value: args.Chain},
		{Name: "contract", Value: t.address()},
		{Name: "token_id", Value: t.ID},
		{Name: "name", Value: t.Name},
		{Name: "type", Value: t.kind()},
		{Name: "collection", Value: t.collectionName()},
		{Name: "collection_slug", Value: t.Collection.Slug},
		{Name: "symbol", Value: t.Contract.Symbol, Max: maxName},
		{Name: "collection_supply", Value: t.Contract.TotalSupply},
		{Name: "floor_price", Value: t.Contract.OpenSea.Floor},
		{Name: "spam", Value: t.Contract.Spam},
		{Name: "spam_reasons", Value: t.Contract.SpamReasons},
		{Name: "metadata_error", Value: t.Raw.Error},
		{Name: "last_updated", Value: tsv.When(t.Updated)},
	}
	return tsv.Fields(append(fields, t.traits()...)...), nil
}

// maxTraits is how many traits of one NFT are shown.
const maxTraits = 50

// traits are a line each. What is written in place of them by who made the NFT is
// nobody's standard, and left out.
func (t token) traits() []tsv.Field {
	var metadata struct {
		Attributes []struct {
			Type  any `json:"trait_type"`
			Value any `json:"value"`
		} `json:"attributes"`
	}
	decoder := json.NewDecoder(bytes.NewReader(t.Raw.Metadata))
	decoder.UseNumber()
	if decoder.Decode(&metadata) != nil {
		return nil
	}
	var fields []tsv.Field
	for i, trait := range metadata.Attributes {
		if i == maxTraits {
			return append(fields, tsv.Field{Name: "traits_not_shown", Value: len(metadata.Attributes) - maxTraits})
		}
		value := scalar(trait.Value)
		if kind := scalar(trait.Type); kind != "" && value != "" {
			value = kind + ": " + value
		}
		fields = append(fields, tsv.Field{Name: "trait", Value: value})
	}
	return fields
}

// scalar writes a string, a number or a boolean, and nothing for anything else.
func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number, bool:
		return fmt.Sprint(v)
	}
	return ""
}
