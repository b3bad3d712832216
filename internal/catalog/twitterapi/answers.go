package twitterapi

import (
	"context"
	"fmt"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/xref"
)

const answersSchema = `{"type":"object","properties":{` + postProperty + `,` + limitProperty + `,` + cursorProperty + `},
	"required":["post"],"additionalProperties":false}`

type answersArgs struct {
	Post   string `json:"post"`
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor"`
}

// The API has the replies of whole threads only, and answers for a post within one
// with nothing.
func replies(ctx context.Context, a connector.Account, args answersArgs) (string, error) {
	return answers(ctx, a, args, "/twitter/tweet/replies", "no replies to the post %s, which must be the first of its thread")
}

func quotes(ctx context.Context, a connector.Account, args answersArgs) (string, error) {
	return answers(ctx, a, args, "/twitter/tweet/quotes", "no posts quote the post %s")
}

func answers(ctx context.Context, a connector.Account, args answersArgs, path, empty string) (string, error) {
	id, err := xref.ParsePost(args.Post)
	if err != nil {
		return "", err
	}
	return list{path: path, query: url.Values{"tweetId": {id}}, limit: args.Limit, cursor: args.Cursor, empty: fmt.Sprintf(empty, id)}.read(ctx, a)
}
