package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/run"
)

// Look reads what an agent would start a run with now. An unknown agent has the code
// not_found.
func (db *DB) Look(ctx context.Context, agent guild.ID) (run.Sight, error) {
	s, err := db.sight(ctx, db.pool, agent)
	return s, explain(err, "agent "+string(agent), nil)
}

func (db *DB) sight(ctx context.Context, q querier, id guild.ID) (s run.Sight, err error) {
	if s.Agent, err = scopeOf(ctx, q, id); err != nil {
		return s, err
	}
	if s.Settings, err = agentSettings(ctx, q, id); err != nil {
		return s, err
	}
	memory, err := memoryOf(ctx, q, id)
	if err != nil {
		return s, err
	}
	s.Memory = memory.Content
	if s.State, err = stateOf(ctx, q, s.Agent); err != nil {
		return s, err
	}
	s.At = time.Now().UTC()
	s.Offer = func() (run.OfferRows, error) { return offeredTo(ctx, q, id) }
	return s, nil
}

const selectSecretNames = `
select distinct name from secrets
where scope_id = any ((select chain from scope_paths where id = @agent)::uuid[]) order by name`

// stateOf says what an agent reaches beside its tools: its guild with the other agents,
// the collections with their columns, and the secrets by their names.
func stateOf(ctx context.Context, q querier, agent guild.Scope) (lines []string, err error) {
	team, err := members(ctx, q, agent.Chain[guild.Guild])
	if err != nil {
		return nil, err
	}
	lines = append(lines, group.Roster(agent, team))
	collections, err := reach(ctx, q, agent, "")
	if err != nil {
		return nil, err
	}
	if len(collections) > 0 {
		lines = append(lines, "Collections, with what you may do:\n"+record.Describe(collections))
	}
	rows, err := q.Query(ctx, selectSecretNames, pgx.NamedArgs{"agent": agent.ID})
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if len(names) > 0 {
		lines = append(lines, "Secrets that are stored for you, by name: "+strings.Join(names, ", ")+".")
	}
	return lines, err
}

const selectSchemas = `
select connection_id, name, input_schema, annotations from mcp_tools where connection_id = any (@connections::uuid[])`

// offeredTo reads what an agent's offer is made from, with the schemas of its tools.
func offeredTo(ctx context.Context, q querier, agent guild.ID) (out run.OfferRows, err error) {
	rows, err := offerRows(ctx, q, agent, "")
	if err != nil {
		return out, err
	}
	out = run.OfferRows{Scope: rows.Scope, Bindings: rows.Bindings, Servers: rows.Servers, Connections: rows.Connections, Tools: rows.Tools}
	ids := make([]guild.ID, 0, len(rows.Connections))
	for _, c := range rows.Connections {
		ids = append(ids, c.ID)
	}
	type key struct {
		connection guild.ID
		name       string
	}
	at := make(map[key]*connection.Tool, len(out.Tools))
	for i := range out.Tools {
		at[key{out.Tools[i].ConnectionID, out.Tools[i].Name}] = &out.Tools[i]
	}
	found, err := q.Query(ctx, selectSchemas, pgx.NamedArgs{"connections": ids})
	if err != nil {
		return out, err
	}
	var k key
	var input, annotations []byte
	_, err = pgx.ForEachRow(found, []any{&k.connection, &k.name, &input, &annotations}, func() error {
		if t, ok := at[k]; ok {
			t.InputSchema, t.Annotations = input, annotations
		}
		input, annotations = nil, nil
		return nil
	})
	return out, err
}

const insertToolset = `insert into run_toolsets (hash, tools) values (@hash, @tools::text::json) on conflict (hash) do nothing`

const toolsetKnown = `select exists (select 1 from run_toolsets where hash = @hash)`

const saveSnapshot = `
update runs r set snapshot = @snapshot::text::jsonb, toolset = @hash
from generations g
where r.id = g.run_id and g.id = @generation and g.attempt = @attempt and g.status = 'running'`

// TakeSnapshot reads what a run starts with, has compose make the snapshot of it, and
// stores that, all as of one moment.
func (db *DB) TakeSnapshot(ctx context.Context, c run.Claim, compose func(run.Sight) (run.Snapshot, error)) (s run.Snapshot, err error) {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead}
	err = pgx.BeginTxFunc(ctx, db.pool, options, func(tx pgx.Tx) error {
		sight, err := db.sight(ctx, tx, c.Agent.ID)
		if err != nil {
			return err
		}
		if s, err = compose(sight); err != nil {
			return err
		}
		return storeSnapshot(ctx, tx, c, s)
	})
	if errors.Is(err, run.ErrLost) {
		return s, err
	}
	return s, explain(err, "agent "+string(c.Agent.ID), nil)
}

func storeSnapshot(ctx context.Context, tx pgx.Tx, c run.Claim, s run.Snapshot) error {
	document, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode a snapshot: %w", err)
	}
	args := pgx.NamedArgs{"hash": s.Tools.Hash[:], "snapshot": string(document), "generation": c.Generation, "attempt": c.Attempt}
	var known bool // the document may have megabytes, so it is sent only where it is new
	if err := tx.QueryRow(ctx, toolsetKnown, args).Scan(&known); err != nil {
		return err
	}
	if !known {
		args["tools"] = string(s.Tools.Document)
		if _, err := tx.Exec(ctx, insertToolset, args); err != nil {
			return err
		}
	}
	tag, err := tx.Exec(ctx, saveSnapshot, args)
	if err == nil && tag.RowsAffected() == 0 {
		err = run.ErrLost
	}
	return err
}

const selectSnapshot = `
select r.snapshot, r.toolset from runs r where r.id = @run and r.snapshot is not null`

const selectToolset = `select tools from run_toolsets where hash = @hash`

// RunSnapshot returns the snapshot of a run. One that has none yet has the code
// not_found.
func (db *DB) RunSnapshot(ctx context.Context, id guild.ID) (s run.Snapshot, err error) {
	var document, hash []byte
	err = db.pool.QueryRow(ctx, selectSnapshot, pgx.NamedArgs{"run": id}).Scan(&document, &hash)
	if err != nil {
		return s, explain(err, "snapshot of the run "+string(id), nil)
	}
	if err := json.Unmarshal(document, &s); err != nil {
		return s, fmt.Errorf("the snapshot of the run %s: %w", id, err)
	}
	if s.Tools, err = db.toolset(ctx, [32]byte(hash)); err != nil {
		return s, explain(err, "tools of the run "+string(id), nil)
	}
	return s, nil
}

// toolset reads tools that runs offer.
func (db *DB) toolset(ctx context.Context, hash [32]byte) (*run.Offering, error) {
	return db.toolsets.Get(hash, func() (*run.Offering, error) {
		var document []byte
		if err := db.pool.QueryRow(ctx, selectToolset, pgx.NamedArgs{"hash": hash[:]}).Scan(&document); err != nil {
			return nil, err
		}
		return run.ReadOffering(document)
	})
}

// maxToolsets bounds how many are kept in memory, of some megabytes each where an
// agent has many tools.
const maxToolsets = 64

// unchanging is the generation of what never changes, such as what stands under a
// hash.
func unchanging() (uint64, bool) { return 0, true }
