package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
)

// AgentNotes are the notes as an agent's tools reach them: each method reads the
// grants in the transaction in which it does its work.
type AgentNotes struct{ DB *DB }

const selectGrants = `
select p.level, b.catalog_id, b.enabled
from bindings b join scopes p on p.id = b.scope_id
where b.catalog_kind = 'artifact_grant' and b.scope_id = any (@chain)`

func reachOf(ctx context.Context, tx pgx.Tx, agent guild.Scope) (artifact.Reach, error) {
	rows, err := tx.Query(ctx, selectGrants, pgx.NamedArgs{"chain": agent.Chain})
	if err != nil {
		return artifact.Reach{}, err
	}
	grants, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (binding.Row, error) {
		r := binding.Row{Kind: binding.ArtifactGrant}
		return r, row.Scan(&r.Level, &r.CatalogID, &r.Enabled)
	})
	return artifact.ReachOf(agent, grants), err
}

// within runs f with the agent's reach in one transaction.
func (n AgentNotes) within(ctx context.Context, agent guild.Scope, mode pgx.TxAccessMode, f func(pgx.Tx, artifact.Reach) error) error {
	return pgx.BeginTxFunc(ctx, n.DB.pool, pgx.TxOptions{AccessMode: mode}, func(tx pgx.Tx) error {
		reach, err := reachOf(ctx, tx, agent)
		if err != nil {
			return err
		}
		return f(tx, reach)
	})
}

// FindNotes returns the notes that an agent may read and that fit a query, at one
// level where only is not nil.
func (n AgentNotes) FindNotes(ctx context.Context, agent guild.Scope, only *guild.Level, q artifact.Query) (found artifact.Found, err error) {
	err = n.within(ctx, agent, pgx.ReadOnly, func(tx pgx.Tx, reach artifact.Reach) error {
		found, err = notesFound(ctx, tx, reach.Readable(only), q)
		return err
	})
	return found, explain(err, "notes", nil)
}

// Note returns a note that an agent may read; any other has the code not_found.
func (n AgentNotes) Note(ctx context.Context, agent guild.Scope, path artifact.Path) (note artifact.Note, err error) {
	err = n.within(ctx, agent, pgx.ReadOnly, func(tx pgx.Tx, reach artifact.Reach) error {
		if err := reach.CheckRead(path); err != nil {
			return err
		}
		note, err = noteAt(ctx, tx, agent.Chain[path.Level], path)
		return err
	})
	return note, explainNote(err, path)
}

// WriteNote makes a note or replaces all of it. Without the grant the code is denied.
func (n AgentNotes) WriteNote(ctx context.Context, agent guild.Scope, path artifact.Path, content string, by artifact.Author) (w artifact.Written, err error) {
	err = n.within(ctx, agent, pgx.ReadWrite, func(tx pgx.Tx, reach artifact.Reach) error {
		if err := reach.CheckWrite(path); err != nil {
			return err
		}
		w, err = notePut(ctx, tx, agent.Chain[path.Level], path, content, by)
		return err
	})
	return w, explainNote(err, path)
}

// DeleteNote deletes a note. Without the grant to write it the code is denied, and
// one that is not there has the code not_found.
func (n AgentNotes) DeleteNote(ctx context.Context, agent guild.Scope, path artifact.Path) error {
	err := n.within(ctx, agent, pgx.ReadWrite, func(tx pgx.Tx, reach artifact.Reach) error {
		if err := reach.CheckWrite(path); err != nil {
			return err
		}
		return noteDeleted(ctx, tx, agent.Chain[path.Level], path)
	})
	return explainNote(err, path)
}

// explainNote is explain in the words of the tools, in which a note that is not
// there and one out of reach read alike.
func explainNote(err error, path artifact.Path) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return artifact.NotFound(path)
	}
	return explain(err, "note "+path.String(), nil)
}
