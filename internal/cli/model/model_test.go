package model_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

// secret is a key that nothing may show.
const secret = "sk-canary-4f7Qz81x"

var yes, no = true, false

var offered = api.ModelList{
	Models: []api.Model{
		{ID: "openrouter/a/b", Provider: "openrouter", Name: "B", ContextLength: 128000, PromptPrice: "0.15", CompletionPrice: "0.6", Tools: &yes, Key: "box"},
		{ID: "openrouter/a/c", Provider: "openrouter", Name: "C", Tools: &no, Key: "organisation"},
		{ID: "deepinfra/d/e", Provider: "deepinfra", Name: "E", ContextLength: 8000, Key: "missing"},
		{ID: "deepinfra/local", Provider: "deepinfra", Name: "L", Key: "none"},
	},
	Problems: []api.ModelsProblem{},
}

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListModels: clitest.Always(offered)})
	got := d.Run(t, "", "model", "list", "--at", "acme", "--provider", "openrouter", "--search", "x")
	want := `openrouter/a/b   128000  0.15  0.6  yes  box
openrouter/a/c   -       -     -    no   organisation
deepinfra/d/e    8000    -     -    -    no key yet
deepinfra/local  -       -     -    -    not needed
`
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d, %q (-want +got):\n%s", got.Code, got.Err, diff)
	}
	query := map[string]string{"scope_id": clitest.ID("acme"), "provider": "openrouter", "search": "x"}
	if diff := cmp.Diff(query, d.Requests(api.ListModels)[0].Query); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestListWithAProviderThatFails(t *testing.T) {
	t.Parallel()
	answer := api.ModelList{Models: offered.Models, Problems: []api.ModelsProblem{{Provider: "deepinfra", Detail: "nobody answers"}}}
	some := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListModels: clitest.Always(answer)})
	got := some.Run(t, "", "model", "list", "--jq", ".[0].id")
	if got.Code != 0 || got.Out != "openrouter/a/b\n" || got.Err != "deepinfra: nobody answers\n" {
		t.Errorf("%+v", got)
	}
	answer.Models = []api.Model{}
	none := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListModels: clitest.Always(answer)})
	none.Run(t, "", "model", "list").Want(t, 1, "deepinfra: nobody answers")
	answer.Problems = nil
	unknown := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListModels: clitest.Always(answer)})
	unknown.Run(t, "", "model", "list", "--json").Want(t, 0, "[]")
}

func TestModelsAreCompleted(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListModels: clitest.Always(offered)})
	for _, verb := range []string{"edit", "create"} {
		d.Run(t, "", "__complete", "agent", verb, "--model", "").Want(t, 0, "openrouter/a/b\tB", "deepinfra/local")
	}
}

var stored = api.ModelKey{Organisation: "acme", Provider: "openrouter", Hint: "z81x"}

func TestSetKeyReadsTheSecretFromElsewhere(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, input, body string
		args              []string
	}{
		{"standard input", secret + "\n", `{"value":"` + secret + `"}`, []string{"--value", "-"}},
		{"a file", "", `{"value":"` + secret + `"}`, []string{"--value", "@" + file}},
		{"unchecked", secret, `{"value":"` + secret + `","unchecked":true}`, []string{"--value", "-", "--no-check"}},
	} {
		d := clitest.Start(t, map[api.Operation]clitest.Answer{api.PutModelKey: clitest.Always(stored)})
		got := d.Run(t, tt.input, append([]string{"model", "key", "set", "openrouter", "--at", "acme"}, tt.args...)...)
		got.Want(t, 0, "Ends with:", "z81x")
		r := d.Requests(api.PutModelKey)[0]
		if r.Body != tt.body || r.Path["id"] != clitest.ID("acme") || r.Path["name"] != "openrouter" {
			t.Errorf("%s: sent %+v", tt.name, r)
		}
		if strings.Contains(got.Out+got.Err, secret) {
			t.Errorf("%s: the key is shown", tt.name)
		}
	}
}

func TestSetKeyAsksOnATerminal(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.PutModelKey: clitest.Always(stored)})
	terminal := clitest.Open(t)
	wait := d.RunOn(terminal, "model", "key", "set", "openrouter", "--at", "acme")
	terminal.Expect("Key for openrouter: ")
	terminal.WaitHidden()
	terminal.Type(secret + "\r")
	terminal.Expect("Ends with:")
	if code := wait(); code != 0 || strings.Contains(terminal.Shown(), secret) {
		t.Errorf("code %d, shown:\n%s", code, terminal.Shown())
	}
	if body := d.Requests(api.PutModelKey)[0].Body; body != `{"value":"`+secret+`"}` {
		t.Errorf("sent %s", body)
	}
}

func TestKeysRefuse(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListModelKeys: clitest.Always([]api.ModelKey{stored})})
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"set", "openrouter"}, "--at is missing"},
		{[]string{"set", "openrouter", "--at", "acme/research", "--value", "-"}, "a model key belongs to an organisation"},
		{[]string{"set", "openrouter", "--at", "acme"}, "use --value - or --value @FILE"},
		{[]string{"set", "openrouter", "--at", "acme", "--value", secret}, "other users can read the command line"},
		{[]string{"delete", "openrouter", "--at", "acme"}, "add --yes"},
	} {
		d.Run(t, "", append([]string{"model", "key"}, tt.args...)...).Want(t, 2, tt.says)
	}
	if n := len(d.Requests(api.PutModelKey)) + len(d.Requests(api.DeleteModelKey)); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestListAndDeleteKeys(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListModelKeys: clitest.Always([]api.ModelKey{stored}), api.DeleteModelKey: clitest.Always(nil),
	})
	d.Run(t, "", "model", "key", "list").Want(t, 0, "acme  openrouter  z81x")
	d.Run(t, "", "model", "key", "delete", "deepinfra", "--at", "acme", "--yes").Want(t, 3, "acme has no key of its own for deepinfra")
	d.Run(t, "", "model", "key", "delete", "openrouter", "--at", "acme", "--yes").Want(t, 0, "Deleted the key of acme for openrouter.")
	if r := d.Requests(api.DeleteModelKey)[0]; r.Path["id"] != clitest.ID("acme") || r.Path["name"] != "openrouter" {
		t.Errorf("deleted %+v", r)
	}
}
