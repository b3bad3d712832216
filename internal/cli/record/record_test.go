package record_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var orders = api.Collection{ID: clitest.ID("orders"), Name: "orders", Scope: "acme", Columns: []api.Column{
	{Name: "sku", Type: "text"}, {Name: "price", Type: "number"}, {Name: "paid", Type: "boolean"}, {Name: "tags", Type: "text", Array: true},
}}

func start(t *testing.T, answers map[api.Operation]clitest.Answer) *clitest.Daemon {
	t.Helper()
	answers[api.ListCollections] = clitest.Always([]api.Collection{orders})
	return clitest.Start(t, answers)
}

func TestWhere(t *testing.T) {
	t.Parallel()
	d := start(t, map[api.Operation]clitest.Answer{api.ListRecords: clitest.Always(api.RecordPage{Records: []api.Record{}})})
	for _, tt := range []struct {
		terms []string
		want  string
	}{
		{[]string{"sku=10"}, `{"sku":"10"}`},
		{[]string{"price=10.50"}, `{"price":10.50}`},
		{[]string{"price>=1", "price<=2"}, `{"price":{"gte":1,"lte":2}}`},
		{[]string{"price="}, `{"price":null}`},
		{[]string{"paid=true", "tags=wood"}, `{"paid":true,"tags":"wood"}`},
		{[]string{"sku=a>=b"}, `{"sku":"a\u003e=b"}`},
		{[]string{"price=cheap"}, `{"price":"cheap"}`}, // the daemon says what is wrong with it
		{nil, ""},
	} {
		args := []string{"record", "list", "orders"}
		for _, term := range tt.terms {
			args = append(args, "--where", term)
		}
		d.Run(t, "", args...).Want(t, 0)
		requests := d.Requests(api.ListRecords)
		if got := requests[len(requests)-1].Query["where"]; got != tt.want {
			t.Errorf("%q asks for %s, want %s", tt.terms, got, tt.want)
		}
	}
	d.Run(t, "", "record", "list", "orders", "--where", "price", "--where", "sku=a", "--where", "sku=b").
		Want(t, 2, "--where price: is not COLUMN=TERM", "--where sku=b: says something else")
}

func TestAListShowsExactValues(t *testing.T) {
	t.Parallel()
	r := api.Record{ID: clitest.ID("r"), Body: json.RawMessage(`{"sku":"A","price":12345678901234567890.5,"paid":false,"tags":["a","b"]}`)}
	d := start(t, map[api.Operation]clitest.Answer{api.ListRecords: clitest.Always(api.RecordPage{Total: 7, Records: []api.Record{r}})})
	d.Run(t, "", "record", "list", "orders").Want(t, 0, "A  12345678901234567890.5  false  a, b", "1 of 7 records.")
}

// The whole file is checked, over all batches, before any of it is added.
func TestImportNamesEveryProblemByItsLine(t *testing.T) {
	t.Parallel()
	d := start(t, map[api.Operation]clitest.Answer{api.AddRecords: func(r clitest.Request) any {
		p := &api.Problem{Status: 422, Code: api.CodeInvalid, Detail: "record rejected"}
		var n api.NewRecords
		if err := json.Unmarshal([]byte(r.Body), &n); err != nil {
			t.Error(err)
		}
		for i, raw := range n.Records {
			if strings.Contains(string(raw), "bad") {
				p.Errors = append(p.Errors, api.FieldProblem{Location: fmt.Sprintf("records[%d].body.price", i), Message: "is not a number"})
			}
		}
		if len(p.Errors) > 0 {
			return p
		}
		return api.AddedRecords{DryRun: true}
	}})
	lines := []string{"sku,price"}
	for i := range 2*api.MaxAddedRecords + 1 {
		lines = append(lines, fmt.Sprintf("S-%d,%d", i, i))
	}
	lines[3], lines[1000] = "S,bad", "S,bad"
	d.Run(t, strings.Join(lines, "\n")+"\n", "record", "import", "orders", "-", "--format", "csv").
		Want(t, 2, "line 4 price: is not a number", "line 1001 price: is not a number", "nothing was added")
	for _, r := range d.Requests(api.AddRecords) {
		if r.Query["dry_run"] != "true" {
			t.Error("records were added though some do not fit")
		}
	}
	d.Run(t, "{\"sku\":\"a\"}\n\n{oops\n[\n", "record", "import", "orders", "-").Want(t, 2, "line 3: is not JSON", "line 4: is not JSON")
}

func TestImportAddsInBatches(t *testing.T) {
	t.Parallel()
	d := start(t, map[api.Operation]clitest.Answer{api.AddRecords: func(r clitest.Request) any {
		return api.AddedRecords{Records: make([]api.AddedRecord, strings.Count(r.Body, `"sku"`))}
	}})
	input := strings.Repeat("{\"sku\":\"a\"}\n", api.MaxAddedRecords+3)
	d.Run(t, input, "record", "import", "orders", "-", "--jq", ".added").Want(t, 0, "503\n")
	if n := len(d.Requests(api.AddRecords)); n != 4 {
		t.Errorf("%d requests, want two to check and two to add", n)
	}
}
