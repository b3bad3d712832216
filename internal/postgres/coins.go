package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

const saveCoins = `
update mcp_connections set settings = settings || jsonb_build_object('coins', @coins::jsonb), updated_at = now()
where id = @id and epoch = @epoch and status = 'connected'`

// SaveCoins pins coins on a login, in place of those that were. A login that was
// renewed or ended since epoch is a conflict.
func (db *DB) SaveCoins(ctx context.Context, id guild.ID, epoch int64, coins []connector.Coin) error {
	if coins == nil {
		coins = []connector.Coin{}
	}
	done, err := db.pool.Exec(ctx, saveCoins, pgx.NamedArgs{"id": id, "epoch": epoch, "coins": coins})
	if err == nil && done.RowsAffected() == 0 {
		return guild.Errorf(guild.CodeConflict, "the login was renewed or ended while its coins were chosen; choose again")
	}
	return explain(err, "connection "+string(id), nil)
}
