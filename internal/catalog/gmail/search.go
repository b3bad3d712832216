package gmail

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const searchSchema = `{"type":"object","properties":{
	"query":{"type":"string","maxLength":1000,"description":"` + queryForm + `; the newest conversations where it is left out"},
	"label_ids":{"type":"array","maxItems":10,"items":{"type":"string","minLength":1},"description":"ids of labels that a conversation must all have; list_labels shows them"},
	"include_spam_trash":{"type":"boolean","description":"whether spam and the bin are searched too; not by default"},
	` + limitProperty + `,` + cursorProperty + `},"additionalProperties":false}`

type searchArgs struct {
	Query     string   `json:"query"`
	LabelIDs  []string `json:"label_ids"`
	SpamTrash bool     `json:"include_spam_trash"`
	Limit     int      `json:"limit"`
	Cursor    string   `json:"cursor"`
}

// thread is a conversation. A list has its id and snippet alone.
type thread struct {
	ID       string    `json:"id"`
	Snippet  string    `json:"snippet"`
	Messages []message `json:"messages"` // the oldest first
}

func (t thread) first() message {
	if len(t.Messages) == 0 {
		return message{}
	}
	return t.Messages[0]
}

func (t thread) last() message {
	if len(t.Messages) == 0 {
		return message{}
	}
	return t.Messages[len(t.Messages)-1]
}

func (t thread) unread() bool { return slices.ContainsFunc(t.Messages, message.unread) }

var threadColumns = []tsv.Column[thread]{
	{Head: "thread_id", Cell: func(t thread) any { return t.ID }},
	{Head: "last_at", Cell: func(t thread) any { return t.last().at() }},
	{Head: "messages", Cell: func(t thread) any { return len(t.Messages) }},
	{Head: "unread", Cell: func(t thread) any { return t.unread() }},
	{Head: "from", Cell: func(t thread) any { return t.answered().header("From") }},
	{Head: "subject", Cell: func(t thread) any { return t.first().header("Subject") }},
	{Head: "snippet", Cell: func(t thread) any { return html.UnescapeString(t.Snippet) }},
}

func searchThreads(ctx context.Context, a connector.Account, args searchArgs) (string, error) {
	q := pageOf(args.Query, args.Limit, args.Cursor)
	q.Set("fields", "nextPageToken,threads(id,snippet)")
	if len(args.LabelIDs) > 0 {
		q["labelIds"] = args.LabelIDs
	}
	if args.SpamTrash {
		q.Set("includeSpamTrash", "true")
	}
	var found struct {
		Threads []thread `json:"threads"`
		Next    string   `json:"nextPageToken"`
	}
	if err := google.API.Get(ctx, a, rest.At("/users/me/threads"), q, &found); err != nil {
		return "", err
	}
	err := each(ctx, found.Threads, func(ctx context.Context, t *thread) error { return t.describe(ctx, a) })
	if err != nil {
		return "", err
	}
	show := tsv.Show{Limit: args.Limit, Empty: args.nothing(), More: more(found.Next)}
	return tsv.Write(threadColumns, found.Threads, show), nil
}

// nothing says what was asked for, where there is none.
func (s searchArgs) nothing() string {
	said := nothing("conversation", s.Query)
	if len(s.LabelIDs) > 0 {
		said += " with the labels " + strings.Join(s.LabelIDs, ", ")
	}
	return said
}

// describe asks who wrote a thread about what, which a list does not say.
func (t *thread) describe(ctx context.Context, a connector.Account) error {
	q := url.Values{
		"format": {"metadata"}, "metadataHeaders": {"From", "Subject"},
		"fields": {"messages(id,labelIds,internalDate,payload(headers))"},
	}
	return passing(google.API.Get(ctx, a, rest.At("/users/me/threads/{thread_id}", t.ID), q, t))
}

// together is how many calls of one tool run side by side: Gmail refuses more than a
// few of one account.
const together = 5

// each does something with every item, some side by side.
func each[T any](ctx context.Context, items []T, do func(context.Context, *T) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(together)
	for i := range items {
		group.Go(func() error { return do(ctx, &items[i]) })
	}
	return group.Wait()
}

// passing lets what has gone since it was listed pass: its row then says less.
func passing(err error) error {
	if guild.CodeOf(err) == guild.CodeNotFound {
		return nil
	}
	return err
}

// pageOf are the parameters of a list.
func pageOf(query string, limit int, cursor string) url.Values {
	q := url.Values{"maxResults": {strconv.Itoa(tsv.Rows(limit))}}
	if query != "" {
		q.Set("q", query)
	}
	if cursor != "" {
		q.Set("pageToken", cursor)
	}
	return q
}

func more(next string) string {
	if next == "" {
		return ""
	}
	return "pass cursor " + next + " for the page after this"
}

func nothing(what, query string) string {
	if query == "" {
		return "there is no " + what
	}
	return fmt.Sprintf("no %s matches %q", what, query)
}
