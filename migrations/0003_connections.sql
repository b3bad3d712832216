-- +goose Up

-- One login for one server, owned at one scope. The credential is sealed with
-- the identity mcp_connections/<id>; epoch grows with each new credential.
create table mcp_connections (
    id           uuid primary key,
    server_id    uuid not null references mcp_servers (id) on delete cascade,
    scope_id     uuid not null references scopes (id) on delete cascade,
    status       text not null check (status in ('pending', 'connected', 'disconnected')),
    account_hint text not null default '',
    credentials  bytea,
    epoch        bigint not null default 1,
    revision     text not null default '',
    listed_at    timestamptz,
    fresh_until  timestamptz,
    tried_at     timestamptz,
    list_error   text not null default '',
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now(),
    unique (server_id, scope_id),
    check (status <> 'connected' or credentials is not null)
);

create index mcp_connections_by_scope on mcp_connections (scope_id);

-- The tools that a login lists. A schema is kept as its server sent it: json
-- keeps the order of keys and the text of numbers, which jsonb does not.
create table mcp_tools (
    connection_id uuid not null references mcp_connections (id) on delete cascade,
    remote_name   text not null,
    name          text not null,
    title         text not null default '',
    description   text not null default '',
    input_schema  json not null,
    annotations   json,
    position      integer not null,
    primary key (connection_id, remote_name),
    unique (connection_id, name)
);

create index mcp_tools_by_name on mcp_tools (name);

-- +goose Down
drop table mcp_tools;
drop table mcp_connections;
