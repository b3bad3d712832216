package collection_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var orders = api.Collection{ID: clitest.ID("orders"), Name: "orders", Scope: "acme", Columns: []api.Column{
	{Name: "sku", Type: "text", Required: true, Unique: true}, {Name: "price", Type: "number"},
}}

func TestColumnsAreReadAndWrittenAlike(t *testing.T) {
	t.Parallel()
	want := []api.Column{
		{Name: "sku", Type: "text", Required: true, Unique: true},
		{Name: "status", Type: "text", Array: true, Values: []string{"open", "on hold"}, Description: "see: the manual"},
	}
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.CreateCollection: func(r clitest.Request) any {
		var n api.NewCollection
		if err := json.Unmarshal([]byte(r.Body), &n); err != nil {
			t.Error(err)
		}
		return api.Collection{Name: n.Name, Columns: n.Columns}
	}})
	written := []string{"sku:text:required:unique", "status:text:array:values=open|on hold:about=see: the manual"}
	got := d.Run(t, "", "collection", "create", "orders", "--at", "acme", "--column", written[0], "--column", written[1])
	got.Want(t, 0, written...)
	var n api.NewCollection
	if err := json.Unmarshal([]byte(d.Requests(api.CreateCollection)[0].Body), &n); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, n.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}

func TestColumnsThatCannotBeReadAreAllNamed(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, nil)
	d.Run(t, "", "collection", "create", "x", "--at", "acme", "--column", "a", "--column", "b:text:sorted").
		Want(t, 2, "--column a: has no type", "--column b:text:sorted: has the part sorted")
	d.Run(t, "{}", "collection", "create", "x", "--at", "acme", "--columns-json", "-").Want(t, 2, "no list of columns")
}

func TestAlterAsksBeforeRecordsChange(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListCollections: clitest.Always([]api.Collection{orders}),
		api.AlterCollection: clitest.Always(api.AlteredCollection{Collection: orders, Effects: []string{"3 records lose their price"}}),
	})
	args := []string{"collection", "alter", "orders", "--drop", "price", "--add", "n:number", "--default", "n=1.50"}
	d.Run(t, "", args...).Want(t, 2, "3 records lose their price", "hint: add --yes")
	d.Run(t, "", append(args, "--dry-run")...).Want(t, 0, "3 records lose their price")
	for _, r := range d.Requests(api.AlterCollection) {
		if r.Query["dry_run"] != "true" || r.Body != `{"drop":["price"],"add":[{"name":"n","type":"number"}],"defaults":{"n":1.50}}` {
			t.Errorf("asked for %v %s", r.Query, r.Body)
		}
	}
	d.Run(t, "", append(args, "--yes")...).Want(t, 0)
	if all := d.Requests(api.AlterCollection); len(all) != 4 || all[3].Query["dry_run"] != "false" {
		t.Errorf("the last of %d requests was %v", len(all), all[len(all)-1].Query)
	}
}

func TestGrant(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListCollections:       clitest.Always([]api.Collection{orders}),
		api.PutCollectionGrant:    clitest.Always(api.CollectionGrant{Scope: "acme/research", Access: "read"}),
		api.DeleteCollectionGrant: clitest.Always(nil),
	})
	d.Run(t, "", "collection", "grant", "orders", "all", "--to", "acme/research").Want(t, 2, "read, write, none or inherit")
	d.Run(t, "", "collection", "grant", "orders", "read").Want(t, 2, "--to is missing")
	d.Run(t, "", "collection", "grant", "orders", "read", "--to", "acme/research").Want(t, 0, "read")
	d.Run(t, "", "collection", "grant", "orders", "none", "--to", "acme/research").Want(t, 0, "no row of its own")
	d.Run(t, "", "collection", "grant", "orders", "none", "--to", "acme/research/scout").Want(t, 0)
	d.Run(t, "", "collection", "grant", "orders", "inherit", "--to", "acme/research/scout").Want(t, 0)
	if put, gone := len(d.Requests(api.PutCollectionGrant)), len(d.Requests(api.DeleteCollectionGrant)); put != 2 || gone != 2 {
		t.Errorf("%d rows were put and %d taken away, want 2 and 2", put, gone)
	}
}

func TestANameOfTwoOrganisations(t *testing.T) {
	t.Parallel()
	other := orders
	other.Scope = "other"
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListCollections: clitest.Always([]api.Collection{orders, other})})
	d.Run(t, "", "collection", "show", "orders").Want(t, 2, "of acme and of other", "--at acme")
	d.Run(t, "", "collection", "show", "nothing").Want(t, 3, "guildsctl collection list")
}
