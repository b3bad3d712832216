package postgres_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

func TestAlterCollection(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.add(t, `{"sku":"a","title":"blue chair","status":"open","price":1,"tags":["wood"]}`)
	s.add(t, `{"sku":"b","price":2}`)
	status := orderColumns[2]
	status.Values, status.Required = []string{"open", "done", "late"}, true
	about := "What was ordered."
	a := record.Alteration{
		Description: &about,
		Rename:      map[string]string{"price": "cost"},
		Drop:        []string{"title"},
		Change:      []record.Column{status},
		Add:         []record.Column{{Name: "country", Type: record.Text, Required: true}, {Name: "weight", Type: record.Number}},
		Defaults:    map[string]json.RawMessage{"country": json.RawMessage(`"Nepal"`), "status": json.RawMessage(`"late"`)},
	}
	_, dry, err := s.AlterCollection(t.Context(), s.orders.ID, a, true)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := s.Collection(t.Context(), s.orders.ID); err != nil || !cmp.Equal(c, s.orders) {
		t.Errorf("a dry run changed the collection to %+v (%v)", c, err)
	}
	after, effects, err := s.AlterCollection(t.Context(), s.orders.ID, a, false)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 records lose their title", "1 records get the default of status", "2 records get the default of country"}
	if diff := cmp.Diff(want, effects); diff != "" || !cmp.Equal(dry, effects) {
		t.Errorf("effects (-want +got; the dry run said %q):\n%s", dry, diff)
	}
	stored, err := s.Collection(t.Context(), s.orders.ID)
	if err != nil || stored.Description != about || !cmp.Equal(stored.Columns, after.Columns) {
		t.Errorf("the collection is now %+v (%v)", stored, err)
	}
	s.orders = stored
	for query, want := range map[string]string{"chair": "", "nepal": "b a", "wood": "a", "late": "b"} {
		if got := s.search(t, query); got != want {
			t.Errorf("search %s after it: %q, want %q", query, got, want)
		}
	}
	ask := record.Ask{Where: map[string]json.RawMessage{"cost": json.RawMessage(`{"gte":2}`), "status": json.RawMessage(`"late"`)}}
	if got := s.list(t, ask); got != "b" {
		t.Errorf("by the new name and value: %q", got)
	}
	if got := string(s.add(t, `{"sku":"c","status":"done","country":"Peru","weight":1.5}`).Record.Body); got != `{"sku":"c","status":"done","country":"Peru","weight":1.5}` {
		t.Errorf("a record of the new columns: %s", got)
	}
}

func TestAlterRefusesWhatRecordsDoNotFit(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, sku := range []string{"a", "b", "c"} {
		s.add(t, `{"sku":"`+sku+`","status":"open","price":1,"sizes":["s","m"]}`)
	}
	status, sizes, price, title := orderColumns[2], orderColumns[7], orderColumns[3], orderColumns[1]
	status.Values, sizes.Values, title.Required = []string{"done"}, []string{"m"}, true
	sku := orderColumns[0]
	sku.Unique, price.Unique = false, true
	_, _, err := s.AlterCollection(t.Context(), s.orders.ID, record.Alteration{
		Change: []record.Column{sku, status, sizes, price, title}, Add: []record.Column{{Name: "country", Type: record.Text, Required: true}},
	}, false)
	want := `the records of orders do not fit the new columns
  columns.title: 3 records have no value, and it is to be required; give a default
  columns.status: 3 records hold other values: open (3)
  columns.price: 3 records share their value with another, and it is to be unique
  columns.sizes: 3 records hold other values: s (3)
  columns.country: 3 records would have no value, and it is required; give a default, or let it be optional`
	if guild.CodeOf(err) != guild.CodeInvalid || err.Error() != want {
		t.Errorf("AlterCollection: %v\nwant %s", err, want)
	}
	if c, err := s.Collection(t.Context(), s.orders.ID); err != nil || !cmp.Equal(c, s.orders) {
		t.Errorf("a refused change left %+v (%v)", c, err)
	}
}

// The indexes follow what a column is declared to be.
func TestAlterKeepsIndexesInStep(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	indexes := func() string {
		return query1[string](t, s.DB, `select string_agg(indexname, ' ' order by indexname) from pg_indexes where schemaname = 'records'`)
	}
	before := indexes()
	status, title := orderColumns[2], orderColumns[1]
	status.Values, title.Required = nil, true
	if _, _, err := s.AlterCollection(t.Context(), s.orders.ID, record.Alteration{Change: []record.Column{status, title}}, false); err != nil {
		t.Fatal(err)
	}
	if during := indexes(); !strings.Contains(during, "_c3_trigrams") || strings.Contains(during, "_c2_reverse") {
		t.Errorf("the indexes are %s", during)
	}
	if _, _, err := s.AlterCollection(t.Context(), s.orders.ID, record.Alteration{Change: []record.Column{orderColumns[2], orderColumns[1]}}, false); err != nil {
		t.Fatal(err)
	}
	if after := indexes(); after != before {
		t.Errorf("after going back the indexes are %s\nand they were %s", after, before)
	}
}
