package memory_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

const at = "acme/research/scout"

var (
	written  = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)
	now      = api.Memory{Content: "# Now\npears", Characters: 11, Author: at, UpdatedAt: &written}
	revision = api.MemoryRevision{
		ID: clitest.ID("revision"), Content: "before", Characters: 6, Author: at, RunID: clitest.ID("run"),
		WrittenAt: written, ReplacedAt: written.Add(time.Hour), ReplacedBy: "uid 0",
	}
)

func start(t *testing.T) *clitest.Daemon {
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.GetMemory: clitest.Always(now), api.PutMemory: clitest.Always(now), api.ListMemoryRevisions: clitest.Always([]api.MemoryRevision{revision}),
		api.GetMemoryRevision: clitest.Always(revision), api.RestoreMemoryRevision: clitest.Always(now),
	})
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := start(t)
	if got := d.Run(t, "", "memory", "show", "--at", at); got.Out != "# Now\npears\n" || got.Code != 0 {
		t.Errorf("code %d, %q", got.Code, got.Out)
	}
	if got := d.Run(t, "", "memory", "show", revision.ID, "--at", at); got.Out != "before\n" || got.Code != 0 {
		t.Errorf("an earlier version: code %d, %q", got.Code, got.Out)
	}
	d.Run(t, "", "memory", "show", revision.ID, "--at", at, "--jq", ".updated_at").Want(t, 0, "2026-03-02T08:15:07Z")
	d.Run(t, "", "memory", "show").Want(t, 2, "--at is missing")
	want := map[string]string{"id": clitest.ID(at), "revision": revision.ID}
	if diff := cmp.Diff(want, d.Requests(api.GetMemoryRevision)[0].Path); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "from standard input\n", "memory", "write", "-", "--at", at).Want(t, 0, "The memory of acme/research/scout has 11 characters of 12,000 now.")
	if got := d.Requests(api.PutMemory)[0]; got.Body != `{"content":"from standard input"}` || got.Path["id"] != clitest.ID(at) {
		t.Errorf("sent %s to %v", got.Body, got.Path)
	}
	d.Run(t, "", "memory", "write", "--at", at).Want(t, 2, "the text is needed once")
	d.Run(t, "", "memory", "write", "--content", "x", "--at", at, "--json=characters").Want(t, 0, `"characters": 11`)
}

func TestRevisionsAndRestore(t *testing.T) {
	t.Parallel()
	d := start(t)
	got := d.Run(t, "", "memory", "revisions", "--at", at)
	want := "2026-03-02T08:15:07Z  acme/research/scout  " + revision.RunID + "  6  2026-03-02T09:15:07Z  " + revision.ID + "\n"
	if diff := cmp.Diff(want, got.Out); diff != "" || got.Code != 0 {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	d.Run(t, "", "memory", "restore", revision.ID, "--at", at).Want(t, 0, "has 11 characters")
	if sent := d.Requests(api.RestoreMemoryRevision); len(sent) != 1 || sent[0].Path["revision"] != revision.ID {
		t.Errorf("sent %v", sent)
	}
	d.Run(t, "", "memory", "restore", "--at", at).Want(t, 2, "REVISION is missing")
	d.Run(t, "", "__complete", "memory", "restore", "--at", at, "").Want(t, 0, revision.ID+"\t2026-03-02 08:15 by acme/research/scout\n")
}
