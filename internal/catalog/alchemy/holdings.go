package alchemy

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const holdingsSchema = `{"type":"object","properties":{
	"owner":{"type":"string","minLength":1,"maxLength":255,"description":"address of the holder on the chain, or on ethereum an ENS name such as vitalik.eth"},
	` + anyChainProperty + `,
	"contract":{"type":"string","minLength":1,"maxLength":100,"description":"only NFTs of this contract; on solana, of the collection with this address"},
	` + limitProperty + `,
	"page_key":{"type":"string","minLength":1,"maxLength":500,"description":"from the end of the page before"}
	},"required":["owner"],"additionalProperties":false}`

type holdingsArgs struct {
	Owner    string `json:"owner"`
	Chain    string `json:"chain"`
	Contract string `json:"contract"`
	Limit    int    `json:"limit"`
	PageKey  string `json:"page_key"`
}

func (h holdingsArgs) check() error {
	var wrong problems
	wrong.note("owner", notOwner(h.Owner, h.Chain))
	if h.Contract != "" {
		wrong.note("contract", notAddress(h.Contract, h.Chain))
	}
	if h.Chain == solana && h.PageKey != "" {
		wrong.note("page_key", notAddress(h.PageKey, h.Chain))
	}
	return guild.Invalid("the arguments do not fit holdings", wrong)
}

// asked says what was asked for, where nothing is there.
func (h holdingsArgs) asked() string {
	of := ""
	if h.Contract != "" {
		of = " of " + h.Contract
	}
	return fmt.Sprintf("%s holds no NFT%s on %s", h.Owner, of, h.Chain)
}

func holdings(ctx context.Context, a connector.Account, args holdingsArgs) (string, error) {
	args.Chain = orEthereum(args.Chain)
	if err := args.check(); err != nil {
		return "", err
	}
	if args.Chain == solana {
		return assets(ctx, a, args)
	}
	return tokens(ctx, a, args)
}

// tokens asks for as many as are shown, so that the key of the next page goes on where
// the table ends.
func tokens(ctx context.Context, a connector.Account, args holdingsArgs) (string, error) {
	query := url.Values{"owner": {args.Owner}, "pageSize": {strconv.Itoa(tsv.Rows(args.Limit))}}
	if args.Contract != "" {
		query.Set("contractAddresses[]", args.Contract)
	}
	if args.PageKey != "" {
		query.Set("pageKey", args.PageKey)
	}
	var held struct {
		NFTs  []token     `json:"ownedNfts"`
		Total json.Number `json:"totalCount"`
		Next  string      `json:"pageKey"`
	}
	if err := get(ctx, a, args.Chain, "getNFTsForOwner", query, &held); err != nil {
		return "", err
	}
	show := tsv.Show{Limit: args.Limit, Empty: args.asked()}
	if held.Next != "" {
		show.More = nextPage(held.Next)
		if held.Total != "" {
			show.More = held.Total.String() + " in all; " + show.More
		}
	}
	return tsv.Write(tokenColumns, held.NFTs, show), nil
}

func nextPage(key string) string { return "pass page_key " + key + " for the page after this" }
