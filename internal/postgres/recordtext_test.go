package postgres_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgrecords"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/record"
)

// fits is what a title of a part of it or a similar spelling is, of a term that has an
// even number of letters.
const fits = ` where c2 ilike '%' || $1 || '%' or length($1) > 4 and c2 %> $1
and (c2 ilike '%' || left($1, length($1) / 2) || '%' or c2 ilike '%' || right($1, length($1) / 2) || '%') order by `

// What more records hold than are counted is still listed in the order that was asked
// for, over all of them.
func TestAListingOfACommonWord(t *testing.T) {
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
		err = pgrecords.Fill(t.Context(), url, c, 3*record.MaxCounted)
	}
	if err != nil {
		t.Fatal(err)
	}
	table := "records.t_" + strings.ReplaceAll(string(c.ID), "-", "")
	for _, tt := range []struct {
		word, order, inSQL string
		offset             int
		total              int // 0: what SQL counts
		more               bool
	}{
		{pgrecords.CommonWord, "price desc", "c4 desc nulls last, id desc", 0, record.MaxCounted, true},
		{pgrecords.CommonWord, "due asc", "c5, id", 40, record.MaxCounted, true},
		{pgrecords.CommonWord, "due asc", "c5, id", record.MaxCounted + 10, record.MaxCounted, true},
		{pgrecords.CommonWord, "due asc", "c5, id", 3 * record.MaxCounted, record.MaxCounted, true},
		{pgrecords.Word(5), "price desc", "c4 desc nulls last, id desc", 0, 0, false},
		{pgrecords.Word(5), "price desc", "c4 desc nulls last, id desc", 3 * record.MaxCounted, 0, false},
	} {
		column, direction, _ := strings.Cut(tt.order, " ")
		q, err := record.Parse(c.Columns, record.Ask{
			Where: map[string]json.RawMessage{"title": json.RawMessage(`"` + tt.word + `"`)},
			Order: &record.Ordering{Column: column, Direction: direction}, Offset: tt.offset,
		})
		if err != nil {
			t.Fatal(err)
		}
		page, err := db.ListRecords(t.Context(), c, q)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := db.Pool().Query(t.Context(), "select id::text from "+table+fits+tt.inSQL, tt.word)
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if tt.total == 0 {
			tt.total = len(all)
		}
		if page.Total != tt.total || page.More != tt.more {
			t.Errorf("%s by %s: a total of %d, more: %v; want %d, %v", tt.word, tt.order, page.Total, page.More, tt.total, tt.more)
		}
		got := []string{}
		for _, r := range page.Records {
			got = append(got, string(r.ID))
		}
		from := min(tt.offset, len(all))
		if diff := cmp.Diff(slices.Clone(all[from:min(from+20, len(all))]), got); diff != "" {
			t.Errorf("%s by %s from %d (-SQL +listing):\n%s", tt.word, tt.order, tt.offset, diff)
		}
	}
}
