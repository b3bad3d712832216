package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
)

// insertCalls takes a column of each field. A login or a scope that was deleted
// while a call ran is not named, and costs no record; a call that is on record
// already stays as it is.
const insertCalls = `
insert into tool_calls (id, connection_id, scope_id, server, tool, caller, arguments, result, failed, duration, created_at)
select n.id, c.id, s.id, n.server, n.tool, n.caller, n.arguments::json, n.result, n.failed, n.duration, n.created_at
from unnest(@ids::uuid[], @connections::uuid[], @scopes::uuid[], @servers::text[], @tools::text[], @callers::text[],
    @arguments::text[], @results::text[], @failed::boolean[], @durations::interval[], @times::timestamptz[])
    as n (id, connection_id, scope_id, server, tool, caller, arguments, result, failed, duration, created_at)
left join mcp_connections c on c.id = n.connection_id
left join scopes s on s.id = n.scope_id
on conflict (id) do nothing`

// RecordCall writes down one tool call.
func (db *DB) RecordCall(ctx context.Context, c connection.CallRecord) error {
	return db.RecordCalls(ctx, []connection.CallRecord{c})
}

// RecordCalls writes down tool calls, all or none, but for those that are on record
// already. The code invalid says that one of them can never be stored.
func (db *DB) RecordCalls(ctx context.Context, calls []connection.CallRecord) error {
	var (
		ids                                         []guild.ID
		connections, scopes                         []*string
		servers, tools, callers, arguments, results []string
		failed                                      []bool
		durations                                   []time.Duration
		times                                       []time.Time
	)
	for _, c := range calls {
		ids, connections, scopes = append(ids, c.ID), append(connections, orNull(c.Connection)), append(scopes, orNull(c.Scope))
		servers, tools, callers = append(servers, c.Server), append(tools, c.Tool), append(callers, c.Caller)
		arguments, results = append(arguments, string(c.Arguments)), append(results, c.Result)
		failed, durations, times = append(failed, c.Failed), append(durations, c.Duration), append(times, c.At)
	}
	args := pgx.NamedArgs{
		"ids": ids, "connections": connections, "scopes": scopes, "servers": servers, "tools": tools, "callers": callers,
		"arguments": arguments, "results": results, "failed": failed, "durations": durations, "times": times,
	}
	_, err := db.pool.Exec(ctx, insertCalls, args)
	if failedWith(err, codeForeignKey, codeDeadlock) { // a login or a scope went at this very moment
		_, err = db.pool.Exec(ctx, insertCalls, args)
	}
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && slices.Contains(contentClasses, pgErr.Code[:2]) {
		return coded(err, guild.CodeInvalid, "a tool call holds what cannot be stored")
	}
	return explain(err, "tool calls", nil)
}

// contentClasses are the classes of SQLSTATE that blame what was to be stored: its
// form, or that it is more than the server can take in.
var contentClasses = []string{"22", "54"}

const deleteCalls = `delete from tool_calls where created_at < now() - @age::interval`

// PruneCalls deletes the records of calls that are older than age, and returns
// how many there were.
func (db *DB) PruneCalls(ctx context.Context, age time.Duration) (int64, error) {
	tag, err := db.pool.Exec(ctx, deleteCalls, pgx.NamedArgs{"age": age})
	return tag.RowsAffected(), explain(err, "tool calls", nil)
}
