package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/agent"
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

// insertScope gives an agent its settings along with its scope.
const insertScope = `
with made as (
    insert into scopes (id, level, parent_id, slug, name)
    select @id, level + 1, id, @slug, @name from scopes where id = @parent
    returning id, level
)
insert into agents (scope_id, model) select id, @model from made where level = 3`

// CreateScope makes a child of a scope, an agent with its settings. A slug that is
// taken there is a conflict.
func (db *DB) CreateScope(ctx context.Context, parent guild.Scope, slug, name string) (ScopeRow, error) {
	return db.CreateAgent(ctx, parent, slug, name, "")
}

// CreateAgent makes a child of a scope as CreateScope does. An agent may have a model
// from the start; model is empty for all else.
func (db *DB) CreateAgent(ctx context.Context, parent guild.Scope, slug, name, model string) (ScopeRow, error) {
	if err := checkModel(parent.Level.Child(), model); err != nil {
		return ScopeRow{}, err
	}
	id := guild.NewID()
	subject := parent.Level.Child().String() + " " + guild.JoinPath(parent.Path, slug)
	_, err := db.pool.Exec(ctx, insertScope, pgx.NamedArgs{"id": id, "parent": parent.ID, "slug": slug, "name": name, "model": model})
	if err != nil {
		return ScopeRow{}, explain(err, subject, nil)
	}
	return db.Scope(ctx, id)
}

func checkModel(of guild.Level, model string) error {
	switch {
	case model == "":
		return nil
	case of != guild.Agent:
		return guild.Errorf(guild.CodeInvalid, "only an agent has a model, such as %q; this is to be of the level %s", model, of)
	}
	return agent.CheckModel(model)
}

const deleteScope = `delete from scopes where id = @id and level > 0`

// deleteTries is how often a deletion is tried whose scope's agents were still at work.
const deleteTries = 20

// DeleteScope deletes a scope and all that it holds, and returns what that is. What
// its agents are doing ends first. With dryRun it only returns it.
func (db *DB) DeleteScope(ctx context.Context, id guild.ID, dryRun bool) (r Removal, err error) {
	if !dryRun && id != guild.PlatformID {
		if err := db.cancelWithin(ctx, id); err != nil {
			return r, explain(err, "scope "+string(id), nil)
		}
	}
	for range deleteTries {
		r, err = db.remove(ctx, removalOf{scope: id}, dryRun, "scope "+string(id), deleteScope, pgx.NamedArgs{"id": id})
		if guild.CodeOf(err) != guild.CodeUnavailable {
			return r, err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return r, err
		}
	}
	return r, err
}

// orNull makes SQL's null of an empty string, for filters that narrow nothing.
func orNull[S ~string](s S) *string {
	if s == "" {
		return nil
	}
	text := string(s)
	return &text
}
