package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/run"
)

// insertMessage numbers a message in its run and stores it, provided that the daemon
// still holds the generation: no other can claim it before this is over. One that is
// stored already stays as it is.
const insertMessage = `
with held as (
    select run_id from generations where id = @generation and attempt = @attempt and status = 'running' for share
), numbered as (
    update runs r set last_seq = last_seq + 1, updated_at = now() from held
    where r.id = held.run_id and not exists (select 1 from run_messages where id = @id)
    returning r.id, r.last_seq
), stored as (
    insert into run_messages (run_id, seq, id, generation_id, kind, content, calls, reasoning, call_id, tool, arguments, failed, duration, meta)
    select id, last_seq, @id, @generation, @kind, @content, @calls::text::json, @reasoning::text::json, @call_id, @tool, @arguments::text::json,
           @failed, @duration, @meta::text::jsonb
    from numbered
    returning seq, pg_notify('guilds_runs', run_id::text)
)
select seq from stored
union all
select seq from run_messages join held using (run_id) where id = @id`

// AppendMessage stores a message of a generation and returns its seq in the run.
func (db *DB) AppendMessage(ctx context.Context, f run.Fence, m run.Message) (seq int, err error) {
	seq, err = appendMessage(ctx, db.pool, f, m)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, run.ErrLost
	}
	return seq, explain(err, "generation "+string(f.Generation), nil)
}

func appendMessage(ctx context.Context, q querier, f run.Fence, m run.Message) (seq int, err error) {
	args, err := messageArgs(f, m)
	if err != nil {
		return 0, err
	}
	rows, err := q.Query(ctx, insertMessage, args)
	if err != nil {
		return 0, err
	}
	return pgx.CollectOneRow(rows, pgx.RowTo[int])
}

func messageArgs(f run.Fence, m run.Message) (pgx.NamedArgs, error) {
	args := pgx.NamedArgs{
		"id": m.ID, "generation": f.Generation, "attempt": f.Attempt, "kind": string(m.Kind), "content": m.Text,
		"calls": nil, "reasoning": orNull(string(m.Reasoning)), "call_id": "", "tool": "", "arguments": nil, "failed": false, "duration": time.Duration(0), "meta": "{}",
	}
	if len(m.Calls) > 0 {
		calls, err := json.Marshal(m.Calls)
		if err != nil {
			return nil, err
		}
		args["calls"] = string(calls)
	}
	if r := m.Result; r != nil {
		args["call_id"], args["tool"], args["arguments"], args["failed"], args["duration"] = r.CallID, r.Tool, string(r.Arguments), r.Failed, r.Duration
	}
	if m.Meta != nil {
		meta, err := json.Marshal(m.Meta)
		if err != nil {
			return nil, err
		}
		args["meta"] = string(meta)
	}
	return args, nil
}

const selectMessages = `
select id, seq, generation_id, kind, content, calls, reasoning, call_id, tool, arguments, failed, duration, meta, created_at
from run_messages where run_id = @run and seq > @after order by seq`

// Messages returns the messages of a run after a seq, in order.
func (db *DB) Messages(ctx context.Context, id guild.ID, after int) ([]run.Message, error) {
	rows, err := db.pool.Query(ctx, selectMessages, pgx.NamedArgs{"run": id, "after": after})
	if err != nil {
		return nil, explain(err, "run "+string(id), nil)
	}
	found, err := pgx.CollectRows(rows, scanMessage)
	return found, explain(err, "run "+string(id), nil)
}

func scanMessage(row pgx.CollectableRow) (m run.Message, err error) {
	var calls, meta, reasoning, arguments []byte
	var r run.CallResult
	err = row.Scan(&m.ID, &m.Seq, &m.GenerationID, &m.Kind, &m.Text, &calls, &reasoning, &r.CallID, &r.Tool, &arguments, &r.Failed, &r.Duration, &meta, &m.At)
	if err == nil && calls != nil {
		err = json.Unmarshal(calls, &m.Calls)
	}
	if err == nil {
		err = json.Unmarshal(meta, &m.Meta)
	}
	if m.Kind == run.ToolKind {
		r.Arguments = json.RawMessage(arguments)
		m.Result = &r
	}
	m.Reasoning = json.RawMessage(reasoning)
	return m, err
}
