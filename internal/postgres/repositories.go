package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

// storedRepository is one repository of a login's selection as its settings hold it.
type storedRepository struct {
	Name          string `json:"name"`
	URL           string `json:"url"`
	DefaultBranch string `json:"default_branch"`
	GitHubID      int64  `json:"github_id,omitempty"`
}

func selectionOf(stored []storedRepository) []githubapp.Selected {
	var selected []githubapp.Selected
	for _, r := range stored {
		selected = append(selected, githubapp.Selected(r))
	}
	return selected
}

func storedOf(selected []githubapp.Selected) []storedRepository {
	stored := []storedRepository{}
	for _, r := range selected {
		stored = append(stored, storedRepository(r))
	}
	return stored
}

const selectSelected = `
select coalesce(settings -> 'repositories', '[]') from mcp_connections where id = @id`

// Selected returns the repositories that a GitHub login is for.
func (db *DB) Selected(ctx context.Context, id guild.ID) ([]githubapp.Selected, error) {
	var stored []storedRepository
	err := db.pool.QueryRow(ctx, selectSelected, pgx.NamedArgs{"id": id}).Scan(&stored)
	return selectionOf(stored), explain(err, "connection "+string(id), nil)
}

const (
	// selectSelecting locks a login with the credential by which its repositories
	// were seen.
	selectSelecting = `
select 1 from mcp_connections where id = @id and epoch = @epoch and status = 'connected' for update`
	saveSelected = `
update mcp_connections set settings = settings || jsonb_build_object('repositories', @selected::jsonb), updated_at = now()
where id = @id`
	dropMirrored = `
delete from guild_repositories where connection_id = @id and (github_id is null or not github_id = any (@ids))`
	// Only a login that a guild owns has its repositories mirrored.
	mirrorSelected = `
insert into guild_repositories (id, guild_id, connection_id, github_id, name, url, default_branch)
select @repository, s.id, c.id, nullif(@github_id::bigint, 0), @name, @url, @branch
from mcp_connections c join scopes s on s.id = c.scope_id and s.level = 2
where c.id = @id
on conflict (guild_id, connection_id, github_id) do update
    set name = excluded.name, url = excluded.url, default_branch = excluded.default_branch`
)

// SaveSelected stores which repositories a GitHub login is for, and mirrors those
// of a guild's own login into the guild's repositories, where one that stays keeps
// its id. A login that was renewed or ended since epoch is a conflict.
func (db *DB) SaveSelected(ctx context.Context, id guild.ID, epoch int64, selected []githubapp.Selected) error {
	encoded, err := json.Marshal(storedOf(selected))
	if err != nil {
		return err
	}
	ids := []int64{}
	for _, r := range selected {
		ids = append(ids, r.GitHubID)
	}
	batch := &pgx.Batch{}
	batch.Queue(saveSelected, pgx.NamedArgs{"id": id, "selected": encoded})
	batch.Queue(dropMirrored, pgx.NamedArgs{"id": id, "ids": ids})
	for _, r := range selected {
		batch.Queue(mirrorSelected, pgx.NamedArgs{
			"id": id, "repository": guild.NewID(), "github_id": r.GitHubID, "name": r.Name, "url": r.URL, "branch": r.DefaultBranch,
		})
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, selectSelecting, pgx.NamedArgs{"id": id, "epoch": epoch}).Scan(new(int))
		if err == pgx.ErrNoRows {
			return guild.Errorf(guild.CodeConflict, "the login was renewed or ended while its repositories were chosen; choose again")
		}
		if err != nil {
			return err
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	return explain(err, "connection "+string(id), nil)
}

// GuildRepository is one repository of a guild.
type GuildRepository struct {
	githubapp.Selected
	ID         guild.ID
	Connection guild.ID
}

const selectGuildRepositories = `
select id, connection_id, coalesce(github_id, 0), name, url, default_branch from guild_repositories
where guild_id = @guild order by name, url`

// GuildRepositories returns a guild's repositories by name.
func (db *DB) GuildRepositories(ctx context.Context, id guild.ID) ([]GuildRepository, error) {
	rows, err := db.pool.Query(ctx, selectGuildRepositories, pgx.NamedArgs{"guild": id})
	if err != nil {
		return nil, explain(err, "guild "+string(id), nil)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (GuildRepository, error) {
		var r GuildRepository
		return r, row.Scan(&r.ID, &r.Connection, &r.GitHubID, &r.Name, &r.URL, &r.DefaultBranch)
	})
	return found, explain(err, "guild "+string(id), nil)
}

// selectUsed finds the repositories of a guild, and those that it inherits: the
// selection of the login that is owned nearest, while the guild has none of its own.
// A login that is not made yet stands before none.
const selectUsed = `
with nearest as (
    select c.id, c.settings from scope_paths g
    join mcp_connections c on c.scope_id = any (g.chain) and c.status <> 'pending'
    join mcp_servers s on s.id = c.server_id and s.slug = 'github'
    join scope_paths p on p.id = c.scope_id
    where g.id = @guild
    order by p.level desc limit 1
)
select connection_id, coalesce(github_id, 0), name, url from guild_repositories where guild_id = @guild
union
select nearest.id, coalesce(r.github_id, 0), r.name, r.url
from nearest, jsonb_to_recordset(settings -> 'repositories') r (github_id bigint, name text, url text)
order by 1, 3, 4`

// UsedRepositories returns the repositories that a guild's coding runs use, by the
// login that reaches them.
func (db *DB) UsedRepositories(ctx context.Context, id guild.ID) (map[guild.ID][]githubapp.RepositoryRef, error) {
	rows, err := db.pool.Query(ctx, selectUsed, pgx.NamedArgs{"guild": id})
	if err != nil {
		return nil, explain(err, "guild "+string(id), nil)
	}
	used := map[guild.ID][]githubapp.RepositoryRef{}
	var login guild.ID
	var r githubapp.RepositoryRef
	_, err = pgx.ForEachRow(rows, []any{&login, &r.GitHubID, &r.Name, &r.URL}, func() error {
		used[login] = append(used[login], r)
		return nil
	})
	return used, explain(err, "guild "+string(id), nil)
}

const (
	lockSelected   = selectSelected + ` for update`
	followMirrored = `
update guild_repositories set github_id = @github_id, name = @name, url = @url
where connection_id = @id and (github_id = @github_id or github_id is null and url = @asked)`
)

// FollowRepositories stores what GitHub calls a login's repositories now, and the
// ids of those that had none, in the login's selection and in every guild's
// repositories, as one transaction.
func (db *DB) FollowRepositories(ctx context.Context, id guild.ID, granted []githubapp.Granted) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var stored []storedRepository
		if err := tx.QueryRow(ctx, lockSelected, pgx.NamedArgs{"id": id}).Scan(&stored); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		for _, g := range granted {
			follow(stored, g)
			batch.Queue(followMirrored, pgx.NamedArgs{
				"id": id, "github_id": g.Now.ID, "name": g.Now.Name, "url": g.Now.URL, "asked": g.Asked.URL,
			})
		}
		encoded, err := json.Marshal(stored)
		if err != nil {
			return err
		}
		batch.Queue(saveSelected, pgx.NamedArgs{"id": id, "selected": encoded})
		return tx.SendBatch(ctx, batch).Close()
	})
	return explain(err, "connection "+string(id), nil)
}

// follow writes one repository as it is now into a selection that holds it.
func follow(stored []storedRepository, g githubapp.Granted) {
	for i := range stored {
		r := &stored[i]
		if r.GitHubID == g.Now.ID || r.GitHubID == 0 && r.URL == g.Asked.URL {
			r.GitHubID, r.Name, r.URL = g.Now.ID, g.Now.Name, g.Now.URL
		}
	}
}
