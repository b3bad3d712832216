package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/guild"
)

const agentColumns = `model, instructions, max_tool_calls, max_scripts, coding, browser, scripting, memory, updated_at`

func scanAgent(row pgx.CollectableRow) (agent.Settings, error) {
	var s agent.Settings
	err := row.Scan(&s.Model, &s.Instructions, &s.MaxToolCalls, &s.MaxScripts, &s.Coding, &s.Browser, &s.Scripting, &s.Memory, &s.UpdatedAt)
	return s, err
}

const selectAgent = `select ` + agentColumns + ` from agents where scope_id = @id`

// AgentSettings returns an agent's settings. A scope that is no agent has the code
// not_found.
func (db *DB) AgentSettings(ctx context.Context, id guild.ID) (agent.Settings, error) {
	s, err := agentSettings(ctx, db.pool, id)
	return s, explain(err, "agent "+string(id), nil)
}

func agentSettings(ctx context.Context, q querier, id guild.ID) (agent.Settings, error) {
	return oneAgent(ctx, q, selectAgent, pgx.NamedArgs{"id": id})
}

func oneAgent(ctx context.Context, q querier, statement string, args pgx.NamedArgs) (agent.Settings, error) {
	rows, err := q.Query(ctx, statement, args)
	if err != nil {
		return agent.Settings{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scanAgent)
}

const lockAgent = selectAgent + ` for update`

const updateAgent = `
update agents set
    model = @model, instructions = @instructions, max_tool_calls = @max_tool_calls, max_scripts = @max_scripts,
    coding = @coding, browser = @browser, scripting = @scripting, memory = @memory, updated_at = now()
where scope_id = @id
returning ` + agentColumns

// EditAgent changes an agent's settings and returns them as they are then. Two edits
// at once take turns, so neither undoes the other. What cannot be is refused with
// every problem, and nothing changes.
func (db *DB) EditAgent(ctx context.Context, id guild.ID, p agent.Patch) (agent.Settings, error) {
	var s agent.Settings
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) (err error) {
		if s, err = oneAgent(ctx, tx, lockAgent, pgx.NamedArgs{"id": id}); err != nil {
			return err
		}
		s = p.Apply(s)
		if err := s.Check(); err != nil {
			return err
		}
		s, err = oneAgent(ctx, tx, updateAgent, agentArgs(id, s))
		return err
	})
	return s, explain(err, "agent "+string(id), nil)
}

func agentArgs(id guild.ID, s agent.Settings) pgx.NamedArgs {
	return pgx.NamedArgs{
		"id": id, "model": s.Model, "instructions": s.Instructions, "max_tool_calls": s.MaxToolCalls, "max_scripts": s.MaxScripts,
		"coding": s.Coding, "browser": s.Browser, "scripting": s.Scripting, "memory": s.Memory,
	}
}
