package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
)

const selectMemory = `
select content, author, coalesce(run_id::text, ''), updated_at
from artifacts where scope_id = @agent and kind = 'memory'`

// Memory returns what an agent remembers, the zero Memory where that is nothing.
func (db *DB) Memory(ctx context.Context, agent guild.ID) (artifact.Memory, error) {
	m, err := memoryOf(ctx, db.pool, agent)
	return m, explain(err, "memory", nil)
}

// memoryOf is Memory in the caller's transaction.
func memoryOf(ctx context.Context, from querier, agent guild.ID) (artifact.Memory, error) {
	rows, err := from.Query(ctx, selectMemory, pgx.NamedArgs{"agent": agent})
	if err != nil {
		return artifact.Memory{}, err
	}
	m, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (artifact.Memory, error) {
		var m artifact.Memory
		return m, row.Scan(&m.Content, &m.Author.Name, &m.Author.Run, &m.UpdatedAt)
	})
	if err == pgx.ErrNoRows {
		return artifact.Memory{}, nil
	}
	return m, err
}

// holdAgent makes the writes of one memory take turns, also the first two, which
// have no row of it to lock yet.
const holdAgent = `select id from scopes where id = @agent for no key update`

// archiveMemory keeps the version that is there, unless the new one is the same.
const archiveMemory = `
insert into memory_revisions (id, agent_id, content, author, run_id, written_at, replaced_by, replaced_by_run)
select @revision, scope_id, content, author, run_id, updated_at, @author, @run
from artifacts where scope_id = @agent and kind = 'memory' and content <> @content`

const putMemory = `
insert into artifacts (id, scope_id, kind, key, content, author, run_id, updated_at)
values (@id, @agent, 'memory', '', @content, @author, @run, clock_timestamp())
on conflict (scope_id, kind, key) do update
    set content = excluded.content, author = excluded.author, run_id = excluded.run_id, updated_at = excluded.updated_at`

const trimRevisions = `
delete from memory_revisions where agent_id = @agent and id not in (
    select id from memory_revisions where agent_id = @agent order by replaced_at desc, id desc limit @keep)`

// WriteMemory replaces all that an agent remembers, keeps the version before it, and
// of those the newest artifact.MaxRevisions.
func (db *DB) WriteMemory(ctx context.Context, agent guild.ID, content string, by artifact.Author) (r artifact.Remembered, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		r, err = memoryWritten(ctx, tx, agent, content, by)
		return err
	})
	return r, explain(err, "agent "+string(agent), nil)
}

func memoryWritten(ctx context.Context, tx pgx.Tx, agent guild.ID, content string, by artifact.Author) (artifact.Remembered, error) {
	var r artifact.Remembered
	args := pgx.NamedArgs{
		"agent": agent, "id": guild.NewID(), "revision": guild.NewID(), "content": content,
		"author": by.Name, "run": orNull(by.Run), "keep": artifact.MaxRevisions,
	}
	if err := tx.QueryRow(ctx, holdAgent, args).Scan(new(guild.ID)); err != nil {
		return r, err
	}
	before, err := memoryOf(ctx, tx, agent)
	if err != nil {
		return r, err
	}
	archived, err := tx.Exec(ctx, archiveMemory, args)
	if err != nil {
		return r, err
	}
	batch := &pgx.Batch{}
	batch.Queue(putMemory, args)
	batch.Queue(trimRevisions, args)
	r = artifact.Remembered{Before: artifact.Length(before.Content), After: artifact.Length(content), Archived: archived.RowsAffected() > 0}
	return r, tx.SendBatch(ctx, batch).Close()
}

const revisionColumns = `id, content, author, coalesce(run_id::text, ''), written_at, replaced_at, replaced_by, coalesce(replaced_by_run::text, '')`

func scanRevision(row pgx.CollectableRow) (artifact.Revision, error) {
	var r artifact.Revision
	return r, row.Scan(&r.ID, &r.Content, &r.Author.Name, &r.Author.Run, &r.WrittenAt, &r.ReplacedAt, &r.ReplacedBy.Name, &r.ReplacedBy.Run)
}

const selectRevisions = `
select ` + revisionColumns + ` from memory_revisions where agent_id = @agent order by replaced_at desc, id desc`

// MemoryRevisions returns the earlier versions of an agent's memory, the newest
// first.
func (db *DB) MemoryRevisions(ctx context.Context, agent guild.ID) ([]artifact.Revision, error) {
	rows, err := db.pool.Query(ctx, selectRevisions, pgx.NamedArgs{"agent": agent})
	if err != nil {
		return nil, explain(err, "memory revisions", nil)
	}
	found, err := pgx.CollectRows(rows, scanRevision)
	return found, explain(err, "memory revisions", nil)
}

const selectRevision = `
select ` + revisionColumns + ` from memory_revisions where agent_id = @agent and id = @id`

// MemoryRevision returns one earlier version of an agent's memory.
func (db *DB) MemoryRevision(ctx context.Context, agent, id guild.ID) (artifact.Revision, error) {
	rows, err := db.pool.Query(ctx, selectRevision, pgx.NamedArgs{"agent": agent, "id": id})
	if err != nil {
		return artifact.Revision{}, explain(err, "memory revision "+string(id), nil)
	}
	r, err := pgx.CollectExactlyOneRow(rows, scanRevision)
	return r, explain(err, "memory revision "+string(id), nil)
}
