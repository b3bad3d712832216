package twitterapi

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
)

const searchSchema = `{"type":"object","properties":{
	"query":{"type":"string","minLength":1,"maxLength":1000,"description":"words and X's operators, such as from:name, #tag, lang:en, min_faves:100, -filter:replies"},
	` + limitProperty + `,` + cursorProperty + `},"required":["query"],"additionalProperties":false}`

type searchArgs struct {
	Query  string `json:"query"`
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor"`
}

// reach is how far back a search goes (specification, "TwitterAPI.io Connect").
const reach = 24 * time.Hour

// The time goes into the query, as an operator of X, which binds less than what is in
// brackets and so holds for all alternatives. It begins at a full hour, so that the
// query of a page's cursor is that of the page before; what is older than 24 hours is
// left out here.
func search(ctx context.Context, a connector.Account, args searchArgs) (string, error) {
	cutoff := time.Now().Add(-reach)
	query := fmt.Sprintf("(%s) since_time:%d", args.Query, cutoff.Truncate(time.Hour).Unix())
	return list{
		path: "/twitter/tweet/advanced_search", query: url.Values{"query": {query}, "queryType": {"Top"}},
		limit: args.Limit, cursor: args.Cursor,
		empty: fmt.Sprintf("no posts of the last 24 hours match %q", args.Query),
		keep:  func(m message) bool { return !m.before(cutoff) },
	}.read(ctx, a)
}
