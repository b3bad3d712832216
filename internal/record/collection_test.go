package record_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

func TestCheckTellsEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	c := record.Collection{Name: "Orders", Description: "two\nlines", Columns: record.Columns{
		{Name: "id", Type: record.Text}, {Name: "A", Type: "money"}, {Name: "b", Type: record.Number, Values: []string{"1"}},
		{Name: "c", Type: record.Text, Values: []string{"x", "x", "a|b"}, Unique: true}, {Name: "c", Type: record.Text, Unique: true},
		{Name: "d", Type: record.Boolean, Unique: true},
	}}
	want := []string{
		"name", "description", "columns[0].name", "columns[1].name", "columns[1].type", "columns[2].values",
		"columns[3].values[1]", "columns[3].values[2]", "columns[4].name", "columns[4].unique", "columns[5].unique", "columns[5].unique",
	}
	if diff := cmp.Diff(want, paths(t, c.Check())); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if err := (record.Collection{Name: "orders", Columns: record.Columns{{Name: "a", Type: record.Text}}}).Check(); err != nil {
		t.Errorf("a good definition: %v", err)
	}
	if got := paths(t, record.Collection{Name: "orders"}.Check()); !cmp.Equal(got, []string{"columns"}) {
		t.Errorf("no column: %q", got)
	}
}

func paths(t *testing.T, err error) (all []string) {
	t.Helper()
	invalid, is := err.(*guild.Error)
	if !is || invalid.Code != guild.CodeInvalid {
		t.Fatalf("the error is %v", err)
	}
	for _, p := range invalid.Problems {
		all = append(all, p.Path)
	}
	return all
}

var stock = record.Collection{Name: "stock", Columns: record.Columns{
	{Key: 1, Name: "sku", Type: record.Text, Required: true, Unique: true},
	{Key: 2, Name: "price", Type: record.Number, Description: "in euros"},
	{Key: 3, Name: "sizes", Type: record.Text, Array: true, Values: []string{"s", "m"}},
}}

func TestDescribe(t *testing.T) {
	t.Parallel()
	read := record.Reachable{Collection: stock, Access: record.Read}
	read.Description = "What is in the shop"
	got := record.Describe([]record.Reachable{{Collection: record.Collection{Name: "log", Columns: record.Columns{{Name: "at", Type: record.Datetime}}}, Access: record.Write}, read})
	want := "log (write): at datetime\n" +
		"stock (read): sku text required unique, price number (in euros), sizes text array one of s|m. What is in the shop"
	if got != want {
		t.Errorf("Describe:\n%s\nwant\n%s", got, want)
	}
	if record.Describe(nil) != "" {
		t.Error("nothing is described in words")
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	after, steps, err := record.Alteration{
		Rename: map[string]string{"sku": "code"}, Drop: []string{"price"},
		Add: []record.Column{{Name: "price", Type: record.Text}}, Defaults: map[string]json.RawMessage{"price": json.RawMessage(`"free"`)},
	}.Apply(stock)
	if err != nil {
		t.Fatal(err)
	}
	want := record.Columns{stock.Columns[0], stock.Columns[2], {Key: 4, Name: "price", Type: record.Text}}
	want[0].Name = "code"
	if diff := cmp.Diff(want, after.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if last := steps[len(steps)-1]; len(steps) != 4 || last.Before != nil || last.Default != "free" {
		t.Errorf("steps: %+v", steps)
	}
	_, _, err = record.Alteration{
		Rename: map[string]string{"x": "y"}, Drop: []string{"z"}, Change: []record.Column{{Name: "price", Type: record.Text}},
		Add: []record.Column{{Name: "sku", Type: record.Text}}, Defaults: map[string]json.RawMessage{"none": nil, "sizes": json.RawMessage(`"s"`)},
	}.Apply(stock)
	problems := []string{"change.price", "defaults.sizes", "defaults.sku", "drop.z", "rename.x", "defaults.none", "columns[3].name"}
	problems = append(problems[:2], problems[3:]...)
	if diff := cmp.Diff(problems, paths(t, err)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestCheckGrant(t *testing.T) {
	t.Parallel()
	acme := guild.Scope{ID: "a", Level: guild.Organisation, Path: "acme", Chain: []guild.ID{"p", "a"}}
	research := guild.Scope{ID: "r", Level: guild.Guild, Path: "acme/research", Chain: []guild.ID{"p", "a", "r"}}
	scout := guild.Scope{ID: "s", Level: guild.Agent, Path: "acme/research/scout", Chain: []guild.ID{"p", "a", "r", "s"}}
	clerk := guild.Scope{ID: "c", Level: guild.Agent, Path: "acme/ops/clerk", Chain: []guild.ID{"p", "a", "o", "c"}}
	ofAcme, ofResearch := record.Collection{Name: "t", ScopeID: "a", Scope: "acme"}, record.Collection{Name: "t", ScopeID: "r", Scope: "acme/research"}
	for _, tt := range []struct {
		c      record.Collection
		to     guild.Scope
		access record.Access
		ok     bool
	}{
		{ofAcme, research, record.Read, true}, {ofAcme, scout, record.None, true}, {ofResearch, scout, record.Read, true},
		{ofAcme, acme, record.Read, false}, {ofAcme, research, record.None, false}, {ofResearch, research, record.Read, false}, {ofResearch, clerk, record.Read, false},
	} {
		if err := record.CheckGrant(tt.c, tt.to, tt.access); (err == nil) != tt.ok {
			t.Errorf("a table of %s to %s, %s: %v", tt.c.Scope, tt.to.Path, tt.access, err)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	q, err := record.Parse(stock.Columns, record.Ask{Since: "2026-03-01T05:45:00+05:45"})
	if err != nil || q.Limit != 20 || q.Order.Name != "updated_at" || q.Desc || q.Since.String() != "2026-03-01 00:00:00 +0000 UTC" || !q.Narrowed() {
		t.Errorf("since alone: %+v (%v)", q, err)
	}
	if q, err := record.Parse(stock.Columns, record.Ask{Order: &record.Ordering{Column: "price"}}); err != nil || q.Desc || q.Narrowed() {
		t.Errorf("an order alone: %+v (%v)", q, err)
	}
	_, err = record.Parse(stock.Columns, record.Ask{
		Where: terms(`{"sku":"","sizes":"xl","price":{"gt":1},"colour":1,"id":"x"}`), Since: "yesterday", Limit: 101, Offset: -1,
		Order: &record.Ordering{Column: "sizes", Direction: "up"},
	})
	want := []string{"where.colour", "where.id", "where.price", "where.sizes", "where.sku", "since", "limit", "offset", "order.direction", "order.column"}
	if diff := cmp.Diff(want, paths(t, err)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	for _, bad := range []string{`{"price":{}}`, `{"price":{"gte":"1"}}`, `{"sku":{"gte":"a"}}`, `{"sku":1}`, `{"price":[1]}`} {
		if _, err := record.ParseWhere(stock.Columns, terms(bad)); err == nil {
			t.Errorf("where %s was taken", bad)
		}
	}
	many := map[string]json.RawMessage{}
	for i := range 9 {
		many[strings.Repeat("a", i+1)] = nil
	}
	if _, err := record.ParseWhere(stock.Columns, many); !strings.Contains(message(err), "the most is 8") {
		t.Errorf("nine terms: %v", err)
	}
}

func terms(where string) (terms map[string]json.RawMessage) {
	if err := json.Unmarshal([]byte(where), &terms); err != nil {
		panic(err) // a constant of a test
	}
	return terms
}
