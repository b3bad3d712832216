package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/tool"
)

const (
	// nextGroupSeq numbers a message, and holds the group until it is there to be seen.
	nextGroupSeq = `
insert into groups (guild_id, last_seq) select id, 1 from scopes where id = @guild and level = 2
on conflict (guild_id) do update set last_seq = groups.last_seq + 1
returning last_seq`

	insertGroupMessage = `
insert into group_messages (id, guild_id, seq, author, by_agent, agent_id, run_id, content, hops)
values (@id, @guild, @seq, @author, @byAgent, @agent::uuid, @run::uuid, @content, @hops)
returning created_at`

	// holdMembers finds those that are still there, and keeps them from being deleted.
	holdMembers = `
select id from scopes where id = any (@chosen::uuid[]) and parent_id = @guild and level = 3 order by id for key share`

	insertGroupWake = `insert into group_wakes (message_id, agent_id, run_id) values (@message, @agent, @run)`
)

// Post stores a message in a guild's group and starts the runs of those that it wakes,
// both or neither. An unknown guild has the code not_found.
func (g Groups) Post(ctx context.Context, p group.Post) (m group.Message, err error) {
	err = pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
		if err := storePost(ctx, tx, &p); err != nil {
			return err
		}
		present, err := collect(ctx, tx, "agents", pgx.RowTo[guild.ID], holdMembers, pgx.NamedArgs{"guild": p.GuildID, "chosen": idsOf(p.Wake)})
		if err != nil {
			return err
		}
		for _, member := range p.Wake {
			if !slices.Contains(present, member.ID) {
				continue
			}
			id, err := g.wakeMember(ctx, tx, p, member)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, insertGroupWake, pgx.NamedArgs{"message": p.ID, "agent": member.ID, "run": id}); err != nil {
				return err
			}
			p.Woken = append(p.Woken, group.Wake{AgentID: member.ID, Slug: member.Slug(), Run: id})
		}
		return nil
	})
	return p.Message, explain(err, "guild "+string(p.GuildID), nil)
}

func idsOf(members []group.Member) []guild.ID {
	ids := make([]guild.ID, len(members))
	for i, m := range members {
		ids[i] = m.ID
	}
	return ids
}

// storePost stores the message, and adds to its history what others have posted since
// it was chosen.
func storePost(ctx context.Context, tx pgx.Tx, p *group.Post) error {
	args := pgx.NamedArgs{
		"id": p.ID, "guild": p.GuildID, "author": p.Author.Name, "byAgent": p.Author.Agent, "agent": orNull(p.Author.AgentID),
		"run": orNull(p.Author.Run), "content": p.Text, "hops": p.Hops, "after": p.Seen,
	}
	if err := tx.QueryRow(ctx, nextGroupSeq, args).Scan(&p.Seq); err != nil {
		return err
	}
	if unseen := p.Seq - p.Seen - 1; unseen > 0 {
		args["limit"] = unseen
		since, err := collect(ctx, tx, "group", scanGroupMessage, selectGroupAfter, args)
		if err != nil {
			return err
		}
		p.History = append(slices.Clip(p.History), since...)
	}
	args["seq"] = p.Seq
	return tx.QueryRow(ctx, insertGroupMessage, args).Scan(&p.At)
}

const (
	// holdWaiting finds the run of an agent that a message woke and that nobody has begun,
	// with the seq of the last message that it is told of. Nobody begins it before this is
	// over.
	holdWaiting = `
select g.id, g.run_id,
       (select coalesce(max(m.seq), 0) from group_wakes w join group_messages m on m.id = w.message_id where w.run_id = g.run_id)
from generations g join runs r on r.id = g.run_id
where g.agent_id = @agent and g.status = 'queued' and g.number = 1 and r.trigger = 'group' and octet_length(g.input) < @most
order by g.created_at, g.id limit 1
for update of g`

	addInput = `update generations set input = input || @more where id = @id`
)

// wakeMember has an agent work on a message: in the run that still waits for it where
// there is one, else in a new one.
func (g Groups) wakeMember(ctx context.Context, tx pgx.Tx, p group.Post, m group.Member) (guild.ID, error) {
	var generation, waiting guild.ID
	var told int
	row := tx.QueryRow(ctx, holdWaiting, pgx.NamedArgs{"agent": m.ID, "most": group.MaxTold})
	switch err := row.Scan(&generation, &waiting, &told); {
	case errors.Is(err, pgx.ErrNoRows):
		caller := p.Author.Name
		if p.Author.Agent {
			caller = guild.JoinPath(p.Guild, caller)
		}
		return g.startRun(ctx, tx, run.New{AgentID: m.ID, Trigger: tool.Group, Origin: p.ID, Message: p.Told(m, p.History), Caller: caller})
	case err != nil:
		return "", err
	}
	later := slices.DeleteFunc(slices.Clone(p.History), func(h group.Message) bool { return h.Seq <= told })
	_, err := tx.Exec(ctx, addInput, pgx.NamedArgs{"id": generation, "more": p.ToldLater(later)})
	return waiting, err
}
