package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
)

// insertCall does not wait for the disk at its commit: see RecordCall. A login or a
// scope that was deleted while the call ran is not named, and costs no record.
const insertCall = `
insert into tool_calls (id, connection_id, scope_id, server, tool, caller, arguments, result, failed, duration)
select @id, (select id from mcp_connections where id = @connection), (select id from scopes where id = @scope), @server, @tool, @caller, @arguments, @result, @failed, @duration
from set_config('synchronous_commit', 'off', true)`

// RecordCall writes down a tool call. It is there when this returns, whatever
// becomes of the daemon; a machine that loses power may lose the last moments
// of it, which spares every call a write to disk.
func (db *DB) RecordCall(ctx context.Context, c connection.CallRecord) error {
	_, err := db.pool.Exec(ctx, insertCall, pgx.NamedArgs{
		"id": c.ID, "connection": c.Connection, "scope": orNull(c.Scope), "server": c.Server, "tool": c.Tool, "caller": c.Caller,
		"arguments": c.Arguments, "result": c.Result, "failed": c.Failed, "duration": c.Duration,
	})
	return explain(err, "tool call", nil)
}

const deleteCalls = `delete from tool_calls where created_at < now() - @age::interval`

// PruneCalls deletes the records of calls that are older than age, and returns
// how many there were.
func (db *DB) PruneCalls(ctx context.Context, age time.Duration) (int64, error) {
	tag, err := db.pool.Exec(ctx, deleteCalls, pgx.NamedArgs{"age": age})
	return tag.RowsAffected(), explain(err, "tool calls", nil)
}
