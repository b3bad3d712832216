package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
)

// Counts is how much there is within a scope.
type Counts struct {
	Server string         // version of the database server
	Scopes map[string]int // by level
	Logins map[string]int // by status
	Issues int            // open ones
	Asked  int            // secrets that agents ask for, and have no answer yet
}

const selectCounts = `
select 'server', current_setting('server_version'), 0
union all
select 'scope', level::text, count(*) from scope_paths where @within = any (chain) and level > 0 group by level
union all
select 'login', c.status, count(*) from mcp_connections c join scope_paths p on p.id = c.scope_id where @within = any (p.chain) group by c.status
union all
select 'issue', '', count(*) from issues i join scope_paths p on p.id = i.guild_id where @within = any (p.chain) and i.resolved_at is null
union all
select 'asked', '', count(*) from secret_requests r join scope_paths p on p.id = r.agent_id where @within = any (p.chain) and r.status = 'open'`

// Counts returns how much there is within a scope.
func (db *DB) Counts(ctx context.Context, within guild.ID) (Counts, error) {
	out := Counts{Scopes: map[string]int{}, Logins: map[string]int{}}
	rows, err := db.pool.Query(ctx, selectCounts, pgx.NamedArgs{"within": within})
	if err != nil {
		return out, explain(err, "counts", nil)
	}
	var kind, key string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&kind, &key, &n}, func() error {
		switch kind {
		case "server":
			out.Server = key
		case "scope":
			out.Scopes[guild.Level(key[0]-'0').String()] = n
		case "login":
			out.Logins[key] = n
		case "issue":
			out.Issues = n
		case "asked":
			out.Asked = n
		}
		return nil
	})
	return out, explain(err, "counts", nil)
}
