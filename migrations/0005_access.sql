-- +goose Up

-- API tokens. Only the SHA-256 of a token's secret is kept: the secret is 32
-- random bytes, so nothing slower is needed.
create table api_tokens (
    id           uuid primary key,
    scope_id     uuid not null references scopes (id) on delete cascade,
    role         text not null check (role in ('admin', 'operator', 'viewer')),
    label        text not null default '',
    hash         bytea not null unique,
    created_at   timestamptz not null default now(),
    last_used_at timestamptz
);

-- One row: a known value sealed with the master key, so that a box started with
-- another key says so at once.
create table master_key_check (
    only_row boolean primary key default true check (only_row),
    sealed   bytea not null
);

-- +goose Down
drop table master_key_check;
drop table api_tokens;
