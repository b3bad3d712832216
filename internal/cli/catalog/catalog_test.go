package catalog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var everything = api.Server{
	ID: clitest.ID("every"), Slug: "everything", Name: "Everything", URL: "http://127.0.0.1:3001/mcp", Auth: "token",
	Description: "A test server\x1b[2J", Published: true, UpdatedAt: time.Date(2026, 3, 1, 12, 0, 0, 1000, time.UTC),
	Fields: []api.ConnectField{{Name: "token", Label: "Token", Secret: true}},
	Tools:  []api.PublishedTool{{Name: "echo", Description: "Says it again", Published: true, CopySource: "admin"}},
}

var denied = &api.Problem{Status: 403, Code: api.CodeDenied, Detail: "only an instance admin may"}

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:      clitest.Always([]api.Server{everything}),
		api.AdminListServers: clitest.Always(denied),
	})
	d.Run(t, "", "catalog", "list").Want(t, 0, "everything  Everything  token  ok  yes  1  A test server\u241b[2J\n")
	d.Run(t, "", "catalog", "list", "--all").Want(t, 4, "only an instance admin may")
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:      clitest.Always([]api.Server{everything}),
		api.AdminListServers: clitest.Always(denied),
	})
	d.Run(t, "", "catalog", "show", "everything").
		Want(t, 0, "URL:             http://127.0.0.1:3001/mcp\n", "\ntoken  Token  yes  yes  -\n", "\necho  yes  admin  Says it again\n")
	d.Run(t, "", "catalog", "show", "nothing").Want(t, 3, `there is no connector "nothing"`, "hint: guildsctl catalog list")
}

// TestShowUnpublished finds a row that only an admin sees.
func TestShowUnpublished(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:      clitest.Always([]api.Server{}),
		api.AdminListServers: clitest.Always([]api.Server{everything}),
	})
	d.Run(t, "", "catalog", "show", "everything").Want(t, 0, "Everything")
}

func TestAdd(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.AdminAddServer: clitest.Always(everything)})
	line := "catalog add everything --url http://127.0.0.1:3001/mcp --auth token --header X-Key --allow-private --publish"
	d.Run(t, "", strings.Fields(line)...).Want(t, 0, "Slug:", "everything")
	const want = `{"slug":"everything","url":"http://127.0.0.1:3001/mcp","auth":"token","header":"X-Key","allow_private":true,"published":true}`
	if diff := cmp.Diff(want, d.Requests(api.AdminAddServer)[0].Body); diff != "" {
		t.Error(diff)
	}
}

// TestEdit checks that only what the flags name is sent, an empty text among it, and
// which row was read for it.
func TestEdit(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		op   api.Operation
		want string
	}{
		{"a text", []string{"edit", "everything", "--description", "New"}, api.AdminEditServer, `{"description":"New","updated_at":"2026-03-01T12:00:00.000001Z"}`},
		{"no text", []string{"edit", "everything", "--scheme="}, api.AdminEditServer, `{"scheme":"","updated_at":"2026-03-01T12:00:00.000001Z"}`},
		{"publish", []string{"edit", "everything", "--publish"}, api.AdminEditServer, `{"published":true,"updated_at":"2026-03-01T12:00:00.000001Z"}`},
		{"unpublish", []string{"edit", "everything", "--unpublish"}, api.AdminEditServer, `{"published":false,"updated_at":"2026-03-01T12:00:00.000001Z"}`},
		{"forbid", []string{"edit", "everything", "--allow-private=false"}, api.AdminEditServer, `{"allow_private":false,"updated_at":"2026-03-01T12:00:00.000001Z"}`},
		{"a tool", []string{"tool", "everything", "echo", "--description=", "--unpublish"}, api.AdminEditTool, `{"description":"","published":false,"updated_at":"2026-03-01T12:00:00.000001Z"}`},
		{"reset", []string{"reset", "everything"}, api.AdminResetServer, ``},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{
				api.ListServers: clitest.Always([]api.Server{everything}),
				tc.op:           clitest.Always(everything),
			})
			d.Run(t, "", append([]string{"catalog"}, tc.args...)...).Want(t, 0, "everything")
			got := d.Requests(tc.op)[0]
			if got.Body != tc.want || got.Path["id"] != everything.ID {
				t.Errorf("sent %s to %s, want %s", got.Body, got.Path, tc.want)
			}
		})
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListServers:     clitest.Always([]api.Server{everything}),
		api.AdminDropServer: clitest.Always(api.Removal{Connections: []string{"everything at acme"}}),
	})
	d.Run(t, "", "catalog", "remove", "everything").Want(t, 2, "logins (1): everything at acme", "hint: add --yes")
	d.Run(t, "", "catalog", "remove", "everything", "--yes").Want(t, 0, "Deleted connector everything.")
}
