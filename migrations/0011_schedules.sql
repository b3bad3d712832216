-- +goose Up

-- When an agent is woken: a cron expression in UTC, or random moments of a window of
-- each day, which follow from seed and the date. A paused schedule has no next_run_at.
-- No run is named by a foreign key: runs are deleted on their own.
create table schedules (
    id           uuid primary key,
    agent_id     uuid not null references scopes (id) on delete cascade,
    description  text not null,
    instruction  text not null,
    cron         text,
    timezone     text,
    window_start smallint, -- in minutes since midnight
    window_end   smallint,
    max_wakes    smallint,
    seed         bigint,
    next_run_at  timestamptz,
    last_run_id  uuid,
    last_run_at  timestamptz,
    skipped      integer not null default 0, -- wakes since then
    created_by   text not null,
    created_at   timestamptz not null default now(),
    check ((cron is null) = (timezone is not null)),
    check (num_nulls(timezone, window_start, window_end, max_wakes, seed) in (0, 5))
);

create index schedules_by_agent on schedules (agent_id);
create index schedules_due on schedules (next_run_at) where next_run_at is not null;

-- +goose Down
drop table schedules;
