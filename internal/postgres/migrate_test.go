package postgres_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

func openURL(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, postgres.Options{MaxConns: 1}) // the least must do
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	db := openURL(t, pgtest.EmptyURL(t))
	before, err := db.Migrations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(before) == 0 || before[0].Version != 1 || before[0].Name != "0001_scopes.sql" {
		t.Fatalf("the steps are %v; want 0001_scopes.sql first", before)
	}
	for _, step := range before {
		if !step.Pending() {
			t.Errorf("%s is not pending in an empty database", step.Name)
		}
	}
	taken, err := db.Migrate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(taken) != len(before) || taken[0].Name != before[0].Name || taken[0].Pending() {
		t.Errorf("Migrate took %v; want every step of %v", taken, before)
	}
	if again, err := db.Migrate(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("a second Migrate took %v, %v; want nothing", again, err)
	}
	if slug := query1[string](t, db, "select slug from scopes where id = '"+string(guild.PlatformID)+"'"); slug != "platform" {
		t.Errorf("the platform's slug is %q", slug)
	}
}

func TestMigrateAtOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.EmptyURL(t)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		db := openURL(t, url)
		wg.Go(func() {
			steps, err := db.Migrate(t.Context())
			if err != nil {
				t.Error(err)
			}
			taken.Add(int64(len(steps)))
		})
	}
	wg.Wait()
	known, err := openURL(t, url).Migrations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if int(taken.Load()) != len(known) {
		t.Errorf("%d steps were taken by four daemons, want each of %d once", taken.Load(), len(known))
	}
}

func TestMigrateRefusesANewerSchema(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	exec1(t, db, "insert into goose_db_version (version_id, is_applied) values (9999, true)")
	_, err := db.Migrate(t.Context())
	if guild.CodeOf(err) != guild.CodeConflict || !strings.Contains(err.Error(), "schema version 9999") || !strings.Contains(err.Error(), "versions up to ") {
		t.Errorf("Migrate: %v; want a conflict that names both versions", err)
	}
	if _, err := db.Migrations(t.Context()); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("Migrations: %v; want a conflict", err)
	}
	if _, err := db.Migrate(t.Context()); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("a second Migrate: %v; want the lock given back and a conflict", err)
	}
}
