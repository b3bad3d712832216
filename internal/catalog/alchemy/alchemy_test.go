package alchemy_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/alchemy"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

const key = "alcht_canary4f7Qz81x"

//go:embed testdata/das.yaml
var das string

func suite(cases ...connectortest.Case) connectortest.Suite {
	return connectortest.Suite{
		Connector: alchemy.Connector(),
		Documents: []connectortest.Document{
			{File: "alchemy/openapi.yaml", Base: "https://eth-mainnet.g.alchemy.com/nft"},
			{Text: das, Base: "https://solana-mainnet.g.alchemy.com"},
		},
		Account: connector.Account{Fields: map[string]string{"token": key}},
		Cases:   cases,
	}
}

// The operations of the tools.
const (
	ownerOf    = "GET /v3/{apiKey}/getNFTsForOwner"
	nftOf      = "GET /v3/{apiKey}/getNFTMetadata"
	contractOf = "GET /v3/{apiKey}/getContractMetadata"
	slugOf     = "GET /v3/{apiKey}/getCollectionMetadata"
	dasOf      = "POST /v2/{apiKey}"
)

const (
	vitalik = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
	apes    = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
	phantom = "86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY"
)

// one answers one operation with one body.
func one(operation, body string) map[string][]connectortest.Answer {
	return map[string][]connectortest.Answer{operation: {{Body: body}}}
}

// example is one of the documented answers to getNFTsForOwner.
func example(t *testing.T, name string) string {
	t.Helper()
	return string(connectortest.Read(t, "alchemy/"+name+".json"))
}

// firstOf is the first NFT of a documented answer, as getNFTMetadata has it.
func firstOf(t *testing.T, name string) string {
	t.Helper()
	var page struct {
		NFTs []map[string]any `json:"ownedNfts"`
	}
	if err := json.Unmarshal([]byte(example(t, name)), &page); err != nil {
		t.Fatal(err)
	}
	delete(page.NFTs[0], "balance")
	body, err := json.Marshal(page.NFTs[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, alchemy.Connector().Tools(connector.Account{}))
}

func TestTools(t *testing.T) {
	t.Parallel()
	suite(
		connectortest.Case{Name: "holdings", Tool: "holdings", Args: `{"owner":"vitalik.eth"}`, Answers: one(ownerOf, example(t, "getNFTsForOwner")), Live: true},
		connectortest.Case{Name: "holdings_page", Tool: "holdings", Args: `{"owner":"` + vitalik + `","chain":"base","contract":"` + apes + `","limit":2,"page_key":"k1"}`, Answers: one(ownerOf, example(t, "getNFTsForOwner.paged"))},
		connectortest.Case{Name: "holdings_bare", Tool: "holdings", Args: `{"owner":"` + vitalik + `"}`, Answers: one(ownerOf, example(t, "getNFTsForOwner.nometa"))},
		connectortest.Case{Name: "holdings_forms", Tool: "holdings", Args: `{"owner":"` + vitalik + `"}`, Answers: one(ownerOf, forms)},
		connectortest.Case{Name: "holdings_none", Tool: "holdings", Args: `{"owner":"` + vitalik + `","chain":"robinhood","contract":"` + apes + `"}`, Answers: one(ownerOf, `{"ownedNfts":[],"totalCount":0,"validAt":{},"pageKey":null}`)},
		connectortest.Case{Name: "holdings_name_elsewhere", Tool: "holdings", Args: `{"owner":"vitalik.eth","chain":"base","contract":"ape"}`, Failed: true},
		connectortest.Case{Name: "holdings_wrong_chain", Tool: "holdings", Args: `{"owner":"` + phantom + `"}`, Failed: true},
		connectortest.Case{Name: "holdings_unknown_chain", Tool: "holdings", Args: `{"owner":"` + vitalik + `","chain":"fantom","limit":31}`, Failed: true},
		connectortest.Case{Name: "solana", Tool: "holdings", Args: `{"owner":"` + phantom + `","chain":"solana"}`, Live: true},
		connectortest.Case{Name: "solana_collection", Tool: "holdings", Args: `{"owner":"` + phantom + `","chain":"solana","contract":"J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w"}`},
		connectortest.Case{Name: "solana_none", Tool: "holdings", Args: `{"owner":"` + phantom + `","chain":"solana"}`, Answers: one(dasOf, `{"jsonrpc":"2.0","id":1,"result":{"total":0,"items":[]}}`)},
		connectortest.Case{Name: "solana_wrong", Tool: "holdings", Args: `{"owner":"` + vitalik + `","chain":"solana","page_key":"2"}`, Failed: true},
		connectortest.Case{Name: "nft", Tool: "nft", Args: `{"contract":"0x0bEed7099AF7514cCEDF642CfEA435731176Fb02","token_id":"28"}`, Answers: one(nftOf, firstOf(t, "getNFTsForOwner")), Live: true},
		connectortest.Case{Name: "nft_odd", Tool: "nft", Args: `{"contract":"` + apes + `","token_id":"0xff","chain":"polygon"}`, Answers: one(nftOf, odd)},
		connectortest.Case{Name: "nft_without_metadata", Tool: "nft", Args: `{"contract":"` + apes + `","token_id":"1"}`, Answers: one(nftOf, `{"contract":{"address":"`+apes+`"},"tokenId":"1","raw":{"metadata":"<html>","error":"Malformed token URI"}}`)},
		connectortest.Case{Name: "nft_wrong", Tool: "nft", Args: `{"contract":"apes","token_id":"one"}`, Failed: true},
		connectortest.Case{Name: "collection", Tool: "collection", Args: `{"contract":"` + apes + `"}`, Answers: one(contractOf,
			`{"address":"`+apes+`","name":"BoredApeYachtClub","symbol":"BAYC","totalSupply":"10000","tokenType":"ERC721","contractDeployer":"0xaBA7161A7fb69c88e16ED9f455CE62B791EE4D03","deployedBlockNumber":12287507,
			"openSeaMetadata":{"floorPrice":9.2e-1,"collectionName":"Bored Ape Yacht Club","safelistRequestStatus":"verified","imageUrl":"https://x","description":"no","lastIngestedAt":"2024-11-20T19:31:38.000Z"}}`), Live: true},
		connectortest.Case{Name: "collection_as_in_the_schema", Tool: "collection", Args: `{"contract":"` + apes + `","chain":"ink"}`, Answers: one(contractOf,
			`{"address":"`+apes+`","totalSupply":10000,"tokenType":"NO_SUPPORTED_NFT_STANDARD","openseaMetadata":{"floorPrice":null,"collectionName":"Apes"}}`)},
		connectortest.Case{Name: "collection_no_contract", Tool: "collection", Args: `{"contract":"` + vitalik + `"}`, Answers: one(contractOf, `{"address":"`+vitalik+`","tokenType":"NOT_A_CONTRACT"}`), Failed: true},
		connectortest.Case{Name: "collection_slug", Tool: "collection", Args: `{"slug":"thehumanoids"}`, Answers: one(slugOf,
			`{"name":"The Humanoids","slug":"thehumanoids","floorPrice":{"marketplace":"seaport","floorPrice":0.37,"priceCurrency":"ETH"},"description":"no","externalUrl":"http://no"}`), Live: true},
		connectortest.Case{Name: "collection_unknown_slug", Tool: "collection", Args: `{"slug":"no\tsuch"}`, Answers: one(slugOf, `{"name":null,"slug":null}`), Failed: true},
		connectortest.Case{Name: "collection_wrong", Tool: "collection", Args: `{}`, Failed: true},
		connectortest.Case{Name: "collection_wrong_contract", Tool: "collection", Args: `{"contract":"` + phantom + `"}`, Failed: true},
	).Run(t)
}

// forms are values in the forms that were seen and are in no schema.
const forms = `{"ownedNfts":[
	{"contract":{"address":"0x1","totalSupply":7,"isSpam":true,"openSeaMetadata":null},"tokenId":"115792089237316195423570985008687907853269984665640564039457584007913129639935","tokenType":"ERC1155","name":null,"balance":12345678901234567890,"acquiredAt":null},
	{"contract":{"address":"0x2","isSpam":"false","spamClassifications":null,"tokenType":"ERC721","openseaMetadata":{"floorPrice":1e-7,"collectionName":"Two"}},"tokenId":"2","balance":"1","acquiredAt":{"blockTimestamp":"2024-01-02T03:04:05Z","blockNumber":null},"collection":{"name":"Second","slug":"s"}}],
	"totalCount":"2"}`

// odd is an NFT whose maker wrote other things than strings.
var odd = `{"contract":{"address":"` + apes + `","symbol":"A","isSpam":true,"spamClassifications":["OwnedByMostHoneyPots","Erc721TooManyOwners"]},"tokenId":"255","tokenType":"ERC721","name":"Odd","timeLastUpdated":"2024-01-02T03:04:05.678Z",
	"image":{"cachedUrl":"https://x"},"tokenUri":"https://y","description":"z","raw":{"tokenUri":"https://y","metadata":{"image":"https://x","attributes":[
	{"trait_type":"Level","value":7.50},{"trait_type":"Rare","value":true},{"value":"Bare"},{"trait_type":1,"value":null},{"trait_type":"List","value":[1]}` + strings.Repeat(`,{"trait_type":"More","value":"x"}`, 48) + `]}}}`

func TestPagesGoOnWhereTheTableEnds(t *testing.T) {
	t.Parallel()
	s := suite()
	var held []string
	for i := range 30 {
		held = append(held, fmt.Sprintf(`{"contractAddress":"0x1","tokenId":"%d","balance":"1"}`, i))
	}
	for args, want := range map[string]int{``: 15, `,"limit":30`: 30, `,"limit":1`: 1} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(ownerOf, connectortest.Answer{Body: `{"ownedNfts":[` + strings.Join(held[:want], ",") + `],"totalCount":99,"pageKey":"k2"}`})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "holdings", `{"owner":"a.eth"`+args+`}`)
		rows := connectortest.Rows(t, got.Text)
		if len(rows) != 1+want+1 || rows[len(rows)-1][0] != "[99 in all; pass page_key k2 for the page after this]" {
			t.Errorf("%s: %d lines, the last %q", args, len(rows), rows[len(rows)-1])
		}
		if size := v.Requests()[0].Query.Get("pageSize"); size != fmt.Sprint(want) {
			t.Errorf("%s: asks for %s", args, size)
		}
	}
}

func TestEachChainHasItsHost(t *testing.T) {
	t.Parallel()
	s := suite()
	for chain, host := range map[string]string{
		"ethereum": "eth-mainnet", "polygon": "polygon-mainnet", "base": "base-mainnet", "arbitrum": "arb-mainnet", "bsc": "bnb-mainnet",
		"optimism": "opt-mainnet", "ink": "ink-mainnet", "robinhood": "robinhood-mainnet", "solana": "solana-mainnet",
	} {
		v, owner := connectortest.Start(t, s.Documents...), vitalik
		if chain == "solana" {
			owner = phantom
		}
		connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "holdings", fmt.Sprintf(`{"owner":%q,"chain":%q,"page_key":%q}`, owner, chain, phantom))
		r := v.Requests()[0]
		if r.Host != host+".g.alchemy.com" || r.Query.Get("pageKey") != phantom && !strings.Contains(r.Body, `"after":"`+phantom+`"`) {
			t.Errorf("%s: the request was %+v", chain, r)
		}
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	const h = connectortest.HostileJSON
	known := `{"address":"` + h + `","name":"` + h + `","symbol":"` + h + `","tokenType":"` + h + `","isSpam":"` + h + `","totalSupply":"` + h + `","openSeaMetadata":{"collectionName":"` + h + `"}}`
	token := `{"contract":` + known + `,"tokenId":"` + h + `","name":"` + h + `","balance":"` + h + `","acquiredAt":{"blockTimestamp":"` + h + `"},
		"raw":{"error":"` + h + `","metadata":{"attributes":[{"trait_type":"` + h + `","value":"` + h + `"}]}}}`
	asset := `{"id":"` + h + `","interface":"` + h + `","content":{"metadata":{"name":"` + h + `","symbol":"` + h + `"}},"grouping":[{"group_key":"collection","group_value":"` + h + `"}]}`
	s := suite()
	for name, tt := range map[string]struct{ tool, args, operation, body string }{
		"holdings":   {"holdings", `{"owner":"a.eth"}`, ownerOf, `{"ownedNfts":[` + token + `],"pageKey":"` + h + `"}`},
		"solana":     {"holdings", `{"owner":"` + phantom + `","chain":"solana","limit":1}`, dasOf, `{"result":{"items":[` + asset + `,` + asset + `]}}`},
		"nft":        {"nft", `{"contract":"` + apes + `","token_id":"1"}`, nftOf, token},
		"collection": {"collection", `{"contract":"` + apes + `"}`, contractOf, known},
		"slug":       {"collection", `{"slug":"x"}`, slugOf, `{"name":"` + h + `","slug":"` + h + `","floorPrice":{"marketplace":"` + h + `"}}`},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(tt.operation, connectortest.Answer{Body: tt.body})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), tt.tool, tt.args)
		if rows := connectortest.Rows(t, got.Text); got.Failed || len(rows) < 2 {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}
