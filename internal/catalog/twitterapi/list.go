package twitterapi

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tsv"
)

// page is an answer with posts, which lie in one of four places.
type page struct {
	verdict
	Tweets  []message       `json:"tweets"`
	Replies []message       `json:"replies"`
	Data    json.RawMessage `json:"data"`
	Next    bool            `json:"has_next_page"`
	Cursor  string          `json:"next_cursor"`
}

func (p page) messages() []message {
	for _, list := range [][]message{p.Tweets, p.Replies, inside[message](p.Data, "tweets")} {
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// next is the cursor of the page after one that was asked for with a cursor. The
// vendor promises a next page after the last one; an empty page is the end.
func next(more bool, cursor, asked string, rows int) string {
	if !more || rows == 0 || cursor == asked {
		return ""
	}
	return cursor
}

func moreBy(cursor string) string {
	if cursor == "" {
		return ""
	}
	return "pass cursor " + cursor + " for the page after this"
}

// list is a list of posts to ask for.
type list struct {
	path   string
	query  url.Values
	limit  int // that the model asked for
	cursor string
	empty  string
	keep   func(message) bool // nil for all
}

// perPage is how many posts a page has, at most. The API takes no other number.
const perPage = 20

// read asks for as many pages as the rows need, each of which costs what it holds,
// and writes the table.
func (l list) read(ctx context.Context, a connector.Account) (string, error) {
	var rows []message
	var last, cursor string // of the last page, and of the one after it
	pages := (tsv.Rows(l.limit) + perPage - 1) / perPage
	_, err := rest.Pages(pages, func(at string) (string, error) {
		at = cmp.Or(at, l.cursor)
		last = at
		if l.query.Set("cursor", at); at == "" {
			l.query.Del("cursor")
		}
		var p page
		if err := get(ctx, a, l.path, l.query, &p); err != nil {
			return "", err
		}
		found := p.messages()
		for _, m := range found {
			if l.keep == nil || l.keep(m) {
				rows = append(rows, m)
			}
		}
		cursor = next(p.Next, p.Cursor, at, len(found))
		return cursor, nil
	})
	if err != nil {
		return "", err
	}
	show := tsv.Show{Limit: l.limit, Empty: l.empty, More: moreBy(cursor), Rest: tsv.Raise(len(rows), l.limit)}
	if show.Rest == "" && last != "" {
		show.Rest = "pass cursor " + last + " to see the page that they are on"
	}
	return tsv.Write(messageColumns, rows, show), nil
}
