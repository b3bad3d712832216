package twitterapi

import (
	"context"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

const peopleSchema = `{"type":"object","properties":{` + nameProperty + `,` + limitProperty + `,` + cursorProperty + `},
	"required":["user"],"additionalProperties":false}`

type peopleArgs struct {
	User   string `json:"user"`
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor"`
}

// fewestPeople is the smallest page of users.
const fewestPeople = 20

func followers(ctx context.Context, a connector.Account, args peopleArgs) (string, error) {
	return people(ctx, a, args, "/twitter/user/followers", "no followers of ")
}

func following(ctx context.Context, a connector.Account, args peopleArgs) (string, error) {
	return people(ctx, a, args, "/twitter/user/followings", "nobody is followed by ")
}

func people(ctx context.Context, a connector.Account, args peopleArgs, path, empty string) (string, error) {
	name, err := xref.ParseName(args.User)
	if err != nil {
		return "", err
	}
	query := url.Values{"userName": {name}, "pageSize": {strconv.Itoa(max(fewestPeople, tsv.Rows(args.Limit)))}}
	if args.Cursor != "" {
		query.Set("cursor", args.Cursor)
	}
	var answer struct {
		verdict
		Followers  []profile `json:"followers"`
		Followings []profile `json:"followings"`
		Next       bool      `json:"has_next_page"`
		Cursor     string    `json:"next_cursor"`
	}
	if err := get(ctx, a, path, query, &answer); err != nil {
		return "", err
	}
	rows := append(answer.Followers, answer.Followings...)
	more := moreBy(next(answer.Next, answer.Cursor, args.Cursor, len(rows)))
	return tsv.Write(profileColumns, rows, tsv.Show{Limit: args.Limit, Empty: empty + name, More: more, Rest: tsv.Raise(len(rows), args.Limit)}), nil
}

func mentions(ctx context.Context, a connector.Account, args peopleArgs) (string, error) {
	name, err := xref.ParseName(args.User)
	if err != nil {
		return "", err
	}
	return list{
		path: "/twitter/user/mentions", query: url.Values{"userName": {name}}, limit: args.Limit, cursor: args.Cursor,
		empty: "no posts mention " + name,
	}.read(ctx, a)
}
