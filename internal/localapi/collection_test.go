package localapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
	"github.com/guildsbox/guilds/pkg/api"
)

// stock makes a collection with one record.
func (b *box) stock(t testing.TB, owner guild.ID) (collection, one string) {
	t.Helper()
	made, err := b.db.AddCollection(t.Context(), record.Collection{
		ID: guild.NewID(), Name: "s" + strings.ReplaceAll(string(guild.NewID()), "-", ""), ScopeID: owner, Columns: record.Columns{{Name: "a", Type: record.Text}},
	})
	if err != nil {
		t.Fatal(err)
	}
	added, err := b.db.AddRecord(t.Context(), made.ID, json.RawMessage(`{"a":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	return string(made.ID), string(added.Record.ID)
}

func TestCollections(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	columns := []api.Column{{Name: "sku", Type: "text", Required: true, Unique: true}, {Name: "price", Type: "number"}, {Name: "sizes", Type: "text", Array: true, Values: []string{"s", "m"}}}
	made, err := b.local.CreateCollection(t.Context(), api.NewCollection{ScopeID: b.id("acme"), Name: "orders", Description: "What was ordered.", Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	want := api.Collection{
		ID: made.ID, Name: "orders", ScopeID: b.id("acme"), Scope: "acme", Description: "What was ordered.", Columns: columns,
		CreatedAt: made.CreatedAt, UpdatedAt: made.UpdatedAt,
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("what was made (-want +got):\n%s", diff)
	}
	_, err = b.local.CreateCollection(t.Context(), api.NewCollection{ScopeID: b.id("acme/research/scout"), Name: "x", Columns: columns})
	wantProblem(t, err, api.CodeInvalid, "acme/research/scout")
	added, err := b.local.AddRecords(t.Context(), made.ID, api.NewRecords{Records: []json.RawMessage{
		json.RawMessage(`{"sku":"a","price":12345678901234567890.5}`), json.RawMessage(`{"sku":"a","sizes":["m"]}`),
	}}, false)
	if err != nil || len(added.Records) != 2 || !added.Records[1].Merged || string(added.Records[1].Body) != `{"sku":"a","price":12345678901234567890.5,"sizes":["m"]}` {
		t.Fatalf("added %+v (%v)", added, err)
	}
	_, err = b.local.AddRecords(t.Context(), made.ID, api.NewRecords{Records: []json.RawMessage{json.RawMessage(`{"sku":"b"}`), json.RawMessage(`{"price":"x"}`)}}, true)
	wantProblem(t, err, api.CodeInvalid, "records[1].body.price")
	one, err := b.local.GetCollection(t.Context(), made.ID)
	if err != nil || *one.Records != 1 || one.NewestAt == nil {
		t.Errorf("the collection holds %+v (%v)", one, err)
	}
	page, err := b.local.ListRecords(t.Context(), made.ID, api.RecordQuery{Where: `{"price":{"gte":1},"sizes":"m"}`, Order: "price", Desc: true, Limit: 1})
	if err != nil || page.Total != 1 || page.Records[0].ID != added.Records[0].ID {
		t.Errorf("listed %+v (%v)", page, err)
	}
	if none, err := b.local.ListRecords(t.Context(), made.ID, api.RecordQuery{Where: `{"sizes":"s"}`}); err != nil || none.Records == nil || !strings.HasPrefix(none.Hint, "orders holds 1 records") {
		t.Errorf("nothing fits: %+v (%v)", none, err)
	}
	updated, err := b.local.UpdateRecord(t.Context(), made.ID, page.Records[0].ID, api.RecordPatch{Body: json.RawMessage(`{"price":null,"sku":"a"}`)})
	if err != nil || string(updated.Body) != `{"sku":"a","sizes":["m"]}` || !cmp.Equal(updated.Warnings, []string{"sku had this value already"}) {
		t.Errorf("updated %+v (%v)", updated, err)
	}
	found, err := b.local.SearchRecords(t.Context(), made.ID, api.RecordSearch{Query: "a", Where: `{"price":null}`})
	if err != nil || len(found) != 1 {
		t.Errorf("found %+v (%v)", found, err)
	}
	altered, err := b.local.AlterCollection(t.Context(), made.ID, api.CollectionPatch{Drop: []string{"sizes"}}, true)
	if err != nil || !altered.DryRun || !cmp.Equal(altered.Effects, []string{"1 records lose their sizes"}) || len(altered.Columns) != 2 {
		t.Errorf("altering would give %+v (%v)", altered, err)
	}
}

func TestCollectionGrants(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	id, _ := b.stock(t, guild.ID(b.id("acme")))
	for scope, access := range map[string]string{"acme/research": "read", "acme/research/scout": "none"} {
		if _, err := b.local.PutCollectionGrant(t.Context(), id, b.id(scope), api.NewCollectionGrant{Access: access}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.local.PutCollectionGrant(t.Context(), id, b.id("acme/research"), api.NewCollectionGrant{Access: "all"})
	wantProblem(t, err, api.CodeInvalid, "all")
	planned, err := b.local.DeleteCollection(t.Context(), id, true)
	if err != nil || planned.Records != 1 || !cmp.Equal(planned.Grants, []string{"acme/research read", "acme/research/scout none"}) {
		t.Errorf("a deletion would take %+v (%v)", planned, err)
	}
	if err := b.local.DeleteCollectionGrant(t.Context(), id, b.id("acme/research/scout")); err != nil {
		t.Fatal(err)
	}
	grants, err := b.local.ListCollectionGrants(t.Context(), id)
	if err != nil || !cmp.Equal(grants, []api.CollectionGrant{{ScopeID: b.id("acme/research"), Scope: "acme/research", Access: "read"}}) {
		t.Errorf("grants: %+v (%v)", grants, err)
	}
	if _, err := b.local.DeleteCollection(t.Context(), id, false); err != nil {
		t.Fatal(err)
	}
	_, err = b.local.GetCollection(t.Context(), id)
	wantProblem(t, err, api.CodeNotFound)
}
