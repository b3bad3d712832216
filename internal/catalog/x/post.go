package x

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

const postSchema = `{"type":"object","properties":{
	"post":{"type":"string","minLength":1,"description":"post id, or status URL"}
	},"required":["post"],"additionalProperties":false}`

type postArgs struct {
	Post string `json:"post"`
}

func post(ctx context.Context, a connector.Account, args postArgs) (string, error) {
	id, err := xref.ParsePost(args.Post)
	if err != nil {
		return "", err
	}
	var answer struct {
		Data     *message  `json:"data"`
		Includes included  `json:"includes"`
		Errors   []problem `json:"errors"`
	}
	q := url.Values{"tweet.fields": {postFields}, "expansions": {"author_id"}}
	if err := vendor.Get(ctx, a, rest.At("/tweets/{post_id}", id), q, &answer); err != nil {
		return "", err
	}
	if answer.Data == nil {
		return "", missing(answer.Errors)
	}
	m := *answer.Data
	return tsv.Fields(
		tsv.Field{Name: "id", Value: m.ID},
		tsv.Field{Name: "created_at", Value: tsv.When(m.Created)},
		tsv.Field{Name: "author", Value: answer.Includes.authors().of(m)},
		tsv.Field{Name: "author_id", Value: m.AuthorID},
		tsv.Field{Name: "text", Value: m.text(), Max: xref.MaxText},
		tsv.Field{Name: "about", Value: m.about()},
		tsv.Field{Name: "conversation_id", Value: m.Conversation},
		tsv.Field{Name: "lang", Value: m.Lang},
		tsv.Field{Name: "likes", Value: m.Metrics.Likes},
		tsv.Field{Name: "replies", Value: m.Metrics.Replies},
		tsv.Field{Name: "reposts", Value: either(m.Metrics.Retweets, m.Metrics.Reposts)},
		tsv.Field{Name: "quotes", Value: m.Metrics.Quotes},
		tsv.Field{Name: "bookmarks", Value: m.Metrics.Bookmarks},
		tsv.Field{Name: "views", Value: m.Metrics.Views},
	), nil
}
