package postgres

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/migrations"
)

// migrationLock is the advisory lock that one migrating daemon holds; the others
// wait for it. The number is "guilds" in ASCII.
const migrationLock = 0x6775696c6473

// Migration is one step of the schema.
type Migration struct {
	Version   int64
	Name      string    // of its file, "0001_scopes.sql"
	AppliedAt time.Time // zero for a step that is pending
}

// Pending reports whether the database does not have the step yet.
func (m Migration) Pending() bool { return m.AppliedAt.IsZero() }

// Migrations lists the steps that this program knows, in order, and whether the
// database has them. It changes nothing but the table in which steps are noted.
func (db *DB) Migrations(ctx context.Context) (steps []Migration, err error) {
	err = db.withMigrator(ctx, func(m *goose.Provider) error {
		steps, err = status(ctx, m)
		return err
	})
	return steps, err
}

// Migrate brings the schema up to what this program knows and returns the steps
// that it took, none for a schema that was there already. Daemons that start at
// once take turns. A schema that a newer program made is refused with
// CodeConflict, and nothing is changed.
func (db *DB) Migrate(ctx context.Context) (taken []Migration, err error) {
	err = db.withMigrator(ctx, func(m *goose.Provider) error {
		results, err := m.Up(ctx)
		if err == nil {
			err = db.migrateJobs(ctx)
		}
		for _, r := range results {
			taken = append(taken, Migration{Version: r.Source.Version, Name: path.Base(r.Source.Path), AppliedAt: time.Now().UTC()})
		}
		return err
	})
	return taken, err
}

// withMigrator calls f with the migrator while it holds the lock, unless the
// schema is newer than this program.
func (db *DB) withMigrator(ctx context.Context, f func(*goose.Provider) error) (err error) {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return explain(err, "database", nil)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", migrationLock); err != nil {
		return explain(err, "lock for migrations", nil)
	}
	defer func() {
		// Closing the connection is what surely gives the lock back, whatever
		// became of ctx and of the statement before.
		err = errors.Join(err, conn.Hijack().Close(context.WithoutCancel(ctx)))
	}()
	sqlDB := stdlib.OpenDBFromPool(db.pool)
	defer sqlDB.Close() // leaves the pool open
	m, err := goose.NewProvider(goose.DialectPostgres, sqlDB, migrations.FS,
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if err := refuseNewer(ctx, m); err != nil {
		return err
	}
	return f(m)
}

// refuseNewer keeps an older program away from a schema that it does not know.
func refuseNewer(ctx context.Context, m *goose.Provider) error {
	has, knows, err := m.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	if has > knows {
		return guild.Errorf(guild.CodeConflict,
			"the database has schema version %d and this guildsd knows versions up to %d; it was used by a newer guildsd", has, knows).
			WithHint("install the newer guildsd again, or use another database")
	}
	return nil
}

func status(ctx context.Context, m *goose.Provider) ([]Migration, error) {
	rows, err := m.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the state of the migrations: %w", err)
	}
	steps := make([]Migration, len(rows))
	for i, r := range rows {
		steps[i] = Migration{Version: r.Source.Version, Name: path.Base(r.Source.Path)}
		if r.State == goose.StateApplied {
			steps[i].AppliedAt = r.AppliedAt.UTC()
		}
	}
	return steps, nil
}
