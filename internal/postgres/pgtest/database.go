package pgtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/migrations"
)

const (
	templateLock  = 0x67746d70 // advisory: one process makes the template
	keepTemplates = 4          // of other versions of the schema, which other checkouts may be testing
)

// New opens a migrated database that this test has to itself. It is closed and
// removed at the end of the test.
func New(t testing.TB) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), URL(t), postgres.Options{Name: "pgtest", MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// URL returns the address of a migrated database that this test has to itself.
func URL(t testing.TB) string {
	t.Helper()
	return create(t, templateName())
}

// EmptyURL returns the address of a database without tables that this test has to
// itself.
func EmptyURL(t testing.TB) string {
	t.Helper()
	return create(t, "template1")
}

var count atomic.Int64

func create(t testing.TB, template string) string {
	t.Helper()
	admin, err := shared()
	if err != nil {
		t.Fatalf("the tests need PostgreSQL: %v", err)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), count.Add(1))
	if err := execute(t.Context(), admin, fmt.Sprintf("create database %s template %s", name, template)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := execute(context.Background(), admin, "drop database "+name+" with (force)"); err != nil {
			t.Error(err)
		}
	})
	return withDatabase(admin, name)
}

// templateName names the template by what the migrations say.
var templateName = sync.OnceValue(func() string {
	h := sha256.New()
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range files {
		content, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			panic(err) // the files are part of the program
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(content), content)
	}
	return fmt.Sprintf("template_%x", h.Sum(nil)[:8])
})

// prepare makes the template where it is missing, and removes what dead
// processes left behind.
func prepare(ctx context.Context, admin string) error {
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", templateLock); err != nil { // until the connection closes
		return err
	}
	if err := removeOrphans(ctx, conn); err != nil {
		return err
	}
	var exists bool
	err = conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", templateName()).Scan(&exists)
	if err != nil || exists {
		return err
	}
	return makeTemplate(ctx, conn, admin)
}

// makeTemplate gives the template its name last, so that a template of that name
// is always whole.
func makeTemplate(ctx context.Context, conn *pgx.Conn, admin string) error {
	const unfinished = "unfinished"
	for _, sql := range []string{"drop database if exists " + unfinished + " with (force)", "create database " + unfinished} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	db, err := postgres.Open(ctx, withDatabase(admin, unfinished), postgres.Options{Name: "pgtest"})
	if err != nil {
		return err
	}
	_, err = db.Migrate(ctx)
	db.Close()
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, fmt.Sprintf("alter database %s rename to %s", unfinished, templateName()))
	return err
}

// removeOrphans drops the databases of test processes that ended without doing so,
// and all but the newest templates.
func removeOrphans(ctx context.Context, conn *pgx.Conn) error {
	names, err := column(ctx, conn, `select datname from pg_database where datname like 'test\_%'`)
	if err != nil {
		return err
	}
	old, err := column(ctx, conn, `
		select datname from pg_database where datname like 'template\_%' and datname <> $1
		order by oid desc offset $2`, templateName(), keepTemplates)
	if err != nil {
		return err
	}
	for _, name := range names {
		var pid, n int
		if _, err := fmt.Sscanf(name, "test_%d_%d", &pid, &n); err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
			old = append(old, name)
		}
	}
	for _, name := range old {
		if _, err := conn.Exec(ctx, "drop database if exists "+name+" with (force)"); err != nil {
			return err
		}
	}
	return nil
}

func column(ctx context.Context, conn *pgx.Conn, sql string, args ...any) ([]string, error) {
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func execute(ctx context.Context, url, sql string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

// withDatabase returns address with another database.
func withDatabase(address, name string) string {
	u, err := url.Parse(address)
	if err != nil {
		panic(err) // the address comes from Cluster.URL
	}
	u.Path = "/" + name
	return u.String()
}
