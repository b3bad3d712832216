-- +goose Up
create extension if not exists pg_trgm; -- a trusted one: the owner of a database may

-- A table that an operator defines, owned by an organisation or by a guild of it
-- (guild_id). Its name is unique in the organisation. columns is the definition, in
-- its order. The records are in a table of their own, records.t_<id without
-- hyphens>, with a column c<key> of its own type for each that is declared: so the
-- database checks, orders, indexes and plans with what it knows of each.
create table collections (
    id              uuid primary key,
    organisation_id uuid not null references scopes (id) on delete cascade,
    guild_id        uuid references scopes (id) on delete cascade,
    name            text not null,
    description     text not null default '',
    columns         jsonb not null,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now(),
    constraint collections_name unique (organisation_id, name)
);

create index collections_by_guild on collections (guild_id);

-- Who reaches a collection beside the agents of the guild that owns it. A guild's
-- row is never none: then there is no row.
create table collection_grants (
    collection_id uuid not null references collections (id) on delete cascade,
    scope_id      uuid not null references scopes (id) on delete cascade,
    access        text not null check (access in ('none', 'read', 'write')),
    primary key (collection_id, scope_id)
);

create index collection_grants_by_scope on collection_grants (scope_id);

-- How many live records a collection has, as a sum: counting a million takes a tenth
-- of a second, and one row would make all that add take turns.
create table collection_sizes (
    collection_id uuid not null references collections (id) on delete cascade,
    shard         smallint not null,
    records       bigint not null,
    primary key (collection_id, shard)
);

create schema records;

-- What an index is made on must not depend on settings, and array_to_string of texts
-- does not, though it is not declared so.
create function records.items(text[]) returns text
    language sql immutable parallel safe return array_to_string($1, E'\n');

-- However a collection goes, its table goes with it.
-- +goose StatementBegin
create function records.drop_table() returns trigger language plpgsql as $$
begin
    execute format('drop table if exists records.%I', 't_' || replace(old.id::text, '-', ''));
    return null;
end $$;
-- +goose StatementEnd

create trigger drop_table after delete on collections
    for each row execute function records.drop_table();

-- +goose Down
drop table collection_sizes;
drop table collection_grants;
drop table collections;
drop schema records cascade;
