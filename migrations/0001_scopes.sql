-- +goose Up

-- The tree platform > organisation > guild > agent. parent_level makes the foreign
-- key check that a parent is exactly one level above.
create table scopes (
    id           uuid primary key,
    level        smallint not null check (level between 0 and 3),
    parent_id    uuid,
    parent_level smallint generated always as (level - 1) stored,
    slug         text not null,
    name         text not null default '',
    created_at   timestamptz not null default now(),
    unique (id, level),
    unique (parent_id, slug),
    check ((level = 0) = (parent_id is null)),
    foreign key (parent_id, parent_level) references scopes (id, level) on delete cascade
);

insert into scopes (id, level, slug)
values ('00000000-0000-7000-8000-000000000000', 0, 'platform');

-- A scope with its path as a person types it, and its chain from the platform
-- down. The tree is four deep, so three joins reach its top, and a lookup by id
-- costs four index probes.
create view scope_paths as
select s.id, s.level, s.parent_id, s.slug, s.name, s.created_at,
       case s.level
           when 0 then s.slug
           when 1 then s.slug
           when 2 then p.slug || '/' || s.slug
           else g.slug || '/' || p.slug || '/' || s.slug
       end as path,
       array_remove(array[t.id, g.id, p.id, s.id], null) as chain
from scopes s
left join scopes p on p.id = s.parent_id
left join scopes g on g.id = p.parent_id
left join scopes t on t.id = g.parent_id;
