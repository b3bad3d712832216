package gmail

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/tsv"
)

const labelsSchema = `{"type":"object","properties":{},"additionalProperties":false}`

type labelsArgs struct{}

type label struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"` // system or user
}

var labelColumns = []tsv.Column[label]{
	{Head: "label_id", Cell: func(l label) any { return l.ID }},
	{Head: "name", Cell: func(l label) any { return l.Name }},
	{Head: "type", Cell: func(l label) any { return l.Type }},
}

// listLabels shows all labels: Gmail has no pages of them, and search_threads takes
// their ids.
func listLabels(ctx context.Context, a connector.Account, _ labelsArgs) (string, error) {
	var found struct {
		Labels []label `json:"labels"`
	}
	q := url.Values{"fields": {"labels(id,name,type)"}}
	if err := google.API.Get(ctx, a, rest.At("/users/me/labels"), q, &found); err != nil {
		return "", err
	}
	return tsv.Write(labelColumns, found.Labels, tsv.Show{All: true, Empty: "no labels"}), nil
}
