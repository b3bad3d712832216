package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
)

// lockAgentWork makes those who take and end generations of one agent take turns, so
// that none overlooks what the other has just made waiting.
const lockAgentWork = `select id from scopes where id = @agent for no key update`

const claimGeneration = `
update generations g
set status = 'running', owner = @owner, lease_until = now() + @lease::interval, attempt = attempt + 1,
    started_at = coalesce(started_at, now())
where id = (select id from generations where agent_id = @agent and status = 'queued' order by created_at, id limit 1)
  and not exists (select 1 from generations where agent_id = @agent and status = 'running')
returning g.id, g.attempt, g.run_id, g.input, g.cancelling,
    (select trigger from runs where id = g.run_id), (select snapshot is not null from runs where id = g.run_id)`

const lastSeq = `select last_seq from runs where id = @run`

// ClaimGeneration takes the next generation of an agent that waits, unless one runs. Its
// input becomes a message of the run.
func (db *DB) ClaimGeneration(ctx context.Context, agent guild.ID, owner string, lease time.Duration) (c run.Claim, ok bool, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockAgentWork, pgx.NamedArgs{"agent": agent}); err != nil {
			return err
		}
		var input string
		row := tx.QueryRow(ctx, claimGeneration, pgx.NamedArgs{"agent": agent, "owner": owner, "lease": lease})
		err := row.Scan(&c.Generation, &c.Attempt, &c.Run, &input, &c.Cancelling, &c.Trigger, &c.Started)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		ok = true
		if c.Agent, err = scopeOf(ctx, tx, agent); err != nil {
			return err
		}
		if _, err = appendMessage(ctx, tx, c.Fence, run.Message{ID: c.Generation, Kind: run.User, Text: input}); err != nil {
			return err
		}
		return tx.QueryRow(ctx, lastSeq, pgx.NamedArgs{"run": c.Run}).Scan(&c.Seq)
	})
	return c, ok && err == nil, explain(err, "agent "+string(agent), nil)
}

func scopeOf(ctx context.Context, q querier, id guild.ID) (guild.Scope, error) {
	rows, err := q.Query(ctx, selectScope, pgx.NamedArgs{"id": id})
	if err != nil {
		return guild.Scope{}, err
	}
	s, err := pgx.CollectExactlyOneRow(rows, scanScope)
	return s.Scope, err
}

const extendLeases = `
update generations g set lease_until = now() + @lease::interval
from unnest(@ids::uuid[], @attempts::integer[]) as h (id, attempt)
where g.id = h.id and g.attempt = h.attempt and g.status = 'running'
returning g.id, g.attempt, g.cancelling`

// ExtendLeases extends the leases of what a daemon runs, and returns those that it
// still holds.
func (db *DB) ExtendLeases(ctx context.Context, running []run.Fence, lease time.Duration) ([]run.Held, error) {
	ids, attempts := make([]guild.ID, len(running)), make([]int, len(running))
	for i, f := range running {
		ids[i], attempts[i] = f.Generation, f.Attempt
	}
	rows, err := db.pool.Query(ctx, extendLeases, pgx.NamedArgs{"ids": ids, "attempts": attempts, "lease": lease})
	if err != nil {
		return nil, explain(err, "leases", nil)
	}
	held, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h run.Held, err error) {
		err = row.Scan(&h.Generation, &h.Attempt, &h.Cancelling)
		return h, err
	})
	return held, explain(err, "leases", nil)
}

const endGeneration = `
update generations
set status = @status, error = @error, owner = null, lease_until = null, ended_at = now(), tool_calls = @calls,
    prompt_tokens = @prompt, completion_tokens = @completion, cached_tokens = @cached, cost = @cost::text::numeric
where id = @id and attempt = @attempt and status = 'running'
returning agent_id`

// FinishGeneration ends a generation, with a message that says so, and has the agent's
// next one started.
func (db *DB) FinishGeneration(ctx context.Context, f run.Fence, e run.Ending) error {
	return db.leave(ctx, f, func(tx pgx.Tx) error {
		end := run.Message{ID: guild.NewID(), Kind: run.End, Text: string(e.Status), Meta: map[string]any{"tool_calls": e.Usage.ToolCalls,
			"prompt_tokens": e.Usage.PromptTokens, "completion_tokens": e.Usage.CompletionTokens, "cached_tokens": e.Usage.CachedTokens}}
		if e.Usage.Cost != "" {
			end.Meta["cost"] = e.Usage.Cost
		}
		if e.Error != "" {
			end.Meta["error"] = e.Error
		}
		_, err := appendMessage(ctx, tx, f, end)
		return err
	}, endGeneration, pgx.NamedArgs{
		"status": string(e.Status), "error": e.Error, "calls": e.Usage.ToolCalls, "prompt": e.Usage.PromptTokens,
		"completion": e.Usage.CompletionTokens, "cached": e.Usage.CachedTokens, "cost": orNull(e.Usage.Cost),
	})
}

const releaseGeneration = `
update generations set status = 'queued', owner = null, lease_until = null
where id = @id and attempt = @attempt and status = 'running'
returning agent_id`

// ReleaseGeneration gives a generation back to be claimed again.
func (db *DB) ReleaseGeneration(ctx context.Context, f run.Fence) error {
	return db.leave(ctx, f, func(pgx.Tx) error { return nil }, releaseGeneration, pgx.NamedArgs{})
}

const agentOfGeneration = `select agent_id from generations where id = @id`

// leave ends a daemon's hold on a generation by a statement that returns the agent,
// after what has to be done while it is held, and has the agent's waiting generations
// looked at.
func (db *DB) leave(ctx context.Context, f run.Fence, before func(pgx.Tx) error, sql string, args pgx.NamedArgs) error {
	args["id"], args["attempt"] = f.Generation, f.Attempt
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var agent guild.ID
		if err := tx.QueryRow(ctx, agentOfGeneration, args).Scan(&agent); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, lockAgentWork, pgx.NamedArgs{"agent": agent}); err != nil {
			return err
		}
		if err := before(tx); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, sql, args).Scan(&agent); err != nil {
			return err
		}
		return db.queueWaiting(ctx, tx, agent)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return run.ErrLost
	}
	return explain(err, "generation "+string(f.Generation), nil)
}

const agentWaits = `select exists (select 1 from generations where agent_id = @agent and status = 'queued')`

func (db *DB) queueWaiting(ctx context.Context, tx pgx.Tx, agent guild.ID) error {
	var waits bool
	if err := tx.QueryRow(ctx, agentWaits, pgx.NamedArgs{"agent": agent}).Scan(&waits); err != nil || !waits {
		return err
	}
	return db.queueGeneration(ctx, tx, agent)
}

// requeueExpired gives back what a daemon holds that has not been heard of, or that
// has started anew and says that it is @owner.
const requeueExpired = `
update generations set status = 'queued', owner = null, lease_until = null
where status = 'running' and (lease_until < now() or owner = @owner)
returning agent_id`

// agentsWaiting are those of whom a generation waits and none runs.
const agentsWaiting = `
select distinct agent_id from generations g
where status = 'queued' and not exists (select 1 from generations r where r.agent_id = g.agent_id and r.status = 'running')`

// RecoverGenerations gives back what daemons hold that are gone, and all that owner
// held before it started anew, where it is not empty; and it has every waiting
// generation looked at whose job may be lost. Called now and then, it makes sure that
// none waits for ever.
func (db *DB) RecoverGenerations(ctx context.Context, owner string) (agents int, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, requeueExpired, pgx.NamedArgs{"owner": orNull(owner)}); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, agentsWaiting)
		if err != nil {
			return err
		}
		waiting, err := pgx.CollectRows(rows, pgx.RowTo[guild.ID])
		if err != nil {
			return err
		}
		agents = len(waiting)
		for _, agent := range waiting {
			if err := db.queueGeneration(ctx, tx, agent); err != nil {
				return err
			}
		}
		return nil
	})
	return agents, explain(err, "generations", nil)
}

const lockWorkOfRun = `
select id from scopes where id = (select agent_id from runs where id = @run) for no key update`

// cancelBegun also reaches what waits to be gone on with: calls of it may be open, and
// whoever goes on ends it with their results.
const cancelBegun = `
update generations set cancelling = true where run_id = @run and status in ('queued', 'running') and attempt > 0
returning id, pg_notify('guilds_cancels', id::text)`

// cancelFresh ends what nobody has begun, each with a message that says so.
const cancelFresh = `
with ended as (
    update generations set status = 'cancelled', ended_at = now() where run_id = @run and status = 'queued' and attempt = 0
    returning id, number
), numbered as (
    update runs set last_seq = last_seq + (select count(*) from ended), updated_at = now()
    where id = @run and exists (select 1 from ended)
    returning id, last_seq
)
insert into run_messages (run_id, seq, id, generation_id, kind, content, meta)
select n.id, n.last_seq + 1 - row_number() over (order by e.number desc), gen_random_uuid(), e.id, 'end', 'cancelled',
       '{"tool_calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "cached_tokens": 0}'
from ended e cross join numbered n
returning seq, pg_notify('guilds_runs', run_id::text)`

// CancelRun ends the generations of a run: those that nobody has begun at once, and
// the one at work as soon as its daemon hears of it. It returns how many they are.
func (db *DB) CancelRun(ctx context.Context, id guild.ID) (n int, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockWorkOfRun, pgx.NamedArgs{"run": id}); err != nil {
			return err
		}
		// In this order: who stores a message locks its generation before the run.
		for _, sql := range []string{cancelBegun, cancelFresh} {
			tag, err := tx.Exec(ctx, sql, pgx.NamedArgs{"run": id})
			if err != nil {
				return err
			}
			n += int(tag.RowsAffected())
		}
		return nil
	})
	return n, explain(err, "run "+string(id), nil)
}

const cancelQueuedWithin = `
update generations g set status = 'cancelled', ended_at = now()
from scope_paths p where p.id = g.agent_id and @scope = any (p.chain) and g.status = 'queued'`

const cancelRunningWithin = `
update generations g set cancelling = true
from scope_paths p where p.id = g.agent_id and @scope = any (p.chain) and g.status = 'running'
returning g.id, pg_notify('guilds_cancels', g.id::text)`

// cancelWithin ends what the agents of a scope are doing, so that they write nothing
// any more while the scope is deleted.
func (db *DB) cancelWithin(ctx context.Context, scope guild.ID) error {
	for _, sql := range []string{cancelQueuedWithin, cancelRunningWithin} {
		if _, err := db.pool.Exec(ctx, sql, pgx.NamedArgs{"scope": scope}); err != nil {
			return err
		}
	}
	return nil
}

const unreferenced = `
delete from run_toolsets t
where created_at < now() - interval '1 day' and not exists (select 1 from runs where toolset = t.hash)`

// PruneToolsets deletes the tools that no run offers any more.
func (db *DB) PruneToolsets(ctx context.Context) error {
	_, err := db.pool.Exec(ctx, unreferenced)
	return explain(err, "offered tools", nil)
}
