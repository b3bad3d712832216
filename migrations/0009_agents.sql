-- +goose Up

-- How an agent works. The row is made with the agent's scope and goes with it.
-- Snapshots of runs read it; nothing of it is kept in memory of a daemon.
create table agents (
    scope_id       uuid primary key references scopes (id) on delete cascade,
    model          text not null default '',
    instructions   text not null default '',
    max_tool_calls integer not null default 100 check (max_tool_calls between 1 and 1000),
    coding         boolean not null default false,
    browser        boolean not null default false,
    scripting      boolean not null default true,
    memory         boolean not null default true,
    max_scripts    integer not null default 10 check (max_scripts between 0 and 100),
    updated_at     timestamptz not null default now()
);

insert into agents (scope_id) select id from scopes where level = 3;

-- +goose Down
drop table agents;
