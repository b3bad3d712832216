package postgres_test

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgrecords"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/record"
)

// Whatever is listed or searched in a large collection is reached by an index. What
// has no trigram, one or two characters, has none.
func TestRecordsArePlannedOnIndexes(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	db, err := postgres.Open(t.Context(), url, postgres.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	tree := pgtest.Tree(t, db, "acme")
	c, err := db.AddCollection(t.Context(), record.Collection{ID: guild.NewID(), Name: "orders", ScopeID: tree["acme"].ID, Columns: pgrecords.Columns()})
	if err == nil {
		err = pgrecords.Fill(t.Context(), url, c, 40_000)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{
		`{"title":"` + pgrecords.Word(1500) + `"}`, `{"title":"` + pgrecords.CommonWord + `"}`, `{"tags":"` + pgrecords.Word(1500) + `"}`, `{"price":{"gte":10,"lte":11}}`,
		`{"due":{"gte":"2025-12-20"}}`, `{"status":"open","price":{"lte":20}}`, `{"sku":"SKU-0000012"}`, `{"price":null}`, `{"id":"` + string(guild.NewID()) + `"}`,
	} {
		for _, order := range []string{"", "price", "title", "due", "updated_at"} {
			ask := record.Ask{Where: map[string]json.RawMessage{}}
			if err := json.Unmarshal([]byte(where), &ask.Where); err != nil {
				t.Fatal(err)
			}
			if order != "" {
				ask.Order = &record.Ordering{Column: order, Direction: "desc"}
			}
			q, err := record.Parse(c.Columns, ask)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range postgres.ListStatements(c, q) {
				wantIndexed(t, db, s.Settings, s.SQL, s.Args)
			}
		}
	}
	for _, order := range []string{"id", "created_at", "updated_at", "sku", "title", "status", "price", "due"} {
		for _, direction := range []string{"asc", "desc"} {
			q, err := record.Parse(c.Columns, record.Ask{Order: &record.Ordering{Column: order, Direction: direction}})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range postgres.ListStatements(c, q) {
				wantIndexed(t, db, s.Settings, s.SQL, s.Args)
			}
		}
	}
	for _, query := range []string{pgrecords.CommonWord, pgrecords.Word(1500), pgrecords.CommonWord + " " + pgrecords.Word(1), "never " + pgrecords.CommonWord, `"` + pgrecords.Word(3) + " " + pgrecords.Word(1500) + `"`} {
		newest, byIndex, args := postgres.SearchStatements(c, record.Search{Query: query})
		wantIndexed(t, db, "", newest, args)
		wantIndexed(t, db, postgres.OnlyBitmaps, byIndex, args)
	}
}

// wantIndexed fails the test where a statement reads a table from end to end, after
// the settings that come before it.
func wantIndexed(t *testing.T, db *postgres.DB, settings, sql string, args []any) {
	t.Helper()
	var raw []byte
	err := pgx.BeginFunc(t.Context(), db.Pool(), func(tx pgx.Tx) error {
		if settings != "" {
			if _, err := tx.Exec(t.Context(), settings); err != nil {
				return err
			}
		}
		return tx.QueryRow(t.Context(), "explain (format json) "+sql, append([]any{pgx.QueryExecModeExec}, args...)...).Scan(&raw)
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(raw, &plans); err != nil {
		t.Fatal(err)
	}
	for _, relation := range plans[0].Plan.sequentialScans() {
		t.Errorf("%s is read from end to end by\n%s\n%v", relation, sql, args)
	}
}
