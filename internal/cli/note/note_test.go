package note_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

const at = "acme/research/scout"

var (
	changed = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)
	style   = api.NoteItem{Path: "guild/style.md", Bytes: 5, UpdatedAt: changed, Snippet: "Be short"}
	plan    = api.NoteItem{Path: "agent/plan.md", Bytes: 12, UpdatedAt: changed, Snippet: "# Plan"}
	whole   = api.Note{Path: plan.Path, Content: "# Plan\n\x1b[31mred\n", Author: at, CreatedAt: changed, UpdatedAt: changed}
)

func TestListSortsByPath(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListNotes: clitest.Always(api.NoteList{Total: 2, Notes: []api.NoteItem{style, plan}})})
	got := d.Run(t, "", "note", "list", "--at", at, "--level", "agent")
	want := "agent/plan.md   12  2026-03-02T08:15:07Z  # Plan\nguild/style.md  5   2026-03-02T08:15:07Z  Be short\n"
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	asked := d.Requests(api.ListNotes)[0].Query
	if diff := cmp.Diff(map[string]string{"scope_id": clitest.ID(at), "level": "agent", "limit": "100"}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	none := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListNotes: clitest.Always(api.NoteList{})})
	none.Run(t, "", "notes", "ls", "--at", at).Want(t, 0, "There is no note here.")
	none.Run(t, "", "note", "list", "--at", at, "--json").Want(t, 0, "[]")
	none.Run(t, "", "note", "list").Want(t, 2, "--at is missing")
}

// A long list is asked for page by page.
func TestFindAsksForEveryPage(t *testing.T) {
	t.Parallel()
	many := make([]api.NoteItem, 100)
	for i := range many {
		many[i].Path = fmt.Sprintf("agent/%03d.md", i)
	}
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListNotes: clitest.Always(api.NoteList{Total: 150, Notes: many})})
	d.Run(t, "", "note", "find", "pears", "--at", at, "--jq", "length").Want(t, 0, "200\n")
	asked := d.Requests(api.ListNotes)
	if len(asked) != 2 || asked[0].Query["query"] != "pears" || asked[1].Query["offset"] != "100" {
		t.Errorf("asked %v", asked)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetNote: clitest.Always(whole)})
	if got := d.Run(t, "", "note", "show", "agent/plan.md", "--at", at); got.Out != whole.Content || got.Code != 0 {
		t.Errorf("code %d, %q", got.Code, got.Out)
	}
	if diff := cmp.Diff(map[string]string{"level": "agent", "key": "plan.md"}, d.Requests(api.GetNote)[0].Path); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	d.Run(t, "", "note", "show", "agent/plan.md", "--at", at, "--jq", ".author").Want(t, 0, at)
	for _, bad := range []string{"plan.md", "agent/", "/plan.md"} {
		d.Run(t, "", "note", "show", bad, "--at", at).Want(t, 2, "is not the path of a note", "agent/NAME.md")
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "plan.md")
	if err := os.WriteFile(file, []byte("# Plan\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, input string
		args        []string
		want        string
	}{
		{"a file", "", []string{"@" + file}, `{"scope_id":"` + clitest.ID(at) + `","content":"# Plan\n"}`},
		{"standard input", "<b>\n", []string{"-"}, `{"scope_id":"` + clitest.ID(at) + `","content":"\u003cb\u003e"}`},
		{"a text", "", []string{"--content", "x"}, `{"scope_id":"` + clitest.ID(at) + `","content":"x"}`},
		{"nothing", "", []string{"--content", ""}, `{"scope_id":"` + clitest.ID(at) + `","content":""}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{api.PutNote: clitest.Always(api.NoteWritten{Path: plan.Path, Bytes: 7, BytesBefore: 3})})
			d.Run(t, tt.input, append([]string{"note", "write", plan.Path, "--at", at}, tt.args...)...).
				Want(t, 0, "Note:  agent/plan.md\nWas:   replaced\nBytes: 7\n")
			if got := d.Requests(api.PutNote)[0].Body; got != tt.want {
				t.Errorf("sent %s; want %s", got, tt.want)
			}
		})
	}
}

func TestWriteNeedsItsTextOnce(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.PutNote: clitest.Always(api.NoteWritten{})})
	d.Run(t, "", "note", "write", plan.Path, "--at", at).Want(t, 2, "the text is needed once")
	d.Run(t, "", "note", "write", plan.Path, "-", "--content", "x", "--at", at).Want(t, 2, "the text is needed once")
	d.Run(t, "", "note", "write", plan.Path, "plan.md", "--at", at).Want(t, 2, "a file is @plan.md")
	if sent := d.Requests(api.PutNote); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.GetNote: clitest.Always(whole), api.DeleteNote: clitest.Always(nil)})
	d.Run(t, "", "note", "delete", plan.Path, "--at", at).Want(t, 2, "agent/plan.md as acme/research/scout sees it has 16 bytes", "add --yes")
	if sent := d.Requests(api.DeleteNote); len(sent) != 0 {
		t.Fatalf("sent %v", sent)
	}
	d.Run(t, "", "note", "rm", plan.Path, "--at", at, "--yes").Want(t, 0, "Deleted agent/plan.md.")
	if sent := d.Requests(api.DeleteNote); len(sent) != 1 || sent[0].Path["key"] != "plan.md" {
		t.Errorf("sent %v", sent)
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListNotes: clitest.Always(api.NoteList{Total: 2, Notes: []api.NoteItem{style, plan}})})
	d.Run(t, "", "__complete", "note", "show", "--at", at, "").Want(t, 0, "guild/style.md\tBe short\n", "agent/plan.md\t# Plan\n")
}
