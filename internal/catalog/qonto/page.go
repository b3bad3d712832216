package qonto

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
)

// The pages of a list that are read: the longest that Qonto gives, and so many of them.
const (
	perPage  = 100
	maxPages = 10
)

// page is one page of either list.
type page struct {
	Accounts     []account     `json:"bank_accounts"`
	Transactions []transaction `json:"transactions"`
	Meta         struct {
		Next json.Number `json:"next_page"` // null on the last
	} `json:"meta"`
}

// list reads a list page by page. more reports whether pages were left unread.
func list(ctx context.Context, a connector.Account, path string, query url.Values, take func(page)) (more bool, err error) {
	return rest.Pages(maxPages, func(cursor string) (string, error) {
		asked := url.Values{"per_page": {strconv.Itoa(perPage)}}
		maps.Copy(asked, query)
		if cursor != "" {
			asked.Set("page", cursor)
		}
		var p page
		if err := vendor.Get(ctx, a, rest.At(path), asked, &p); err != nil {
			return "", err
		}
		take(p)
		return p.Meta.Next.String(), nil
	})
}
