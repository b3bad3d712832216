-- +goose Up

-- Each daemon on this database keeps in memory what decides a tool call, and hears
-- here, at the commit, that some of it changed. However many statements a
-- transaction has, it is told once. The payload is empty: one that is not is a
-- daemon's own, by which it knows that it still hears.
-- +goose StatementBegin
create function tell_change() returns trigger language plpgsql as $$
begin
    perform pg_notify('guilds_changes', '');
    return null;
end $$;
-- +goose StatementEnd

create trigger tell_change after insert or update or delete or truncate on scopes
    for each statement execute function tell_change();
create trigger tell_change after insert or update or delete or truncate on mcp_servers
    for each statement execute function tell_change();
create trigger tell_change after insert or update or delete or truncate on mcp_connections
    for each statement execute function tell_change();
create trigger tell_change after insert or update or delete or truncate on mcp_tools
    for each statement execute function tell_change();
create trigger tell_change after insert or update or delete or truncate on bindings
    for each statement execute function tell_change();
create trigger tell_change after insert or update or delete or truncate on oauth_flows
    for each statement execute function tell_change();

-- +goose Down
drop trigger tell_change on oauth_flows;
drop trigger tell_change on bindings;
drop trigger tell_change on mcp_tools;
drop trigger tell_change on mcp_connections;
drop trigger tell_change on mcp_servers;
drop trigger tell_change on scopes;
drop function tell_change();
