package gmail

import (
	"context"
	"html"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/tsv"
)

const draftsSchema = `{"type":"object","properties":{
	"query":{"type":"string","maxLength":1000,"description":"` + queryForm + `; all drafts where it is left out"},
	` + limitProperty + `,` + cursorProperty + `},"additionalProperties":false}`

type draftsArgs struct {
	Query  string `json:"query"`
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor"`
}

// draft is a message that was not sent. A list has the ids of its message alone.
type draft struct {
	ID      string  `json:"id"`
	Message message `json:"message"`
}

var draftColumns = []tsv.Column[draft]{
	{Head: "draft_id", Cell: func(d draft) any { return d.ID }},
	{Head: "message_id", Cell: func(d draft) any { return d.Message.ID }},
	{Head: "thread_id", Cell: func(d draft) any { return d.Message.ThreadID }},
	{Head: "date", Cell: func(d draft) any { return d.Message.at() }},
	{Head: "to", Cell: func(d draft) any { return d.Message.header("To") }},
	{Head: "subject", Cell: func(d draft) any { return d.Message.header("Subject") }},
	{Head: "snippet", Cell: func(d draft) any { return html.UnescapeString(d.Message.Snippet) }},
}

func listDrafts(ctx context.Context, a connector.Account, args draftsArgs) (string, error) {
	q := pageOf(args.Query, args.Limit, args.Cursor)
	q.Set("fields", "nextPageToken,drafts(id,message(id,threadId))")
	var found struct {
		Drafts []draft `json:"drafts"`
		Next   string  `json:"nextPageToken"`
	}
	if err := google.API.Get(ctx, a, rest.At("/users/me/drafts"), q, &found); err != nil {
		return "", err
	}
	err := each(ctx, found.Drafts, func(ctx context.Context, d *draft) error { return d.describe(ctx, a) })
	if err != nil {
		return "", err
	}
	show := tsv.Show{Limit: args.Limit, Empty: nothing("draft", args.Query), More: more(found.Next)}
	return tsv.Write(draftColumns, found.Drafts, show), nil
}

// describe asks what a draft says and to whom, which a list does not.
func (d *draft) describe(ctx context.Context, a connector.Account) error {
	q := url.Values{
		"format": {"metadata"},
		"fields": {"id,message(id,threadId,internalDate,snippet,payload(headers))"},
	}
	return passing(google.API.Get(ctx, a, rest.At("/users/me/drafts/{draft_id}", d.ID), q, d))
}
