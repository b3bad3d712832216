-- +goose Up

-- What was called, by whom, and what came back, as it was stamped: arguments and
-- result have been through redaction. Rows outlive the login that they name.
create table tool_calls (
    id            uuid primary key,
    connection_id uuid references mcp_connections (id) on delete set null,
    scope_id      uuid references scopes (id) on delete set null,
    server        text not null,
    tool          text not null,
    caller        text not null,
    arguments     json not null,
    result        text not null,
    failed        boolean not null,
    duration      interval not null,
    created_at    timestamptz not null default now()
);

create index tool_calls_by_age on tool_calls (created_at);
create index tool_calls_by_connection on tool_calls (connection_id);
create index tool_calls_by_scope on tool_calls (scope_id);

-- +goose Down
drop table tool_calls;
