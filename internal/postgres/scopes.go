package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
)

// ScopeRow is a scope as it is stored.
type ScopeRow struct {
	guild.Scope
	Name      string
	CreatedAt time.Time
}

const scopeColumns = `id, level, path, chain::text[] as chain, name, created_at`

func scanScope(row pgx.CollectableRow) (ScopeRow, error) {
	var s ScopeRow
	err := row.Scan(&s.ID, &s.Level, &s.Path, &s.Chain, &s.Name, &s.CreatedAt)
	return s, err
}

const selectScope = `select ` + scopeColumns + ` from scope_paths where id = @id`

// Scope returns one scope. An unknown one has the code not_found.
func (db *DB) Scope(ctx context.Context, id guild.ID) (ScopeRow, error) {
	rows, err := db.pool.Query(ctx, selectScope, pgx.NamedArgs{"id": id})
	if err != nil {
		return ScopeRow{}, explain(err, "scope "+string(id), nil)
	}
	s, err := pgx.CollectExactlyOneRow(rows, scanScope)
	return s, explain(err, "scope "+string(id), nil)
}

// ScopeFilter narrows a listing. Zero fields narrow nothing.
type ScopeFilter struct {
	Path   string
	Within guild.ID
	Level  *guild.Level
}

const selectScopes = `
select ` + scopeColumns + ` from scope_paths
where (@path::text is null or path = @path)
  and (@within::uuid is null or @within = any (chain))
  and (@level::smallint is null or level = @level)
order by level > 0, path`

// Scopes returns the scopes that fit a filter: the platform first, then by path.
func (db *DB) Scopes(ctx context.Context, f ScopeFilter) ([]ScopeRow, error) {
	rows, err := db.pool.Query(ctx, selectScopes, pgx.NamedArgs{"path": orNull(f.Path), "within": orNull(f.Within), "level": f.Level})
	if err != nil {
		return nil, explain(err, "scopes", nil)
	}
	found, err := pgx.CollectRows(rows, scanScope)
	return found, explain(err, "scopes", nil)
}

const insertScope = `
insert into scopes (id, level, parent_id, slug, name)
select @id, level + 1, id, @slug, @name from scopes where id = @parent`

// CreateScope makes a child of a scope. A slug that is taken there is a conflict.
func (db *DB) CreateScope(ctx context.Context, parent guild.Scope, slug, name string) (ScopeRow, error) {
	id := guild.NewID()
	subject := parent.Level.Child().String() + " " + guild.JoinPath(parent.Path, slug)
	_, err := db.pool.Exec(ctx, insertScope, pgx.NamedArgs{"id": id, "parent": parent.ID, "slug": slug, "name": name})
	if err != nil {
		return ScopeRow{}, explain(err, subject, nil)
	}
	return db.Scope(ctx, id)
}

const deleteScope = `delete from scopes where id = @id and level > 0`

// DeleteScope deletes a scope and all that it holds, and returns what that is.
// With dryRun it only returns it.
func (db *DB) DeleteScope(ctx context.Context, id guild.ID, dryRun bool) (Removal, error) {
	return db.remove(ctx, removalOf{scope: id}, dryRun, "scope "+string(id), deleteScope, pgx.NamedArgs{"id": id})
}

// orNull makes SQL's null of an empty string, for filters that narrow nothing.
func orNull[S ~string](s S) *string {
	if s == "" {
		return nil
	}
	text := string(s)
	return &text
}
