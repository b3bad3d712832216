package twitterapi

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/guild"
)

const userSchema = `{"type":"object","properties":{` + userProperty + `},"required":["user"],"additionalProperties":false}`

type userArgs struct {
	User string `json:"user"`
}

func user(ctx context.Context, a connector.Account, args userArgs) (string, error) {
	who, err := xref.ParseUser(args.User)
	if err != nil {
		return "", err
	}
	var answer struct {
		verdict
		Data  profile   `json:"data"`
		Users []profile `json:"users"`
	}
	path, query := "/twitter/user/info", url.Values{"userName": {who.Name}}
	if who.ID != "" {
		path, query = "/twitter/user/batch_info_by_ids", url.Values{"userIds": {who.ID}}
	}
	if err := get(ctx, a, path, query, &answer); err != nil {
		return "", err
	}
	for _, p := range append(answer.Users, answer.Data) {
		if p != (profile{}) {
			return p.table(), nil
		}
	}
	return "", guild.Errorf(guild.CodeNotFound, "%s knows no user %s; an account that was renamed keeps its user id", vendor.Name, args.User)
}
