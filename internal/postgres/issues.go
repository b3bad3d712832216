package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/issue"
)

const issueColumns = `id, guild_id, coalesce(agent_id::text, ''), agent, coalesce(run_id::text, ''), coalesce(call_id::text, ''),
    category, tool, title, details, resolved_by, resolved_at, note, created_at`

func scanIssue(row pgx.CollectableRow) (issue.Issue, error) {
	var i issue.Issue
	err := row.Scan(&i.ID, &i.GuildID, &i.AgentID, &i.Agent, &i.Run, &i.Call,
		&i.Category, &i.Tool, &i.Title, &i.Details, &i.ResolvedBy, &i.ResolvedAt, &i.Note, &i.CreatedAt)
	return i, err
}

const insertIssue = `
insert into issues (id, guild_id, agent_id, agent, run_id, call_id, category, tool, title, details)
values (@id, @guild, @agentID, @agent, @run::uuid, @call::uuid, @category, @tool, @title, @details)`

// FileIssue stores a report.
func (db *DB) FileIssue(ctx context.Context, i issue.Issue) error {
	_, err := db.pool.Exec(ctx, insertIssue, pgx.NamedArgs{
		"id": i.ID, "guild": i.GuildID, "agentID": i.AgentID, "agent": i.Agent, "run": orNull(i.Run), "call": orNull(i.Call),
		"category": i.Category, "tool": i.Tool, "title": i.Title, "details": i.Details,
	})
	return explain(err, "issue", nil)
}

const selectIssues = `
select ` + issueColumns + ` from issues
where guild_id in (select id from scope_paths where level = 2 and @within = any (chain)) and (@all or resolved_at is null)
order by resolved_at is null desc, created_at desc, id`

// Issues returns the open issues of the guilds within a scope, with all also those
// that are resolved: open ones first, and then the newest.
func (db *DB) Issues(ctx context.Context, within guild.ID, all bool) ([]issue.Issue, error) {
	return collect(ctx, db.pool, "issues", scanIssue, selectIssues, pgx.NamedArgs{"within": within, "all": all})
}

const selectIssue = `select ` + issueColumns + ` from issues where id = @id`

// Issue returns one issue. An unknown one has the code not_found.
func (db *DB) Issue(ctx context.Context, id guild.ID) (issue.Issue, error) {
	return one(ctx, db.pool, "issue "+string(id), scanIssue, selectIssue, pgx.NamedArgs{"id": id})
}

// What is resolved already stays as it was resolved.
const resolveIssues = `
update issues set resolved_by = @by, resolved_at = now(), note = @note
where resolved_at is null and (id = @id::uuid or @id is null and guild_id = @guild::uuid)`

// ResolveIssue resolves one issue, and reports whether it was open.
func (db *DB) ResolveIssue(ctx context.Context, id guild.ID, by, note string) (bool, error) {
	tag, err := db.pool.Exec(ctx, resolveIssues, pgx.NamedArgs{"id": string(id), "guild": nil, "by": by, "note": note})
	return tag.RowsAffected() > 0, explain(err, "issue "+string(id), nil)
}

// ResolveIssues resolves every open issue of a guild, and returns how many there
// were.
func (db *DB) ResolveIssues(ctx context.Context, of guild.ID, by, note string) (int64, error) {
	tag, err := db.pool.Exec(ctx, resolveIssues, pgx.NamedArgs{"id": nil, "guild": string(of), "by": by, "note": note})
	return tag.RowsAffected(), explain(err, "issues", nil)
}
