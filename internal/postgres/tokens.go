package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
)

const tokenColumns = `t.id, t.label, t.role, t.scope_id, p.path, p.level, p.chain::text[], t.created_at, t.last_used_at`

func scanToken(row pgx.CollectableRow) (access.Token, error) {
	var t access.Token
	err := row.Scan(&t.ID, &t.Label, &t.Role, &t.Scope.ID, &t.Scope.Path, &t.Scope.Level, &t.Scope.Chain, &t.CreatedAt, &t.LastUsedAt)
	return t, err
}

const selectTokens = `
select ` + tokenColumns + ` from api_tokens t join scope_paths p on p.id = t.scope_id
where @within = any (p.chain)
order by p.level > 0, p.path, t.label, t.id`

// Tokens returns the API tokens within a scope, by scope and label.
func (db *DB) Tokens(ctx context.Context, within guild.ID) ([]access.Token, error) {
	rows, err := db.pool.Query(ctx, selectTokens, pgx.NamedArgs{"within": within})
	if err != nil {
		return nil, explain(err, "tokens", nil)
	}
	found, err := pgx.CollectRows(rows, scanToken)
	return found, explain(err, "tokens", nil)
}

// selectTokenByHash notes that a token was used, to the minute, so that a busy
// token is not a write each time.
const selectTokenByHash = `
with used as (
    update api_tokens set last_used_at = date_trunc('minute', now())
    where hash = @hash and (last_used_at is null or last_used_at < date_trunc('minute', now()))
)
select ` + tokenColumns + ` from api_tokens t join scope_paths p on p.id = t.scope_id
where t.hash = @hash`

// TokenByHash returns the token whose secret has a hash. An unknown one has the
// code not_found.
func (db *DB) TokenByHash(ctx context.Context, hash []byte) (access.Token, error) {
	rows, err := db.pool.Query(ctx, selectTokenByHash, pgx.NamedArgs{"hash": hash})
	if err != nil {
		return access.Token{}, explain(err, "token", nil)
	}
	t, err := pgx.CollectExactlyOneRow(rows, scanToken)
	return t, explain(err, "token", nil)
}

// Token returns one token. An unknown one has the code not_found.
func (db *DB) Token(ctx context.Context, id guild.ID) (access.Token, error) {
	rows, err := db.pool.Query(ctx, `select `+tokenColumns+` from api_tokens t join scope_paths p on p.id = t.scope_id where t.id = @id`, pgx.NamedArgs{"id": id})
	if err != nil {
		return access.Token{}, explain(err, "token "+string(id), nil)
	}
	t, err := pgx.CollectExactlyOneRow(rows, scanToken)
	return t, explain(err, "token "+string(id), nil)
}

const insertToken = `
insert into api_tokens (id, scope_id, role, label, hash) values (@id, @scope, @role, @label, @hash)
returning created_at`

// CreateToken stores a token by the hash of its secret.
func (db *DB) CreateToken(ctx context.Context, t access.Token, hash []byte) (created time.Time, err error) {
	err = db.pool.QueryRow(ctx, insertToken, pgx.NamedArgs{
		"id": t.ID, "scope": t.Scope.ID, "role": string(t.Role), "label": t.Label, "hash": hash,
	}).Scan(&created)
	return created, explain(err, "token", nil)
}

// DeleteToken revokes a token.
func (db *DB) DeleteToken(ctx context.Context, id guild.ID) error {
	_, err := db.pool.Exec(ctx, `delete from api_tokens where id = @id`, pgx.NamedArgs{"id": id})
	return explain(err, "token "+string(id), nil)
}
