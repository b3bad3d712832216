-- +goose Up

-- The group of a guild in which something was posted. last_seq numbers its messages:
-- who posts holds the row, so that messages come to be seen in their order.
create table groups (
    guild_id uuid primary key references scopes (id) on delete cascade,
    last_seq integer not null
);

-- What operators and agents post. The text has been through redaction. A row outlives
-- the agent and the run that it names. hops is how far a message is from what an
-- operator began, through the agents that woke each other.
create table group_messages (
    id         uuid primary key,
    guild_id   uuid not null references groups (guild_id) on delete cascade,
    seq        integer not null,
    author     text not null,
    by_agent   boolean not null,
    agent_id   uuid references scopes (id) on delete set null,
    run_id     uuid, -- in which an agent posted
    content    text not null,
    hops       smallint not null check (hops >= 0),
    created_at timestamptz not null default clock_timestamp(),
    unique (guild_id, seq)
);

create index group_messages_by_agent on group_messages (agent_id);

-- Whom a message woke. Several messages may have woken an agent to one run.
create table group_wakes (
    message_id uuid not null references group_messages (id) on delete cascade,
    agent_id   uuid not null references scopes (id) on delete cascade,
    run_id     uuid not null,
    primary key (message_id, agent_id)
);

create index group_wakes_by_agent on group_wakes (agent_id);
create index group_wakes_by_run on group_wakes (run_id);

-- +goose Down
drop table group_wakes;
drop table group_messages;
drop table groups;
