-- +goose Up

-- One row for each connector: those that the product brings (seeded) and those
-- that an instance admin added. What a seeded connector asks for and checks is
-- code; the row holds its address and the copy that an admin may edit.
create table mcp_servers (
    id            uuid primary key,
    slug          text not null unique,
    name          text not null,
    transport     text not null default 'http' check (transport in ('http')),
    url           text not null,
    auth          text not null check (auth in ('none', 'token', 'oauth')),
    header        text not null default '',
    scheme        text not null default '',
    allow_private boolean not null default false,
    description   text not null default '',
    limitations   text not null default '',
    setup_hint    text not null default '',
    published     boolean not null default false,
    copy_source   text not null default 'admin' check (copy_source in ('seed', 'admin')),
    seeded        boolean not null default false,
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now()
);

-- The published copy of a connector's tools. What a single login lists is in
-- mcp_tools.
create table mcp_catalog_tools (
    server_id   uuid not null references mcp_servers (id) on delete cascade,
    name        text not null,
    description text not null default '',
    position    integer not null default 0,
    published   boolean not null default true,
    copy_source text not null default 'seed' check (copy_source in ('seed', 'admin')),
    primary key (server_id, name)
);

-- +goose Down
drop table mcp_catalog_tools;
drop table mcp_servers;
