package twitterapi

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const postSchema = `{"type":"object","properties":{` + postProperty + `},"required":["post"],"additionalProperties":false}`

type postArgs struct {
	Post string `json:"post"`
}

func post(ctx context.Context, a connector.Account, args postArgs) (string, error) {
	id, err := xref.ParsePost(args.Post)
	if err != nil {
		return "", err
	}
	var answer page
	if err := get(ctx, a, "/twitter/tweets", url.Values{"tweet_ids": {id}}, &answer); err != nil {
		return "", err
	}
	found := answer.messages()
	if len(found) == 0 {
		return "", guild.Errorf(guild.CodeNotFound, "%s shows no post %s: it is deleted or protected, or never was", vendor.Name, id)
	}
	m := found[0]
	return tsv.Fields(
		tsv.Field{Name: "id", Value: m.ID},
		tsv.Field{Name: "created_at", Value: tsv.When(m.Created)},
		tsv.Field{Name: "author", Value: m.Author.username()},
		tsv.Field{Name: "author_id", Value: m.Author.ID},
		tsv.Field{Name: "text", Value: m.text(), Max: xref.MaxText},
		tsv.Field{Name: "about", Value: m.about()},
		tsv.Field{Name: "conversation_id", Value: m.Conversation},
		tsv.Field{Name: "lang", Value: m.Lang},
		tsv.Field{Name: "likes", Value: number(m.Likes)},
		tsv.Field{Name: "replies", Value: number(m.Replies)},
		tsv.Field{Name: "reposts", Value: number(m.Reposts)},
		tsv.Field{Name: "quotes", Value: number(m.Quotes)},
		tsv.Field{Name: "bookmarks", Value: number(m.Bookmarks)},
		tsv.Field{Name: "views", Value: number(m.Views)},
	), nil
}
