-- +goose Up

-- A secret at an organisation, a guild or an agent. The value is sealed with the
-- identity secrets/<id>; a new value is a new id, so that an old one put back in its
-- place does not open.
create table secrets (
    id          uuid primary key,
    scope_id    uuid not null,
    scope_level smallint not null check (scope_level between 1 and 3),
    name        text not null check (name ~ '^[A-Z][A-Z0-9_]{0,63}$'),
    description text not null default '',
    made_by     text not null,
    by_agent    boolean not null,
    run_id      uuid,
    sealed      bytea not null,
    created_at  timestamptz not null default now(),
    updated_at  timestamptz not null default now(),
    unique (scope_id, name),
    foreign key (scope_id, scope_level) references scopes (id, level) on delete cascade
);

-- What an agent masks is kept in memory, see 0008.
create trigger tell_change after insert or update or delete or truncate on secrets
    for each statement execute function tell_change();

-- An agent's question to its operator for a secret; one at a time for a name.
create table secret_requests (
    id         uuid primary key,
    agent_id   uuid not null references scopes (id) on delete cascade,
    run_id     uuid,
    name       text not null,
    reason     text not null,
    status     text not null default 'open' check (status in ('open', 'answered', 'declined')),
    closed_by  text not null default '',
    note       text not null default '',
    created_at timestamptz not null default now(),
    closed_at  timestamptz,
    check ((status = 'open') = (closed_at is null))
);

create unique index secret_requests_open on secret_requests (agent_id, name) where status = 'open';
create index secret_requests_by_agent on secret_requests (agent_id, created_at);

-- What agents report to their guild's operators. The text has been through
-- redaction. A row outlives the agent that it names.
create table issues (
    id          uuid primary key,
    guild_id    uuid not null references scopes (id) on delete cascade,
    agent_id    uuid references scopes (id) on delete set null,
    agent       text not null,
    run_id      uuid,
    call_id     uuid,
    category    text not null check (category in ('tool_failure', 'truncated', 'api', 'other')),
    tool        text not null default '',
    title       text not null,
    details     text not null default '',
    resolved_by text not null default '',
    resolved_at timestamptz,
    note        text not null default '',
    created_at  timestamptz not null default now()
);

create index issues_by_guild on issues (guild_id, created_at);
create index issues_open on issues (guild_id) where resolved_at is null;
create index issues_by_agent on issues (agent_id);

-- +goose Down
drop table issues;
drop table secret_requests;
drop table secrets;
