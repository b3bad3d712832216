package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/secret"
)

const secretColumns = `s.id, s.scope_id, p.path, s.name, s.description, s.made_by, s.by_agent, coalesce(s.run_id::text, ''), s.sealed, s.created_at, s.updated_at`

func scanSecret(row pgx.CollectableRow) (secret.Secret, error) {
	var s secret.Secret
	err := row.Scan(&s.ID, &s.ScopeID, &s.Scope, &s.Name, &s.Description, &s.By, &s.ByAgent, &s.Run, &s.Sealed, &s.CreatedAt, &s.UpdatedAt)
	return s, err
}

const selectSecretsOf = `
select ` + secretColumns + ` from secrets s join scope_paths p on p.id = s.scope_id
where s.scope_id = any ((select chain from scope_paths where id = @scope)::uuid[])
order by p.level, s.name`

// SecretsOf returns the secrets of a scope and of those above it, the widest
// scope's first, and by name.
func (db *DB) SecretsOf(ctx context.Context, scope guild.ID) ([]secret.Secret, error) {
	return collect(ctx, db.pool, "secrets", scanSecret, selectSecretsOf, pgx.NamedArgs{"scope": scope})
}

const selectSecretsWithin = `
select ` + secretColumns + ` from secrets s join scope_paths p on p.id = s.scope_id
where @scope = any (p.chain)
order by p.path, s.name`

// SecretsWithin returns the secrets of a scope and of those below it, by scope and
// name.
func (db *DB) SecretsWithin(ctx context.Context, scope guild.ID) ([]secret.Secret, error) {
	return collect(ctx, db.pool, "secrets", scanSecret, selectSecretsWithin, pgx.NamedArgs{"scope": scope})
}

const selectSecretAt = `
select ` + secretColumns + ` from secrets s join scope_paths p on p.id = s.scope_id
where s.scope_id = @scope and s.name = @name
for update of s`

// A new value is a row of a new id, which the value is sealed for.
const upsertSecret = `
with saved as (
    insert into secrets as s (id, scope_id, scope_level, name, description, made_by, by_agent, run_id, sealed)
    select @id, o.id, o.level, @name, @description, @by, @byAgent, @run::uuid, @sealed from scopes o where o.id = @scope
    on conflict (scope_id, name) do update
        set id = excluded.id, description = excluded.description, made_by = excluded.made_by, by_agent = excluded.by_agent,
            run_id = excluded.run_id, sealed = excluded.sealed, updated_at = now()
        where s.by_agent or not excluded.by_agent
    returning s.*
)
select ` + secretColumns + ` from saved s join scope_paths p on p.id = s.scope_id`

// SaveSecret stores a secret in place of one of the same scope and name. An agent's
// does not replace an operator's: that is a conflict. An operator's closes the open
// requests for its name, of agents there and below, and queues the messages to the
// runs that asked, with the same commit.
func (db *DB) SaveSecret(ctx context.Context, s secret.Secret) (saved secret.Saved, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if saved, err = saveSecret(ctx, tx, s); err != nil || s.ByAgent {
			return err
		}
		saved.Answered, err = db.answerRequests(ctx, tx, saved.Secret)
		return err
	})
	return saved, explain(err, "secret "+s.Name, nil)
}

func saveSecret(ctx context.Context, tx pgx.Tx, s secret.Secret) (saved secret.Saved, err error) {
	before, err := collect(ctx, tx, "secret "+s.Name, scanSecret, selectSecretAt, pgx.NamedArgs{"scope": s.ScopeID, "name": s.Name})
	if err != nil {
		return saved, err
	}
	if len(before) > 0 {
		saved.Replaced = &before[0]
	}
	rows, err := tx.Query(ctx, upsertSecret, pgx.NamedArgs{
		"id": s.ID, "scope": s.ScopeID, "name": s.Name, "description": s.Description,
		"by": s.By, "byAgent": s.ByAgent, "run": orNull(s.Run), "sealed": s.Sealed,
	})
	if err != nil {
		return saved, err
	}
	saved.Secret, err = pgx.CollectExactlyOneRow(rows, scanSecret)
	if errors.Is(err, pgx.ErrNoRows) && s.ByAgent {
		err = guild.Errorf(guild.CodeConflict, "the operator stored a secret %s for %s, which an agent cannot replace: choose another name", s.Name, s.Scope)
	}
	return saved, err
}

const deleteSecret = `delete from secrets where id = @id`

// DeleteSecret removes a secret. One that is not there is removed already.
func (db *DB) DeleteSecret(ctx context.Context, id guild.ID) error {
	_, err := db.pool.Exec(ctx, deleteSecret, pgx.NamedArgs{"id": id})
	return explain(err, "secret "+string(id), nil)
}

const selectSecret = `select ` + secretColumns + ` from secrets s join scope_paths p on p.id = s.scope_id where s.id = @id`

// Secret returns one secret. An unknown one has the code not_found.
func (db *DB) Secret(ctx context.Context, id guild.ID) (secret.Secret, error) {
	return one(ctx, db.pool, "secret "+string(id), scanSecret, selectSecret, pgx.NamedArgs{"id": id})
}
