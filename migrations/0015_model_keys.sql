-- +goose Up

-- An organisation's own key for a provider of models, sealed with the identity
-- model_keys/<id>. A key that takes another's place is a row with an id of its own.
-- hint is the end of a key that is long enough to show it.
create table model_keys (
    id         uuid primary key,
    scope_id   uuid not null,
    level      smallint not null default 1 check (level = 1),
    provider   text not null,
    sealed     bytea not null,
    hint       text not null default '' check (length(hint) <= 4),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (scope_id, provider),
    foreign key (scope_id, level) references scopes (id, level) on delete cascade
);

-- What is masked in an agent's results is kept in memory, and these keys with it.
create trigger tell_change after insert or update or delete or truncate on model_keys
    for each statement execute function tell_change();

-- +goose Down
drop table model_keys;
