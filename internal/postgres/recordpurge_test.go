package postgres_test

import (
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/postgres"
)

// A removed record stays for a while and is then deleted. What was removed since, and
// what is live, stays.
func TestPurgeRecords(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.add(t, `{"sku":"live"}`)
	table := "records.t_" + strings.ReplaceAll(string(s.orders.ID), "-", "")
	for sku, removed := range map[string]time.Duration{"long ago": 31 * 24 * time.Hour, "lately": 29 * 24 * time.Hour} {
		id := s.add(t, `{"sku":"`+sku+`"}`).Record.ID
		if err := s.RemoveRecord(t.Context(), s.orders.ID, id); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Pool().Exec(t.Context(), "update "+table+" set deleted_at = now() - $2::interval where id = $1", id, removed); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int64{1, 0} {
		if n, err := s.PurgeRecords(t.Context(), 30*24*time.Hour); n != want || err != nil {
			t.Errorf("%d records were purged (%v), want %d", n, err, want)
		}
	}
	var left string
	if err := s.Pool().QueryRow(t.Context(), "select string_agg(c1, ', ' order by c1) from "+table).Scan(&left); err != nil || left != "lately, live" {
		t.Errorf("what is left is %q (%v)", left, err)
	}
	if size, err := s.RecordSize(t.Context(), s.orders); err != nil || size.Records != 1 {
		t.Errorf("after the purge %d records are counted (%v)", size.Records, err)
	}
}

// However many records a collection has, a purge reads those that were removed.
func TestAPurgeIsPlannedOnAnIndex(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	wantIndexed(t, s.DB, "set local enable_seqscan = off", postgres.PurgeStatement(s.orders), []any{time.Hour})
}
