package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
)

// Groups is the store of guilds' groups.
type Groups struct{ *DB }

// selectMembers reads the agents of a guild, the oldest first.
const selectMembers = `
select p.id, p.level, p.path, p.chain::text[] as chain, left(a.instructions, 300)
from scopes s
join scope_paths p on p.id = s.id
join agents a on a.scope_id = s.id
where s.parent_id = @guild and s.level = 3
order by s.created_at, s.id`

func members(ctx context.Context, q querier, of guild.ID) ([]group.Member, error) {
	rows, err := q.Query(ctx, selectMembers, pgx.NamedArgs{"guild": of})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m group.Member, err error) {
		err = row.Scan(&m.ID, &m.Level, &m.Path, &m.Chain, &m.About)
		return m, err
	})
}

// groupColumns are of a message with whom it woke.
const groupColumns = `
select m.id, m.guild_id, m.seq, m.author, m.by_agent, coalesce(m.agent_id::text, ''), coalesce(m.run_id::text, ''), m.content, m.hops, m.created_at,
       (select coalesce(json_agg(json_build_object('AgentID', w.agent_id, 'Slug', s.slug, 'Run', w.run_id) order by s.slug), '[]')
        from group_wakes w join scopes s on s.id = w.agent_id where w.message_id = m.id)
from group_messages m`

func scanGroupMessage(row pgx.CollectableRow) (group.Message, error) {
	var m group.Message
	var woken []byte
	err := row.Scan(&m.ID, &m.GuildID, &m.Seq, &m.Author.Name, &m.Author.Agent, &m.Author.AgentID, &m.Author.Run, &m.Text, &m.Hops, &m.At, &woken)
	if err == nil {
		err = json.Unmarshal(woken, &m.Woken)
	}
	return m, err
}

const selectGroupAfter = groupColumns + ` where m.guild_id = @guild and m.seq > @after order by m.seq limit @limit`

// GroupAfter returns the messages of a guild's group after a seq, in order, at most
// limit of them.
func (db *DB) GroupAfter(ctx context.Context, of guild.ID, after, limit int) ([]group.Message, error) {
	return collect(ctx, db.pool, "group", scanGroupMessage, selectGroupAfter, pgx.NamedArgs{"guild": of, "after": after, "limit": limit})
}

// selectGroupLast reads the last messages through the index of their numbers.
const selectGroupLast = groupColumns + `
where m.guild_id = @guild and m.seq > (select last_seq - @limit::integer from groups where guild_id = @guild)
order by m.seq`

// GroupLast returns the last messages of a guild's group, in order, at most limit of
// them.
func (db *DB) GroupLast(ctx context.Context, of guild.ID, limit int) ([]group.Message, error) {
	return collect(ctx, db.pool, "group", scanGroupMessage, selectGroupLast, pgx.NamedArgs{"guild": of, "limit": limit})
}

// selectHops is that of the furthest message that woke a run.
const selectHops = `
select coalesce(max(m.hops), 0) from group_wakes w join group_messages m on m.id = w.message_id where w.run_id = @run`

// Room reads a guild's group as one who posts finds it.
func (g Groups) Room(ctx context.Context, of, inRun guild.ID, history int) (r group.Room, err error) {
	if r.Members, err = members(ctx, g.pool, of); err != nil {
		return r, explain(err, "guild "+string(of), nil)
	}
	if r.History, err = g.GroupLast(ctx, of, history); err != nil || inRun == "" {
		return r, err
	}
	err = g.pool.QueryRow(ctx, selectHops, pgx.NamedArgs{"run": inRun}).Scan(&r.Hops)
	return r, explain(err, "run "+string(inRun), nil)
}
