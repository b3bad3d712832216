package pgtest_test

import (
	"net/url"
	"testing"

	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

func TestNewIsMigrated(t *testing.T) {
	t.Parallel()
	steps, err := pgtest.New(t).Migrations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) == 0 {
		t.Fatal("the schema has no steps")
	}
	for _, step := range steps {
		if step.Pending() {
			t.Errorf("%s is pending in a new database", step.Name)
		}
	}
}

func TestDatabasesAreSeparate(t *testing.T) {
	t.Parallel()
	a, errA := url.Parse(pgtest.URL(t))
	b, errB := url.Parse(pgtest.URL(t))
	if errA != nil || errB != nil || a.Path == b.Path {
		t.Errorf("two databases of a test are %v and %v (%v, %v)", a.Path, b.Path, errA, errB)
	}
}
