-- +goose Up

-- A browser login on its way: what its callback needs, sealed with the identity
-- oauth_flows/<connection>. The state itself is kept by the operator's browser
-- alone; here is its SHA-256. A flow serves once, and not after expires_at: one that
-- was taken stays until what it came to is stored, so that who waits can tell.
create table oauth_flows (
    connection_id uuid primary key references mcp_connections (id) on delete cascade,
    state_hash    bytea not null unique,
    sealed        bytea not null,
    expires_at    timestamptz not null,
    taken_at      timestamptz,
    created_at    timestamptz not null default now()
);

-- refreshed counts the refreshes of one login, so that every daemon notices a
-- token that another one has refreshed; refreshed_at is when the last one was, or
-- the login. settings is what an operator chose on the login: Drive's folder,
-- GitHub's repositories.
alter table mcp_connections
    add column refreshed bigint not null default 0,
    add column refreshed_at timestamptz,
    add column settings jsonb not null default '{}';

-- What the product keeps on a connector: {"clients": {"<redirect URI>": "..."}},
-- the OAuth clients that are registered for the box, each sealed with the identity
-- mcp_servers/<id>, in base64. The admin's own has the empty redirect URI.
alter table mcp_servers add column config jsonb not null default '{}';

-- The repositories of a guild: those that a GitHub login of the guild's own has
-- selected, mirrored here. They go with the login.
create table guild_repositories (
    id             uuid primary key,
    guild_id       uuid not null references scopes (id) on delete cascade,
    connection_id  uuid not null references mcp_connections (id) on delete cascade,
    github_id      bigint, -- null until GitHub has said it
    name           text not null,
    url            text not null,
    default_branch text not null,
    created_at     timestamptz not null default now(),
    unique (guild_id, connection_id, github_id)
);

create index guild_repositories_by_connection on guild_repositories (connection_id);

-- +goose Down
drop table guild_repositories;
alter table mcp_servers drop column config;
alter table mcp_connections drop column settings, drop column refreshed_at, drop column refreshed;
drop table oauth_flows;
