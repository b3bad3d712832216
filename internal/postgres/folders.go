package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// selectChoosing locks a login that may be limited to a folder: with the
// credential by which the folder was seen, and not disconnected meanwhile.
const selectChoosing = `
select server_id, scope_id, status from mcp_connections
where id = @id and epoch = @epoch and status <> 'disconnected' and credentials is not null for update`

const saveFolder = `
update mcp_connections set status = 'connected', account_hint = @name, updated_at = now(),
    settings = settings || jsonb_build_object('folder', jsonb_build_object('id', @folder::text, 'name', @name::text))
where id = @id`

// SaveFolder limits a login to a folder, as one transaction. Only a login that
// waited for its folder gets its enabled binding: on a connected one, the operator
// may have switched it off. A login that was renewed since epoch is a conflict.
func (db *DB) SaveFolder(ctx context.Context, id guild.ID, epoch int64, folder connector.Folder) (connection.Connection, error) {
	var saved connection.Connection
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var server, scope guild.ID
		var status connection.Status
		args := pgx.NamedArgs{"id": id, "epoch": epoch, "folder": folder.ID, "name": folder.Name}
		if err := tx.QueryRow(ctx, selectChoosing, args).Scan(&server, &scope, &status); err == pgx.ErrNoRows {
			return guild.Errorf(guild.CodeConflict, "the login was renewed or ended while its folder was chosen; choose again")
		} else if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, saveFolder, args); err != nil {
			return err
		}
		if status == connection.Pending {
			args["binding"], args["server"], args["scope"] = guild.NewID(), server, scope
			if _, err := tx.Exec(ctx, bindLogin, args); err != nil {
				return err
			}
		}
		rows, err := tx.Query(ctx, selectConnection, args)
		if err != nil {
			return err
		}
		saved, err = pgx.CollectExactlyOneRow(rows, scanConnection)
		return err
	})
	return saved, explain(err, "connection "+string(id), nil)
}
