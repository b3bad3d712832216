package note

import (
	"context"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// Store keeps the notes, and knows from an agent's grants how far each call reaches.
// A note that is not there or out of reach has the code not_found, and a write
// without its grant the code denied.
type Store interface {
	FindNotes(ctx context.Context, agent guild.Scope, only *guild.Level, q artifact.Query) (artifact.Found, error)
	Note(ctx context.Context, agent guild.Scope, path artifact.Path) (artifact.Note, error)
	WriteNote(ctx context.Context, agent guild.Scope, path artifact.Path, content string, by artifact.Author) (artifact.Written, error)
	DeleteNote(ctx context.Context, agent guild.Scope, path artifact.Path) error
}

// Tools returns the family in the order in which it is offered.
func Tools(store Store) []tool.Tool {
	return []tool.Tool{find(store), get(store), write(store), remove(store)}
}
