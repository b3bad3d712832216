-- +goose Up

-- Which scope offers which catalog item. An absent row inherits. Only the
-- binding of a server carries a login.
create table bindings (
    id            uuid primary key,
    scope_id      uuid not null references scopes (id) on delete cascade,
    catalog_kind  text not null check (catalog_kind in ('native_tool', 'mcp', 'mcp_tool', 'artifact_grant')),
    catalog_id    text not null,
    enabled       boolean not null,
    connection_id uuid references mcp_connections (id) on delete cascade,
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    unique (scope_id, catalog_kind, catalog_id),
    check (connection_id is null or catalog_kind = 'mcp')
);

create index bindings_by_connection on bindings (connection_id);

-- +goose Down
drop table bindings;
