package localapi_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/pkg/api"
)

// takeAny are the operations that an authorization server asks, or a browser that
// comes from one.
var takeAny = map[string]bool{
	api.CompleteLogin.ID: true, api.ListInstallations.ID: true, api.PickInstallation.ID: true, api.GetClientMetadata.ID: true,
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

func TestEveryOperationRefusesUnknownParameters(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, op := range api.Operations() {
		got := b.send(t, "", op.Method, placeholder.ReplaceAllString(op.Path, "x")+"?no_such=1&nor_this=2", "")
		if takeAny[op.ID] {
			if got.status == http.StatusUnprocessableEntity {
				t.Errorf("%s refuses what others add: %s", op.ID, got.body)
			}
			continue
		}
		if p := got.problem(t); p.Code != api.CodeInvalid || len(p.Errors) != 2 {
			t.Errorf("%s answers %s; want a problem with two parameters", op.ID, got.body)
		}
	}
}

func TestAnUnknownParameterIsAnsweredWithTheNearest(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for name, tc := range map[string]struct {
		target string
		want   []api.FieldProblem
	}{
		"misspelt": {"/api/scopes?Level=guild&paht=acme&level=guild", []api.FieldProblem{
			{Location: "query.Level", Message: "there is no such query parameter; the nearest is level"},
			{Location: "query.paht", Message: "there is no such query parameter; the nearest is path"},
		}},
		"none is taken": {"/api/status?verbose", []api.FieldProblem{
			{Location: "query.verbose", Message: "this operation takes no query parameters"},
		}},
		"not a query": {"/api/scopes?path=%zz", []api.FieldProblem{
			{Location: "query", Message: `invalid URL escape "%zz"`},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := b.send(t, "", "GET", tc.target, "")
			if diff := cmp.Diff(tc.want, got.problem(t).Errors); diff != "" || got.status != http.StatusUnprocessableEntity {
				t.Errorf("HTTP %d (-want +got):\n%s", got.status, diff)
			}
		})
	}
}
