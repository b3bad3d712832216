package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
)

// querier is what reads: the pool, or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// findNotes looks in a few scopes, whose notes the unique key finds. A note fits
// when it holds what is looked for as one piece, in its key or its content and in
// any case of letters, or as words. Those with it in the key come first, then the
// newest.
const findNotes = `
select n.scope_id, n.key, n.content, octet_length(n.content), n.updated_at, count(*) over ()
from artifacts n
where n.kind = 'note' and n.scope_id = any (@owners)
  and (@words = '' or strpos(lower(n.key), lower(@words)) > 0 or strpos(lower(n.content), lower(@words)) > 0
       or n.words @@ websearch_to_tsquery('simple', @words))
order by @words <> '' and strpos(lower(n.key), lower(@words)) > 0 desc, n.updated_at desc, n.key, n.scope_id
limit @limit offset @offset`

// countNotes is asked where a page has no row to say the total.
const countNotes = `
select count(*) from artifacts n
where n.kind = 'note' and n.scope_id = any (@owners)
  and (@words = '' or strpos(lower(n.key), lower(@words)) > 0 or strpos(lower(n.content), lower(@words)) > 0
       or n.words @@ websearch_to_tsquery('simple', @words))`

// FindNotes returns the notes that fit a query, of the scopes in owners, which gives
// each its level in the paths that come back.
func (db *DB) FindNotes(ctx context.Context, owners map[guild.ID]guild.Level, q artifact.Query) (artifact.Found, error) {
	found, err := notesFound(ctx, db.pool, owners, q)
	return found, explain(err, "notes", nil)
}

func notesFound(ctx context.Context, from querier, owners map[guild.ID]guild.Level, q artifact.Query) (found artifact.Found, err error) {
	q = q.Bounded()
	var ids []guild.ID
	for id := range owners {
		ids = append(ids, id)
	}
	args := pgx.NamedArgs{"owners": ids, "words": q.Words, "limit": q.Limit, "offset": q.Offset}
	rows, err := from.Query(ctx, findNotes, args)
	if err != nil {
		return found, err
	}
	found.Hits, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (artifact.Hit, error) {
		var h artifact.Hit
		var owner guild.ID
		var content string
		err := row.Scan(&owner, &h.Path.Key, &content, &h.Size, &h.UpdatedAt, &found.Total)
		h.Path.Level, h.Snippet = owners[owner], artifact.Snippet(content, q.Words)
		return h, err
	})
	if err != nil || len(found.Hits) > 0 || q.Offset == 0 {
		return found, err
	}
	if rows, err = from.Query(ctx, countNotes, args); err != nil {
		return found, err
	}
	found.Total, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
	return found, err
}

const selectNote = `
select content, author, coalesce(run_id::text, ''), created_at, updated_at
from artifacts where scope_id = @owner and kind = 'note' and key = @key`

// Note returns one note of a scope, at the path by which its reader knows it.
func (db *DB) Note(ctx context.Context, owner guild.ID, path artifact.Path) (artifact.Note, error) {
	n, err := noteAt(ctx, db.pool, owner, path)
	return n, explain(err, "note "+path.String(), nil)
}

func noteAt(ctx context.Context, from querier, owner guild.ID, path artifact.Path) (artifact.Note, error) {
	rows, err := from.Query(ctx, selectNote, pgx.NamedArgs{"owner": owner, "key": path.Key})
	if err != nil {
		return artifact.Note{}, err
	}
	return pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (artifact.Note, error) {
		n := artifact.Note{Path: path}
		return n, row.Scan(&n.Content, &n.Author.Name, &n.Author.Run, &n.CreatedAt, &n.UpdatedAt)
	})
}

// putNote gives the size of what was there before, null where nothing was.
const putNote = `
with before as (
    select octet_length(content) as size from artifacts where scope_id = @owner and kind = 'note' and key = @key
)
insert into artifacts (id, scope_id, kind, key, content, author, run_id)
values (@id, @owner, 'note', @key, @content, @author, @run)
on conflict (scope_id, kind, key) do update
    set content = excluded.content, author = excluded.author, run_id = excluded.run_id, updated_at = now()
returning (select size from before)`

// PutNote makes one note of a scope, or replaces all of it.
func (db *DB) PutNote(ctx context.Context, owner guild.ID, path artifact.Path, content string, by artifact.Author) (artifact.Written, error) {
	w, err := notePut(ctx, db.pool, owner, path, content, by)
	return w, explain(err, "note "+path.String(), nil)
}

func notePut(ctx context.Context, to querier, owner guild.ID, path artifact.Path, content string, by artifact.Author) (artifact.Written, error) {
	w := artifact.Written{Path: path, After: len(content)}
	rows, err := to.Query(ctx, putNote, pgx.NamedArgs{
		"id": guild.NewID(), "owner": owner, "key": path.Key, "content": content, "author": by.Name, "run": orNull(by.Run),
	})
	if err != nil {
		return w, err
	}
	w.Before, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[*int])
	return w, err
}

const deleteNote = `delete from artifacts where scope_id = @owner and kind = 'note' and key = @key returning updated_at`

// DeleteNote deletes one note of a scope. One that is not there has the code
// not_found.
func (db *DB) DeleteNote(ctx context.Context, owner guild.ID, path artifact.Path) error {
	return explain(noteDeleted(ctx, db.pool, owner, path), "note "+path.String(), nil)
}

func noteDeleted(ctx context.Context, from querier, owner guild.ID, path artifact.Path) error {
	rows, err := from.Query(ctx, deleteNote, pgx.NamedArgs{"owner": owner, "key": path.Key})
	if err != nil {
		return err
	}
	_, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[time.Time])
	return err
}
