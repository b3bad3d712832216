-- +goose Up

-- What has been seeded at the platform once, as "kind id", so that a binding that an
-- admin removed stays removed at the next start. Other scopes have nothing seeded.
alter table scopes add column seeded text[] not null default '{}';

-- +goose Down
alter table scopes drop column seeded;
