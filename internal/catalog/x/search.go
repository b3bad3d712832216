package x

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

const searchSchema = `{"type":"object","properties":{
	"query":{"type":"string","minLength":1,"maxLength":4096,"description":"words and X's operators, such as from:name, #tag, lang:en, -is:retweet; most plans take 512 characters"},
	"sort_order":{"type":"string","enum":["recency","relevancy"],"description":"recency by default"},
	` + limitProperty + `,` + cursorProperty + `},"required":["query"],"additionalProperties":false}`

type searchArgs struct {
	Query  string `json:"query"`
	Order  string `json:"sort_order"`
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor"`
}

// fewestFound is the smallest page of a search.
const fewestFound = 10

// No start is sent: the API's own reaches back the 7 days, and one that is exactly 7
// days ago is refused where the clocks differ.
func search(ctx context.Context, a connector.Account, args searchArgs) (string, error) {
	q := url.Values{
		"query":        {args.Query},
		"sort_order":   {cmp.Or(args.Order, "recency")},
		"max_results":  {strconv.Itoa(max(fewestFound, tsv.Rows(args.Limit)))},
		"tweet.fields": {postFields},
		"expansions":   {"author_id"},
	}
	if args.Cursor != "" {
		q.Set("next_token", args.Cursor)
	}
	var found page
	if err := vendor.Get(ctx, a, rest.At("/tweets/search/recent"), q, &found); err != nil {
		return "", err
	}
	show := tsv.Show{Limit: args.Limit, Empty: fmt.Sprintf("no posts of the last 7 days match %q", args.Query)}
	return found.table(found.Includes.authors(), show, ""), nil
}
