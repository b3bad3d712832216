package token_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var token = api.Token{ID: clitest.ID("token"), Label: "ci", Scope: "acme", Role: "operator"}

// TestCreate checks that the secret alone is on standard output, so that it can
// be sent to a file.
func TestCreate(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.CreateToken: clitest.Always(api.MadeToken{Token: token, Secret: "s3cret"}),
	})
	got := d.Run(t, "", "token", "create", "--at", "acme", "--role", "operator", "--label", "ci")
	got.Want(t, 0, "not shown again")
	if got.Out != "s3cret\n" || strings.Contains(got.Err, "s3cret") {
		t.Errorf("out %q, err %q", got.Out, got.Err)
	}
	d.Run(t, "", "token", "create", "--at", "acme", "--role", "operator", "--jq", ".secret").Want(t, 0, "s3cret\n")
}

func TestDelete(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListTokens:  clitest.Always([]api.Token{token}),
		api.DeleteToken: clitest.Always(nil),
	})
	d.Run(t, "", "token", "delete", "nothing").Want(t, 3, "guildsctl token list shows the ids")
	d.Run(t, "", "token", "delete", token.ID).Want(t, 2, `Token "ci" for acme, role operator.`, "hint: add --yes")
	if n := len(d.Requests(api.DeleteToken)); n != 0 {
		t.Fatalf("%d tokens were revoked without --yes", n)
	}
	d.Run(t, "", "token", "delete", token.ID, "--yes", "--jq", ".label").Want(t, 0, "Revoked", "ci\n")
	if got := d.Requests(api.DeleteToken)[0].Path["id"]; got != token.ID {
		t.Errorf("revoked %s, want %s", got, token.ID)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListTokens: clitest.Always([]api.Token{token})})
	d.Run(t, "", "token", "list").Want(t, 0, "acme  operator  ci  -  -  "+token.ID)
}
