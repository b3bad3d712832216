-- +goose Up

-- The tools that runs offer, as the model gets them, by the SHA-256 of the document.
-- Most runs of an agent offer the same, so they share one row.
create table run_toolsets (
    hash       bytea primary key,
    tools      json not null,
    created_at timestamptz not null default now()
);

-- One conversation of one agent. The snapshot is what the agent is and reaches, taken
-- when the first generation starts; it is null until then.
create table runs (
    id         uuid primary key,
    agent_id   uuid not null references scopes (id) on delete cascade,
    trigger    text not null check (trigger in ('direct', 'group', 'schedule')),
    origin     uuid, -- the schedule or the group message that started it; it may be gone by now
    title      text not null,
    caller     text not null,
    snapshot   jsonb,
    toolset    bytea references run_toolsets (hash),
    last_seq   integer not null default 0,
    metadata   jsonb not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((snapshot is null) = (toolset is null))
);

create index runs_by_agent on runs (agent_id, created_at);
create index runs_by_toolset on runs (toolset);

-- One message to a run and the work that it starts. input becomes a message of the
-- run when the generation is first claimed. attempt grows with each claim and fences
-- off a daemon whose lease has run out; owner is the daemon that holds it.
create table generations (
    id                uuid primary key,
    run_id            uuid not null references runs (id) on delete cascade,
    agent_id          uuid not null references scopes (id) on delete cascade,
    number            integer not null,
    input             text not null,
    caller            text not null,
    status            text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
    cancelling        boolean not null default false,
    attempt           integer not null default 0,
    owner             text,
    lease_until       timestamptz,
    error             text not null default '',
    tool_calls        integer not null default 0,
    prompt_tokens     bigint not null default 0,
    completion_tokens bigint not null default 0,
    cached_tokens     bigint not null default 0,
    cost              numeric, -- US dollars; null where the provider names none
    created_at        timestamptz not null default now(),
    started_at        timestamptz,
    ended_at          timestamptz,
    unique (run_id, number),
    check ((status = 'running') = (owner is not null)),
    check ((owner is null) = (lease_until is null))
);

-- An agent runs one generation at a time, whichever daemon runs it.
create unique index generations_running on generations (agent_id) where status = 'running';
create index generations_queued on generations (agent_id, created_at) where status = 'queued';
create index generations_held on generations (owner) where status = 'running';

-- What was said and done, in order. id makes a write that is tried again the same
-- write. call_id to duration belong to a tool's result.
create table run_messages (
    run_id        uuid not null references runs (id) on delete cascade,
    seq           integer not null,
    id            uuid not null unique,
    generation_id uuid not null references generations (id) on delete cascade,
    kind          text not null check (kind in ('user', 'assistant', 'tool', 'notice', 'end')),
    content       text not null,
    calls         json,
    reasoning     json,
    call_id       text not null default '',
    tool          text not null default '',
    arguments     json,
    failed        boolean not null default false,
    duration      interval not null default '0',
    meta          jsonb not null default '{}',
    created_at    timestamptz not null default now(),
    primary key (run_id, seq)
);

create index run_messages_by_generation on run_messages (generation_id);

-- +goose Down
drop table run_messages;
drop table generations;
drop table runs;
drop table run_toolsets;
