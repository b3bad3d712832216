package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// Every statement is refused by the real server; no error is made up.
func TestExplainServerErrors(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	const platform = "'00000000-0000-7000-8000-000000000000'"
	meaning := postgres.ByConstraint{"scopes_parent_id_slug_key": guild.Errorf(guild.CodeConflict, "the name acme is taken here")}
	exec1(t, db, "insert into scopes (id, level, parent_id, slug) values (gen_random_uuid(), 1, "+platform+", 'acme')")
	exec1(t, db, "create table leaves (id int primary key, scope_id uuid references scopes (id))")
	exec1(t, db, "insert into leaves values (1, "+platform+")")

	tests := map[string]struct {
		sql         string
		constraints postgres.ByConstraint
		code        guild.Code
		want        string
	}{
		"unique": {sql: "insert into leaves values (1, null)",
			code: guild.CodeConflict, want: "thing exists already"},
		"unique with a meaning": {sql: "insert into scopes (id, level, parent_id, slug) values (gen_random_uuid(), 1, " + platform + ", 'acme')",
			constraints: meaning, code: guild.CodeConflict, want: "the name acme is taken here"},
		"a meaning for another constraint": {sql: "insert into leaves values (1, null)",
			constraints: meaning, code: guild.CodeConflict, want: "thing exists already"},
		"refers to nothing": {sql: "insert into leaves values (2, gen_random_uuid())",
			code: guild.CodeNotFound, want: "thing refers to something that is not there"},
		"still referred to": {sql: "delete from scopes where id = " + platform,
			code: guild.CodeConflict, want: "thing is still in use"},
		"serialization": {sql: "do $$ begin raise exception using errcode = '40001'; end $$",
			code: guild.CodeUnavailable, want: "the database is busy; try again"},
		"deadlock": {sql: "do $$ begin raise exception using errcode = '40P01'; end $$",
			code: guild.CodeUnavailable, want: "the database is busy; try again"},
		"NUL": {sql: `select convert_from('\x00', 'UTF8')`,
			code: guild.CodeInvalid, want: "the text holds the character NUL or is not UTF-8, and neither can be stored"},
		"check violation": {sql: "insert into scopes (id, level, slug) values (gen_random_uuid(), 9, 'x')",
			code: guild.CodeInternal, want: "thing: "},
		"a fault of ours": {sql: "selekt", code: guild.CodeInternal, want: "thing: "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, cause := db.Pool().Exec(t.Context(), tt.sql)
			if cause == nil {
				t.Fatalf("the server took %s", tt.sql)
			}
			err := postgres.Explain(cause, "thing", tt.constraints)
			if guild.CodeOf(err) != tt.code || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("explained %v as %s: %v; want %s: %s", cause, guild.CodeOf(err), err, tt.code, tt.want)
			}
			if _, ok := errors.AsType[*pgconn.PgError](err); !ok {
				t.Errorf("the cause is lost in %v", err)
			}
		})
	}
	if meaning["scopes_parent_id_slug_key"].Err != nil {
		t.Error("explaining wrote into the table of meanings")
	}
}

func TestExplainOtherErrors(t *testing.T) {
	t.Parallel()
	ours := guild.Errorf(guild.CodeDenied, "not here")
	tests := map[string]struct {
		err  error
		code guild.Code
	}{
		"no row":            {pgx.ErrNoRows, guild.CodeNotFound},
		"wrapped no row":    {fmt.Errorf("scan: %w", pgx.ErrNoRows), guild.CodeNotFound},
		"connection broken": {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), guild.CodeUnavailable},
		"too slow":          {context.DeadlineExceeded, guild.CodeUnavailable},
		"caller went away":  {context.Canceled, guild.CodeInternal},
		"coded already":     {fmt.Errorf("in a transaction: %w", ours), guild.CodeDenied},
		"anything else":     {errors.New("odd"), guild.CodeInternal},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := postgres.Explain(tt.err, "thing", nil)
			if guild.CodeOf(err) != tt.code || !errors.Is(err, tt.err) {
				t.Errorf("explained as %s: %v; want %s with its cause", guild.CodeOf(err), err, tt.code)
			}
		})
	}
	if postgres.Explain(nil, "thing", nil) != nil {
		t.Error("nil was explained")
	}
}

func TestCancelledStatementStaysACancellation(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := pgtest.New(t).Ping(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Ping under a cancelled context: %v", err)
	}
}
