-- +goose Up

-- What agents write down, of every kind: notes of a scope by their file name, and
-- the one memory of an agent, whose key is empty. words is what a search by words
-- looks in. No run is named by a foreign key: a version outlives the run that wrote
-- it.
create table artifacts (
    id         uuid primary key,
    scope_id   uuid not null references scopes (id) on delete cascade,
    kind       text not null check (kind in ('note', 'memory', 'script')),
    key        text not null check ((key = '') = (kind = 'memory')),
    content    text not null,
    author     text not null,
    run_id     uuid,
    words      tsvector generated always as (to_tsvector('simple', content)) stored,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (scope_id, kind, key)
);

-- The versions of a memory that others replaced, as they were written.
create table memory_revisions (
    id              uuid primary key,
    agent_id        uuid not null references scopes (id) on delete cascade,
    content         text not null,
    author          text not null,
    run_id          uuid,
    written_at      timestamptz not null,
    replaced_at     timestamptz not null default clock_timestamp(),
    replaced_by     text not null,
    replaced_by_run uuid
);

create index memory_revisions_by_age on memory_revisions (agent_id, replaced_at desc, id desc);

-- +goose Down
drop table memory_revisions;
drop table artifacts;
