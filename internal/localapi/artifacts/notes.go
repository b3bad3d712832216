package artifacts

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// list leaves out the levels above the caller's reach.
func (a Area) list(ctx context.Context, c access.Caller, q *api.NoteQuery) (api.NoteList, error) {
	scope, err := operation.Reach(ctx, a.DB, c, q.ScopeID)
	if err != nil {
		return api.NoteList{}, err
	}
	owners := map[guild.ID]guild.Level{}
	for _, level := range artifact.At(scope.Level) {
		if level >= c.Scope.Level && (q.Level == "" || q.Level == artifact.Word(level)) {
			owners[scope.Chain[level]] = level
		}
	}
	found, err := a.DB.FindNotes(ctx, owners, artifact.Query{Words: q.Query, Limit: q.Limit, Offset: q.Offset})
	return api.NoteList{Total: found.Total, Notes: operation.Each(found.Hits, func(h artifact.Hit) api.NoteItem {
		return api.NoteItem{Path: h.Path.String(), Bytes: h.Size, UpdatedAt: h.UpdatedAt, Snippet: h.Snippet}
	})}, err
}

// noteInput names one note.
type noteInput struct {
	Level   string `path:"level" doc:"agent, guild or org"`
	Key     string `path:"key" doc:"The file name"`
	ScopeID string `query:"scope_id" required:"true" doc:"The scope that the path is seen from"`
}

func (a Area) get(ctx context.Context, c access.Caller, in *noteInput) (api.Note, error) {
	owner, path, err := a.owner(ctx, c, in.ScopeID, in.Level+"/"+in.Key)
	if err != nil {
		return api.Note{}, err
	}
	n, err := a.DB.Note(ctx, owner, path)
	return api.Note{
		Path: path.String(), Content: n.Content, Author: n.Author.Name, RunID: string(n.Author.Run),
		CreatedAt: n.CreatedAt, UpdatedAt: n.UpdatedAt,
	}, err
}

type putInput struct {
	Level string `path:"level" doc:"agent, guild or org"`
	Key   string `path:"key" doc:"The file name"`
	Body  api.NoteContent
}

func (a Area) put(ctx context.Context, c access.Caller, in *putInput) (api.NoteWritten, error) {
	if _, err := artifact.CheckNote(in.Level, in.Key, in.Body.Content); err != nil {
		return api.NoteWritten{}, err
	}
	owner, path, err := a.owner(ctx, c, in.Body.ScopeID, in.Level+"/"+in.Key)
	if err != nil {
		return api.NoteWritten{}, err
	}
	w, err := a.DB.PutNote(ctx, owner, path, in.Body.Content, artifact.Author{Name: c.Name})
	out := api.NoteWritten{Path: path.String(), Created: w.Before == nil, Bytes: w.After}
	if w.Before != nil {
		out.BytesBefore = *w.Before
	}
	return out, err
}

func (a Area) remove(ctx context.Context, c access.Caller, in *noteInput) error {
	owner, path, err := a.owner(ctx, c, in.ScopeID, in.Level+"/"+in.Key)
	if err != nil {
		return err
	}
	return a.DB.DeleteNote(ctx, owner, path)
}

// owner returns the scope that owns the note at a path as another sees it. One that
// the caller does not reach is not found.
func (a Area) owner(ctx context.Context, c access.Caller, scopeID, display string) (guild.ID, artifact.Path, error) {
	path, err := artifact.ParsePath(display)
	if err != nil {
		return "", path, err
	}
	scope, err := operation.Reach(ctx, a.DB, c, scopeID)
	if err != nil {
		return "", path, err
	}
	owner, err := path.Owner(scope.Scope)
	if err == nil && path.Level < c.Scope.Level {
		err = guild.Errorf(guild.CodeNotFound, "there is no note %s within your reach", path)
	}
	return owner, path, err
}
