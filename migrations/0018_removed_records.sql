-- +goose Up

-- Removed records are deleted for good after a while, and found by the moment of
-- their removal. Tables made later have this index from the beginning.
-- +goose StatementBegin
do $$
declare t text;
begin
    for t in select 't_' || replace(id::text, '-', '') from collections loop
        execute format('create index on records.%I (deleted_at) where deleted_at is not null', t);
    end loop;
end $$;
-- +goose StatementEnd

-- +goose Down
-- The indexes that are there do no harm.
select;
