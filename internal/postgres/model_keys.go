package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model/keys"
)

const modelKeyColumns = `k.id, k.scope_id, p.path, k.provider, k.hint, k.created_at, k.updated_at, k.sealed`

func scanModelKey(row pgx.CollectableRow) (keys.Stored, error) {
	var k keys.Stored
	err := row.Scan(&k.ID, &k.ScopeID, &k.Organisation, &k.Provider, &k.Hint, &k.CreatedAt, &k.UpdatedAt, &k.Sealed)
	return k, err
}

const selectModelKey = `
select ` + modelKeyColumns + ` from model_keys k join scope_paths p on p.id = k.scope_id
where k.scope_id = @organisation and k.provider = @provider`

// ModelKey returns an organisation's key for a provider. Where it has none the error
// has the code not_found.
func (db *DB) ModelKey(ctx context.Context, organisation guild.ID, provider string) (keys.Stored, error) {
	rows, err := db.pool.Query(ctx, selectModelKey, pgx.NamedArgs{"organisation": organisation, "provider": provider})
	if err != nil {
		return keys.Stored{}, explain(err, "key for "+provider, nil)
	}
	k, err := pgx.CollectExactlyOneRow(rows, scanModelKey)
	return k, explain(err, "key for "+provider, nil)
}

const selectModelKeys = `
select ` + modelKeyColumns + ` from model_keys k join scope_paths p on p.id = k.scope_id
where @within = any (p.chain)
order by p.path, k.provider`

// ModelKeys returns the keys of the organisations within a scope, by organisation and
// provider.
func (db *DB) ModelKeys(ctx context.Context, within guild.ID) ([]keys.Stored, error) {
	rows, err := db.pool.Query(ctx, selectModelKeys, pgx.NamedArgs{"within": within})
	if err != nil {
		return nil, explain(err, "model keys", nil)
	}
	found, err := pgx.CollectRows(rows, scanModelKey)
	return found, explain(err, "model keys", nil)
}

// saveModelKey replaces the id along with the sealed value, which is bound to it.
const saveModelKey = `
with k as (
    insert into model_keys (id, scope_id, provider, sealed, hint) values (@id, @organisation, @provider, @sealed, @hint)
    on conflict (scope_id, provider) do update
        set id = excluded.id, sealed = excluded.sealed, hint = excluded.hint, updated_at = now()
    returning *
)
select ` + modelKeyColumns + ` from k join scope_paths p on p.id = k.scope_id`

// SaveModelKey puts a key in the place of one that the organisation has for the same
// provider.
func (db *DB) SaveModelKey(ctx context.Context, k keys.Stored) (keys.Key, error) {
	rows, err := db.pool.Query(ctx, saveModelKey, pgx.NamedArgs{
		"id": k.ID, "organisation": k.ScopeID, "provider": k.Provider, "sealed": k.Sealed, "hint": k.Hint,
	})
	if err != nil {
		return keys.Key{}, explain(err, "key for "+k.Provider, nil)
	}
	saved, err := pgx.CollectExactlyOneRow(rows, scanModelKey)
	return saved.Key, explain(err, "key for "+k.Provider, nil)
}

const deleteModelKey = `delete from model_keys where scope_id = @organisation and provider = @provider`

// DeleteModelKey deletes an organisation's key for a provider. The error has the code
// not_found where it has none.
func (db *DB) DeleteModelKey(ctx context.Context, organisation guild.ID, provider string) error {
	tag, err := db.pool.Exec(ctx, deleteModelKey, pgx.NamedArgs{"organisation": organisation, "provider": provider})
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return explain(err, "key for "+provider, nil)
}

const selectModelKeyHolders = `
select o.path, exists (select from model_keys k where k.scope_id = o.id)
from scope_paths o
where o.level = 1
  and (@scope = any (o.chain) or o.id = any ((select chain from scope_paths where id = @scope)::uuid[]))
order by o.path`

// ModelKeyHolders returns the organisations within a scope, or the one that the scope
// lies in, and whether each has a key for any provider.
func (db *DB) ModelKeyHolders(ctx context.Context, scope guild.ID) ([]keys.Holder, error) {
	rows, err := db.pool.Query(ctx, selectModelKeyHolders, pgx.NamedArgs{"scope": scope})
	if err != nil {
		return nil, explain(err, "model keys", nil)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[keys.Holder])
	return found, explain(err, "model keys", nil)
}
