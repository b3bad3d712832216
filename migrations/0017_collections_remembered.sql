-- +goose Up

-- What an agent reaches is asked before each use of a record, and kept in memory.
create trigger tell_change after insert or update or delete or truncate on collections
    for each statement execute function tell_change();
create trigger tell_change after insert or update or delete or truncate on collection_grants
    for each statement execute function tell_change();

-- +goose Down
drop trigger tell_change on collection_grants;
drop trigger tell_change on collections;
