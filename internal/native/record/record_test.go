package record_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	native "github.com/guildsbox/guilds/internal/native/record"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, native.Tools(nil))
}

func TestTheBindingDecides(t *testing.T) {
	t.Parallel()
	var names []string
	for _, one := range native.Tools(nil) {
		names = append(names, one.Name)
		facts := tool.Facts{Trigger: tool.Schedule, Bound: func(string) (bool, string) { return false, "off at acme" }}
		if why := one.Gate(facts, one.Name); why != "off at acme" {
			t.Errorf("%s is not offered since %q", one.Name, why)
		}
		if reads := one.Name == "record_search" || one.Name == "record_list"; one.Reads != reads {
			t.Errorf("that %s only reads is %v", one.Name, one.Reads)
		}
	}
	if got := strings.Join(names, " "); got != "record_search record_list record_add record_update record_remove" {
		t.Errorf("the family is %s", got)
	}
}

// agent calls the tools as acme/research/scout, which may write in orders and read
// prices, and reaches no secrets.
type agent struct {
	db    *postgres.DB
	scope guild.Scope
	tools map[string]tool.Tool
}

func newAgent(t *testing.T) agent {
	t.Helper()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout")
	a := agent{db: db, scope: tree["acme/research/scout"], tools: map[string]tool.Tool{}}
	for _, one := range native.Tools(db) {
		a.tools[one.Name] = one
	}
	columns := record.Columns{
		{Name: "sku", Type: record.Text, Required: true, Unique: true}, {Name: "price", Type: record.Number},
		{Name: "status", Type: record.Text, Values: []string{"open", "done"}},
	}
	for name, access := range map[string]record.Access{"orders": record.Write, "prices": record.Read, "secrets": ""} {
		c, err := db.AddCollection(t.Context(), record.Collection{ID: guild.NewID(), Name: name, ScopeID: tree["acme"].ID, Columns: columns})
		if err == nil && access != "" {
			err = db.PutGrant(t.Context(), c.ID, tree["acme/research"].ID, access)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func (a agent) call(t *testing.T, name, args string) string {
	t.Helper()
	result, err := a.tools[name].Run(t.Context(), &tool.Call{Agent: a.scope}, json.RawMessage(args))
	if err != nil {
		t.Fatal(err)
	}
	return result.Text
}

// id returns the id in a result.
func id(t *testing.T, result string) string {
	t.Helper()
	var got struct {
		Record struct{ ID string }
	}
	if err := json.Unmarshal([]byte(result), &got); err != nil || got.Record.ID == "" {
		t.Fatalf("the result holds no record: %s (%v)", result, err)
	}
	return got.Record.ID
}

func TestARecordsLife(t *testing.T) {
	t.Parallel()
	a := newAgent(t)
	first := a.call(t, "record_add", `{"collection":"orders","body":{"sku":"A-1","price":10.50,"status":"open"}}`)
	if !strings.Contains(first, `"collection":"orders","body":{"sku":"A-1","price":10.5,"status":"open"}`) || strings.Contains(first, "note") {
		t.Errorf("record_add: %s", first)
	}
	if again := a.call(t, "record_add", `{"collection":"orders","body":{"sku":"A-1","price":11}}`); !strings.HasSuffix(again, `,"note":"merged into existing record `+id(t, first)+`"}`) {
		t.Errorf("adding it again: %s", again)
	}
	changed := a.call(t, "record_update", `{"collection":"orders","id":"`+id(t, first)+`","body":{"price":11,"status":null}}`)
	if !strings.Contains(changed, `"body":{"sku":"A-1","price":11}`) || !strings.Contains(changed, `"warnings":["price had this value already"]`) {
		t.Errorf("record_update: %s", changed)
	}
	if clean := a.call(t, "record_update", `{"collection":"orders","id":"`+id(t, first)+`","body":{"price":12}}`); strings.Contains(clean, "warnings") {
		t.Errorf("a change without a warning: %s", clean)
	}
	if found := a.call(t, "record_search", `{"query":"a-1"}`); !strings.HasPrefix(found, `{"records":[{"id":"`+id(t, first)+`","collection":"orders"`) {
		t.Errorf("record_search: %s", found)
	}
	if listed := a.call(t, "record_list", `{"collection":"orders","where":{"price":{"gte":12}},"since":"","order":{"column":"price","direction":"desc"}}`); !strings.HasPrefix(listed, `{"total":1,"records":[{"id":`) {
		t.Errorf("record_list: %s", listed)
	}
	if removed := a.call(t, "record_remove", `{"collection":"orders","id":"`+id(t, first)+`"}`); removed != `{"removed":"`+id(t, first)+`"}` {
		t.Errorf("record_remove: %s", removed)
	}
	if gone := a.call(t, "record_list", `{"collection":"orders"}`); gone != `{"total":0,"records":[]}` {
		t.Errorf("after it: %s", gone)
	}
}

func TestAnEmptyNarrowedListHasAHint(t *testing.T) {
	t.Parallel()
	a := newAgent(t)
	a.call(t, "record_add", `{"collection":"orders","body":{"sku":"A-1"}}`)
	got := a.call(t, "record_list", `{"collection":"orders","where":{"status":"done"}}`)
	want := `{"total":0,"records":[],"hint":"orders holds 1 records, the newest change at 2`
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `; its columns are sku text required unique, price number, status text one of open|done"}`) {
		t.Errorf("record_list: %s", got)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	a := newAgent(t)
	const reached = "the collections of this agent are orders, prices"
	for _, tt := range []struct{ name, args, want string }{
		{"record_list", `{"collection":"secrets"}`, `there is no collection "secrets"; ` + reached},
		{"record_add", `{"collection":"nothing","body":{"sku":"x"}}`, `there is no collection "nothing"; ` + reached},
		{"record_search", `{"collection":"secrets","query":"x"}`, `there is no collection "secrets"`},
		{"record_add", `{"collection":"prices","body":{"sku":"x"}}`, `the collection "prices" is granted for reading only; an operator grants writing with: guildsctl collection grant prices write --to acme/research/scout`},
		{"record_update", `{"collection":"prices","id":"` + string(guild.NewID()) + `","body":{"sku":"x"}}`, "for reading only"},
		{"record_remove", `{"collection":"prices","id":"` + string(guild.NewID()) + `"}`, "for reading only"},
		{"record_remove", `{"collection":"orders","id":"7"}`, "id"},
		{"record_remove", `{"collection":"orders","id":"` + string(guild.NewID()) + `"}`, "in orders; a listing or a search of it gives the ids"},
		{"record_add", `{"collection":"orders","body":{"price":"10","colour":1}}`, "record rejected\n  body.colour: is not a column of this collection; its columns are sku, price, status\n  body.sku: is required\n  body.price: is not a number"},
		{"record_search", `{"query":"x","where":{"sku":"x"}}`, "$.where: needs a collection"},
		{"record_search", `{"query":" "}`, "the query has 0 characters"},
		{"record_list", `{"collection":"orders","limit":101}`, "$.limit"},
		{"record_list", `{"collection":"orders","order":{"column":"colour"}}`, `"colour" is not a column of this collection`},
		{"record_list", `{"collection":"orders","where":{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}}`, "$.where"},
	} {
		if got := a.call(t, tt.name, tt.args); !strings.HasPrefix(got, "ERROR: ") || !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %s\nwant %s", tt.name, tt.args, got, tt.want)
		}
	}
}
