package postgres

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/text"
)

const insertRun = `
insert into runs (id, agent_id, trigger, origin, title, caller)
select @id, id, @trigger, @origin, @title, @caller from scopes where id = @agent and level = 3`

// maxTitle is how much of a run's first line is its title, in bytes.
const maxTitle = 120

// StartRun makes a run with its first message and has it worked on. An agent that is
// not there has the code not_found.
func (db *DB) StartRun(ctx context.Context, n run.New) (id guild.ID, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		id, err = db.startRun(ctx, tx, n)
		return err
	})
	return id, explain(err, "agent "+string(n.AgentID), nil)
}

// startRun is StartRun as part of a transaction.
func (db *DB) startRun(ctx context.Context, tx pgx.Tx, n run.New) (guild.ID, error) {
	id := guild.NewID()
	first, _, _ := strings.Cut(strings.TrimSpace(n.Message), "\n")
	tag, err := tx.Exec(ctx, insertRun, pgx.NamedArgs{
		"id": id, "agent": n.AgentID, "trigger": string(n.Trigger), "origin": orNull(n.Origin), "title": text.Line(first, maxTitle), "caller": n.Caller,
	})
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	if err != nil {
		return "", err
	}
	_, err = db.addGeneration(ctx, tx, id, n.Message, n.Caller)
	return id, err
}

// insertGeneration locks the run, so that its generations are numbered in turn.
const insertGeneration = `
with r as (update runs set updated_at = now() where id = @run returning id, agent_id)
insert into generations (id, run_id, agent_id, number, input, caller)
select @id, r.id, r.agent_id, 1 + coalesce((select max(number) from generations where run_id = r.id), 0), @input, @caller
from r
returning agent_id`

// ContinueRun adds a message to a run and has it worked on. It returns the id of the
// generation that it starts. An unknown run has the code not_found.
func (db *DB) ContinueRun(ctx context.Context, id guild.ID, message, caller string) (generation guild.ID, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		generation, err = db.addGeneration(ctx, tx, id, message, caller)
		return err
	})
	return generation, explain(err, "run "+string(id), nil)
}

func (db *DB) addGeneration(ctx context.Context, tx pgx.Tx, run guild.ID, message, caller string) (guild.ID, error) {
	id := guild.NewID()
	var agent guild.ID
	row := tx.QueryRow(ctx, insertGeneration, pgx.NamedArgs{"id": id, "run": run, "input": message, "caller": caller})
	if err := row.Scan(&agent); err != nil {
		return "", err
	}
	return id, db.queueGeneration(ctx, tx, agent)
}

// runColumns are of a run with its agent's path, the generation that tells its status,
// and the sums over all of them.
const runColumns = `
select r.id, r.agent_id, p.path, p.chain::text[] as chain, r.trigger, coalesce(r.origin::text, ''), r.title, r.caller, g.status, g.error, r.last_seq,
       s.tool_calls, s.prompt_tokens, s.completion_tokens, s.cached_tokens, coalesce(trim_scale(s.cost)::text, ''),
       r.metadata, r.created_at, r.updated_at
from runs r
join scope_paths p on p.id = r.agent_id
cross join lateral (select status, error from generations where run_id = r.id order by (status = 'running') desc, number desc limit 1) g
cross join lateral (
    select sum(tool_calls)::bigint as tool_calls, sum(prompt_tokens)::bigint as prompt_tokens,
           sum(completion_tokens)::bigint as completion_tokens, sum(cached_tokens)::bigint as cached_tokens, sum(cost) as cost
    from generations where run_id = r.id
) s`

// RunRow is a run with where its agent is.
type RunRow struct {
	run.Run
	Chain []guild.ID // of its agent
}

func scanRun(row pgx.CollectableRow) (RunRow, error) {
	var r RunRow
	var metadata []byte
	err := row.Scan(&r.ID, &r.AgentID, &r.Agent, &r.Chain, &r.Trigger, &r.Origin, &r.Title, &r.Caller, &r.Status, &r.Error, &r.LastSeq,
		&r.Usage.ToolCalls, &r.Usage.PromptTokens, &r.Usage.CompletionTokens, &r.Usage.CachedTokens, &r.Usage.Cost,
		&metadata, &r.CreatedAt, &r.UpdatedAt)
	r.Metadata = json.RawMessage(metadata)
	return r, err
}

const selectRun = runColumns + ` where r.id = @id`

// Run returns one run. An unknown one has the code not_found.
func (db *DB) Run(ctx context.Context, id guild.ID) (RunRow, error) {
	rows, err := db.pool.Query(ctx, selectRun, pgx.NamedArgs{"id": id})
	if err != nil {
		return RunRow{}, explain(err, "run "+string(id), nil)
	}
	r, err := pgx.CollectExactlyOneRow(rows, scanRun)
	return r, explain(err, "run "+string(id), nil)
}

// RunFilter narrows a listing of runs. Zero fields narrow nothing, but for Within and
// Limit.
type RunFilter struct {
	Within guild.ID // the scope at or below which its agent is
	Status run.Status
	Before time.Time // only runs that were started before
	Limit  int
}

const selectRuns = runColumns + `
where @within = any (p.chain)
  and (@status::text is null or g.status = @status)
  and (@before::timestamptz is null or r.created_at < @before)
order by r.created_at desc, r.id desc
limit @limit`

// Runs returns the runs that fit a filter, the newest first.
func (db *DB) Runs(ctx context.Context, f RunFilter) ([]RunRow, error) {
	rows, err := db.pool.Query(ctx, selectRuns, pgx.NamedArgs{
		"within": f.Within, "status": orNull(f.Status), "before": orNever(f.Before), "limit": f.Limit,
	})
	if err != nil {
		return nil, explain(err, "runs", nil)
	}
	found, err := pgx.CollectRows(rows, scanRun)
	return found, explain(err, "runs", nil)
}

// orNever makes SQL's null of no time.
func orNever(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

const selectGenerations = `
select id, run_id, number, input, caller, status, error, tool_calls, prompt_tokens, completion_tokens, cached_tokens,
       coalesce(trim_scale(cost)::text, ''), created_at, started_at, ended_at
from generations where run_id = @run order by number`

// Generations returns the generations of a run, in order.
func (db *DB) Generations(ctx context.Context, id guild.ID) ([]run.Generation, error) {
	rows, err := db.pool.Query(ctx, selectGenerations, pgx.NamedArgs{"run": id})
	if err != nil {
		return nil, explain(err, "run "+string(id), nil)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (run.Generation, error) {
		var g run.Generation
		err := row.Scan(&g.ID, &g.RunID, &g.Number, &g.Input, &g.Caller, &g.Status, &g.Error, &g.Usage.ToolCalls, &g.Usage.PromptTokens,
			&g.Usage.CompletionTokens, &g.Usage.CachedTokens, &g.Usage.Cost, &g.CreatedAt, &g.StartedAt, &g.EndedAt)
		return g, err
	})
	return found, explain(err, "run "+string(id), nil)
}
