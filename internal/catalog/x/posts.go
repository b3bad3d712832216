package x

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

const postsSchema = `{"type":"object","properties":{` + userProperty + `,
	"exclude":{"type":"array","items":{"type":"string","enum":["replies","retweets"]},"uniqueItems":true,"description":"kinds of posts to leave out; none by default"},
	` + limitProperty + `,` + cursorProperty + `},"required":["user"],"additionalProperties":false}`

type postsArgs struct {
	User    string   `json:"user"`
	Exclude []string `json:"exclude"`
	Limit   int      `json:"limit"`
	Cursor  string   `json:"cursor"`
}

// fewestPosts is the smallest page of a user's posts.
const fewestPosts = 5

func posts(ctx context.Context, a connector.Account, args postsArgs) (string, error) {
	who, err := xref.ParseUser(args.User)
	if err != nil {
		return "", err
	}
	if who.ID == "" { // the API lists posts by id only, and the look-up is billed
		u, err := lookUp(ctx, a, pathOf(who), nil)
		if err != nil {
			return "", err
		}
		who = xref.User{ID: u.ID, Name: u.Username}
	}
	q := url.Values{
		"max_results":  {strconv.Itoa(max(fewestPosts, tsv.Rows(args.Limit)))},
		"tweet.fields": {postFields},
	}
	if len(args.Exclude) > 0 {
		q.Set("exclude", strings.Join(args.Exclude, ","))
	}
	if args.Cursor != "" {
		q.Set("pagination_token", args.Cursor)
	}
	var written page
	if err := vendor.Get(ctx, a, rest.At("/users/{user_id}/tweets", who.ID), q, &written); err != nil {
		return "", err
	}
	if len(written.Data) == 0 && len(written.Errors) > 0 {
		return "", missing(written.Errors)
	}
	show := tsv.Show{Limit: args.Limit, Empty: "no posts of " + args.User}
	return written.table(authors{who.ID: who.Name}, show, "user "+who.ID+" and "), nil
}
