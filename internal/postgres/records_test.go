package postgres_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/record"
)

// shop is a box with one collection of each kind of column.
type shop struct {
	*postgres.DB
	tree   map[string]guild.Scope
	orders record.Collection
}

var orderColumns = record.Columns{
	{Name: "sku", Type: record.Text, Required: true, Unique: true},
	{Name: "title", Type: record.Text},
	{Name: "status", Type: record.Text, Values: []string{"open", "done"}},
	{Name: "price", Type: record.Number},
	{Name: "paid", Type: record.Boolean},
	{Name: "due", Type: record.Datetime},
	{Name: "tags", Type: record.Text, Array: true},
	{Name: "sizes", Type: record.Text, Array: true, Values: []string{"s", "m", "l"}},
	{Name: "marks", Type: record.Number, Array: true},
}

func newShop(t testing.TB) shop {
	t.Helper()
	db := pgtest.New(t)
	s := shop{DB: db, tree: pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout", "acme/ops", "acme/ops/clerk")}
	s.orders = s.collection(t, "acme", "orders", orderColumns)
	return s
}

func (s shop) collection(t testing.TB, at, name string, columns record.Columns) record.Collection {
	t.Helper()
	c, err := s.AddCollection(t.Context(), record.Collection{ID: guild.NewID(), Name: name, ScopeID: s.tree[at].ID, Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (s shop) add(t testing.TB, body string) record.Added {
	t.Helper()
	added, err := s.AddRecord(t.Context(), s.orders.ID, json.RawMessage(body))
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// list returns the skus that a listing finds, in their order.
func (s shop) list(t testing.TB, ask record.Ask) string {
	t.Helper()
	q, err := record.Parse(s.orders.Columns, ask)
	if err != nil {
		t.Fatal(err)
	}
	page, err := s.ListRecords(t.Context(), s.orders, q)
	if err != nil {
		t.Fatal(err)
	}
	return skus(t, page.Records)
}

func skus(t testing.TB, records []record.Record) string {
	t.Helper()
	var all []string
	for _, r := range records {
		var body struct{ SKU string }
		if err := json.Unmarshal(r.Body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, body.SKU)
	}
	return strings.Join(all, " ")
}

func TestARecordComesBackExactly(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const body = `{"sku":"a\"<&>","title":"Zürich – \"quoted\"","status":"open","price":12345678901234567890.000000000000000001,"paid":false,` +
		`"due":"2026-03-01T04:15:00.123456Z","tags":["one, two","{three}","\"4\"","null"],"sizes":["m","l"],"marks":[1,0.1,-3000]}`
	given := strings.Replace(body, "2026-03-01T04:15:00.123456Z", "2026-03-01T10:00:00.1234567+05:45", 1)
	added := s.add(t, strings.Replace(given, "-3000", "-3e3", 1))
	if diff := cmp.Diff(body, string(added.Record.Body)); diff != "" {
		t.Errorf("what was added (-want +got):\n%s", diff)
	}
	got, err := s.Record(t.Context(), s.orders, added.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(added.Record, got); diff != "" {
		t.Errorf("what was read (-added +read):\n%s", diff)
	}
	if empty := s.add(t, `{"sku":"b","tags":[]}`); string(empty.Record.Body) != `{"sku":"b","tags":[]}` {
		t.Errorf("a record of few columns is %s", empty.Record.Body)
	}
}

// Two bodies that are short enough can make a record that is not.
func TestAMergeThatIsTooLongIsRejected(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	half := strings.Repeat("x", record.MaxBody*2/3)
	first := s.add(t, `{"sku":"a","title":"`+half+`"}`)
	_, err := s.AddRecord(t.Context(), s.orders.ID, json.RawMessage(`{"sku":"a","price":7,"tags":["`+half+`"]}`))
	if guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), "record rejected\n  body: would have ") {
		t.Errorf("the merge: %v; want it rejected", err)
	}
	kept, err := s.Record(t.Context(), s.orders, first.Record.ID)
	if err != nil || string(kept.Body) != string(first.Record.Body) {
		t.Errorf("the record changed to %.60s (%v)", kept.Body, err)
	}
}

func TestListWhere(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	a := s.add(t, `{"sku":"a","title":"Blue garden chair","status":"open","price":10,"paid":true,"due":"2026-03-01","tags":["outdoor furniture","wood"],"sizes":["s"],"marks":[1,2]}`)
	s.add(t, `{"sku":"b","title":"Red chair 100%","status":"done","price":10.50,"paid":false,"due":"2026-03-02T23:30:00+05:45","tags":["indoor"],"sizes":["s","m"],"marks":[3]}`)
	s.add(t, `{"sku":"c","title":"lamp_shade"}`)
	for name, tt := range map[string]struct{ where, want string }{
		"substring, any case":      {`{"title":"CHAIR"}`, "a b"},
		"inside a word":            {`{"title":"arde"}`, "a"},
		"similar spelling":         {`{"title":"gardan"}`, "a"},
		"percent is a character":   {`{"title":"0%"}`, "b"},
		"underscore as well":       {`{"title":"p_s"}`, "c"},
		"an open list's item":      {`{"tags":"furnit"}`, "a"},
		"a similar item":           {`{"tags":"furnitura"}`, "a"},
		"allowed values, exactly":  {`{"status":"open"}`, "a"},
		"an allowed list's item":   {`{"sizes":"m"}`, "b"},
		"a list of numbers' item":  {`{"marks":3}`, "b"},
		"number, exactly":          {`{"price":10.5}`, "b"},
		"number, from":             {`{"price":{"gte":10.1}}`, "b"},
		"number, up to":            {`{"price":{"lte":10}}`, "a"},
		"number, within":           {`{"price":{"gte":10,"lte":10.5}}`, "a b"},
		"datetime, exactly":        {`{"due":"2026-03-02T17:45:00Z"}`, "b"},
		"datetime, from":           {`{"due":{"gte":"2026-03-01T00:00:01Z"}}`, "b"},
		"boolean":                  {`{"paid":false}`, "b"},
		"null of text":             {`{"status":null}`, "c"},
		"null of a list":           {`{"tags":null}`, "c"},
		"null of a number, and id": {`{"price":null,"id":"` + string(a.Record.ID) + `"}`, ""},
		"id":                       {`{"id":"` + string(a.Record.ID) + `"}`, "a"},
		"all terms":                {`{"title":"chair","paid":true}`, "a"},
		"created_at":               {`{"created_at":{"gte":"2001-01-01"}}`, "a b c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var where map[string]json.RawMessage
			if err := json.Unmarshal([]byte(tt.where), &where); err != nil {
				t.Fatal(err)
			}
			if got := s.list(t, record.Ask{Where: where, Order: &record.Ordering{Column: "sku"}}); got != tt.want {
				t.Errorf("where %s: %q, want %q", tt.where, got, tt.want)
			}
		})
	}
}

func TestListOrderAndPage(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.add(t, `{"sku":"c","price":2,"title":"beta","due":"2026-01-02"}`)
	a := s.add(t, `{"sku":"a","price":10,"title":"Alpha","due":"2026-01-01"}`)
	s.add(t, `{"sku":"b","status":"open"}`)
	for _, tt := range []struct{ column, direction, want string }{
		{"price", "", "c a b"}, {"price", "desc", "a c b"},
		{"title", "asc", "a c b"}, {"title", "desc", "c a b"},
		{"due", "asc", "a c b"}, {"due", "desc", "c a b"},
		{"sku", "desc", "c b a"}, {"id", "asc", "c a b"}, {"created_at", "desc", "b a c"},
		{"status", "desc", "b a c"},
	} {
		if got := s.list(t, record.Ask{Order: &record.Ordering{Column: tt.column, Direction: tt.direction}}); got != tt.want {
			t.Errorf("by %s %s: %s, want %s", tt.column, tt.direction, got, tt.want)
		}
	}
	if got := s.list(t, record.Ask{}); got != "b a c" {
		t.Errorf("without an order: %s, want the newest first", got)
	}
	before, _, err := s.UpdateRecord(t.Context(), s.orders.ID, a.Record.ID, json.RawMessage(`{"price":11}`))
	if err != nil {
		t.Fatal(err)
	}
	s.add(t, `{"sku":"d"}`)
	if got := s.list(t, record.Ask{Since: before.UpdatedAt.Format(time.RFC3339Nano)}); got != "a d" {
		t.Errorf("since a's change: %s, want the oldest change first", got)
	}
	q, err := record.Parse(s.orders.Columns, record.Ask{Limit: 1, Offset: 1, Order: &record.Ordering{Column: "sku"}})
	if err != nil {
		t.Fatal(err)
	}
	for offset, want := range map[int]string{0: "a", 3: "d", 9: ""} {
		q.Offset = offset
		page, err := s.ListRecords(t.Context(), s.orders, q)
		if err != nil || page.Total != 4 || skus(t, page.Records) != want {
			t.Errorf("offset %d: %+v (%v), want %q of 4", offset, page, err, want)
		}
	}
}

func TestAddingAgainMerges(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	first := s.add(t, `{"sku":"a","title":"old words","price":1}`)
	again := s.add(t, `{"sku":"a","title":"new words"}`)
	if !again.Merged || again.Record.ID != first.Record.ID || string(again.Record.Body) != `{"sku":"a","title":"new words","price":1}` {
		t.Errorf("adding again gave %+v %s", again, again.Record.Body)
	}
	if got := s.search(t, "old"); got != "" {
		t.Errorf("the words that were replaced still find %q", got)
	}
	if got := s.search(t, "new"); got != "a" {
		t.Errorf("the new words find %q", got)
	}
	if err := s.RemoveRecord(t.Context(), s.orders.ID, first.Record.ID); err != nil {
		t.Fatal(err)
	}
	if after := s.add(t, `{"sku":"a"}`); after.Merged {
		t.Error("a record was merged into a removed one")
	}
}

func TestAddingAtOnceIsOneRecord(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for i := range 16 {
		wg.Go(func() {
			added, err := s.AddRecord(t.Context(), s.orders.ID, json.RawMessage(fmt.Sprintf(`{"sku":"same","price":%d}`, i)))
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if !added.Merged {
				made++
			}
		})
	}
	wg.Wait()
	size, err := s.RecordSize(t.Context(), s.orders)
	if err != nil || made != 1 || size.Records != 1 || s.list(t, record.Ask{}) != "same" {
		t.Errorf("16 at once made %d records; %d are counted (%v)", made, size.Records, err)
	}
}

func TestUpdateRecord(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	a := s.add(t, `{"sku":"a","title":"chair","price":1}`).Record
	b := s.add(t, `{"sku":"b"}`).Record
	got, warnings, err := s.UpdateRecord(t.Context(), s.orders.ID, a.ID, json.RawMessage(`{"title":null,"price":1.0,"status":"done","due":null}`))
	if err != nil || string(got.Body) != `{"sku":"a","status":"done","price":1}` || !got.UpdatedAt.After(a.UpdatedAt) {
		t.Errorf("the update gave %s (%v)", got.Body, err)
	}
	if diff := cmp.Diff([]string{"price had this value already", "due was empty already"}, warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if found := s.search(t, "chair"); found != "" {
		t.Errorf("a cleared title still finds %q", found)
	}
	_, _, err = s.UpdateRecord(t.Context(), s.orders.ID, b.ID, json.RawMessage(`{"sku":"a"}`))
	if guild.CodeOf(err) != guild.CodeConflict || !strings.Contains(err.Error(), string(a.ID)) {
		t.Errorf("taking another's sku: %v; want a conflict that names the other", err)
	}
	_, _, err = s.UpdateRecord(t.Context(), s.orders.ID, b.ID, json.RawMessage(`{"sku":null,"price":"x","colour":"red"}`))
	if want := "record rejected\n  body.colour: is not a column of this collection; its columns are sku, title, status, price, paid, due, tags, sizes, marks\n  body.sku: is required and cannot be cleared\n  body.price: is not a number"; err == nil || err.Error() != want {
		t.Errorf("a bad change: %v\nwant %s", err, want)
	}
	if _, _, err = s.UpdateRecord(t.Context(), s.orders.ID, guild.NewID(), json.RawMessage(`{"price":1}`)); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("a record that is not there: %v", err)
	}
}

func TestRemoveRecord(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	a := s.add(t, `{"sku":"a","title":"chair"}`).Record
	if err := s.RemoveRecord(t.Context(), s.orders.ID, a.ID); err != nil {
		t.Fatal(err)
	}
	size, err := s.RecordSize(t.Context(), s.orders)
	if err != nil || size != (record.Size{}) || s.list(t, record.Ask{}) != "" || s.search(t, "chair") != "" {
		t.Errorf("a removed record still shows: %+v (%v)", size, err)
	}
	if err := s.RemoveRecord(t.Context(), s.orders.ID, a.ID); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("removing again: %v", err)
	}
	if _, err := s.Record(t.Context(), s.orders, a.ID); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("reading it: %v", err)
	}
}

func TestAddRecordsIsAllOrNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	bodies := []json.RawMessage{json.RawMessage(`{"sku":"a"}`), json.RawMessage(`{"price":1}`), json.RawMessage(`[]`), json.RawMessage(`{"sku":"a","price":2}`)}
	_, err := s.AddRecords(t.Context(), s.orders.ID, bodies, false)
	if want := "record rejected\n  records[1].body.sku: is required\n  records[2].body: is not an object of JSON"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("AddRecords: %v\nwant %s", err, want)
	}
	good := []json.RawMessage{bodies[0], bodies[3]}
	if _, err := s.AddRecords(t.Context(), s.orders.ID, good, true); err != nil || s.list(t, record.Ask{}) != "" {
		t.Errorf("a dry run added records, or failed: %v", err)
	}
	added, err := s.AddRecords(t.Context(), s.orders.ID, good, false)
	if err != nil || len(added) != 2 || added[0].Merged || !added[1].Merged || s.list(t, record.Ask{}) != "a" {
		t.Errorf("AddRecords gave %+v (%v)", added, err)
	}
}
