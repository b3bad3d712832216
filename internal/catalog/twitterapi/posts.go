package twitterapi

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/xref"
)

const postsSchema = `{"type":"object","properties":{` + userProperty + `,
	"include_replies":{"type":"boolean","description":"show the user's replies to others, too"},
	` + limitProperty + `,` + cursorProperty + `},"required":["user"],"additionalProperties":false}`

type postsArgs struct {
	User    string `json:"user"`
	Replies bool   `json:"include_replies"`
	Limit   int    `json:"limit"`
	Cursor  string `json:"cursor"`
}

func posts(ctx context.Context, a connector.Account, args postsArgs) (string, error) {
	who, err := xref.ParseUser(args.User)
	if err != nil {
		return "", err
	}
	query := url.Values{}
	if who.ID != "" {
		query.Set("userId", who.ID)
	} else {
		query.Set("userName", who.Name)
	}
	if args.Replies {
		query.Set("includeReplies", "true")
	}
	return list{
		path: "/twitter/user/last_tweets", query: query, limit: args.Limit, cursor: args.Cursor,
		empty: "no posts of " + args.User + " are to be seen",
	}.read(ctx, a)
}
