package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListNotes returns one page of the notes that a scope sees.
func (c *Client) ListNotes(ctx context.Context, q api.NoteQuery) (api.NoteList, error) {
	query := values("scope_id", q.ScopeID, "level", q.Level, "query", q.Query)
	for name, number := range map[string]int{"limit": q.Limit, "offset": q.Offset} {
		if number != 0 {
			query.Set(name, strconv.Itoa(number))
		}
	}
	return do[api.NoteList](ctx, c, api.ListNotes, nil, query, nil)
}

// GetNote returns one note whole.
func (c *Client) GetNote(ctx context.Context, scopeID, level, key string) (api.Note, error) {
	return do[api.Note](ctx, c, api.GetNote, []string{level, key}, values("scope_id", scopeID), nil)
}

// PutNote writes one note, all of it.
func (c *Client) PutNote(ctx context.Context, level, key string, n api.NoteContent) (api.NoteWritten, error) {
	return do[api.NoteWritten](ctx, c, api.PutNote, []string{level, key}, nil, n)
}

// DeleteNote deletes one note for good.
func (c *Client) DeleteNote(ctx context.Context, scopeID, level, key string) error {
	_, err := do[struct{}](ctx, c, api.DeleteNote, []string{level, key}, values("scope_id", scopeID), nil)
	return err
}
