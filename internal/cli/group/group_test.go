package group_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

const at = "acme/research"

var (
	when  = time.Date(2026, 3, 2, 8, 15, 7, 0, time.UTC)
	wake  = api.GroupWake{AgentID: clitest.ID("scout"), Agent: "scout", RunID: clitest.ID("run1")}
	asked = api.GroupMessage{ID: clitest.ID("m1"), Seq: 1, Kind: "operator", Author: "uid 0", Text: "What is\nnew?", Woken: []api.GroupWake{wake}, At: when}
	said  = api.GroupMessage{
		ID: clitest.ID("m2"), Seq: 2, Kind: "agent", Author: "scout", RunID: wake.RunID, Text: "Nothing \x1b[31mred\n", Hops: 1, At: when.Add(time.Minute),
		Woken: []api.GroupWake{{AgentID: clitest.ID("scribe"), Agent: "scribe", RunID: clitest.ID("run2")}},
	}
	late = api.GroupMessage{Seq: 4, Kind: "agent", Author: "scribe", RunID: clitest.ID("run2"), Text: "Noted", At: when.Add(2 * time.Minute)}
)

func TestList(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListGroupMessages: clitest.Always([]api.GroupMessage{asked, said})})
	got := d.Run(t, "", "group", "list", at)
	want := "1  2026-03-02T08:15:07Z  uid 0   @scout   What is new?\n2  2026-03-02T08:16:07Z  @scout  @scribe  Nothing ␛[31mred\n"
	if diff := cmp.Diff(want, got.Out); got.Code != 0 || diff != "" {
		t.Errorf("code %d (-want +got):\n%s", got.Code, diff)
	}
	d.Run(t, "", "groups", "ls", at, "--after", "0", "--limit", "7")
	requests := d.Requests(api.ListGroupMessages)
	if diff := cmp.Diff([]map[string]string{{"limit": "50"}, {"after": "0", "limit": "7"}}, []map[string]string{requests[0].Query, requests[1].Query}); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	if requests[0].Path["id"] != clitest.ID(at) {
		t.Errorf("asked for the guild %q", requests[0].Path["id"])
	}
	d.Run(t, "", "group", "list", "acme").Want(t, 2, "acme is of the level organisation; a group belongs to a guild")
	none := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListGroupMessages: clitest.Always([]api.GroupMessage{})})
	none.Run(t, "", "group", "list", at).Want(t, 0, "There is no such message.")
	none.Run(t, "", "group", "show", at, "--json").Want(t, 0, "[]")
}

func TestShow(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, map[api.Operation]clitest.Answer{api.ListGroupMessages: clitest.Always([]api.GroupMessage{asked, said})})
	got := d.Run(t, "", "group", "show", at)
	want := "1  2026-03-02T08:15:07Z  uid 0  woke @scout\n  What is\n  new?\n2  2026-03-02T08:16:07Z  @scout  woke @scribe\n"
	if !strings.HasPrefix(got.Out, want) || strings.Contains(got.Out, "\x1b") || got.Code != 0 {
		t.Errorf("code %d, %q", got.Code, got.Out)
	}
}

func TestPost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, input string
		arg         string
		answer      api.PostedGroupMessage
		sent, out   string
		says        string
	}{
		{"a text", "", "What is\nnew?", api.PostedGroupMessage{GroupMessage: asked}, `{"text":"What is\nnew?"}`, "@scout  " + wake.RunID + "\n", "Posted message 1."},
		{"standard input", "@scout\n", "-", api.PostedGroupMessage{GroupMessage: asked}, `{"text":"@scout"}`, "@scout  " + wake.RunID + "\n", "Posted message 1."},
		{"a mention is no file", "", "@scout hi", api.PostedGroupMessage{GroupMessage: asked}, `{"text":"@scout hi"}`, "@scout  " + wake.RunID + "\n", ""},
		{
			"nobody", "", "@nobody @none", api.PostedGroupMessage{GroupMessage: api.GroupMessage{Seq: 3}, Unknown: []string{"nobody", "none"}}, `{"text":"@nobody @none"}`, "",
			"No agent of acme/research has the name nobody or none.\nPosted message 3.\nNobody is woken.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := clitest.Start(t, map[api.Operation]clitest.Answer{api.PostToGroup: clitest.Always(tt.answer)})
			got := d.Run(t, tt.input, "group", "post", at, tt.arg)
			got.Want(t, 0, tt.says)
			if got.Out != tt.out {
				t.Errorf("printed %q, want %q", got.Out, tt.out)
			}
			if sent := d.Requests(api.PostToGroup)[0]; sent.Body != tt.sent || sent.Path["id"] != clitest.ID(at) {
				t.Errorf("sent %+v", sent)
			}
		})
	}
}

// waiting is a daemon on which the run of scout wakes that of scribe, each look one
// step further. last is how the second ends.
func waiting(t *testing.T, last api.Run) *clitest.Daemon {
	t.Helper()
	var looks atomic.Int32
	first := api.Run{ID: wake.RunID, Status: "running"}
	steps := []struct {
		runs     []api.Run
		messages []api.GroupMessage
	}{
		{[]api.Run{first}, nil},
		{[]api.Run{{ID: wake.RunID, Status: "done"}}, []api.GroupMessage{said, {Seq: 3, Kind: "operator", Author: "uid 0", Text: "another's"}}},
		{[]api.Run{last}, []api.GroupMessage{late}},
	}
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.PostToGroup: clitest.Always(api.PostedGroupMessage{GroupMessage: asked}),
		api.ListRuns:    func(clitest.Request) any { return steps[looks.Add(1)-1].runs },
		api.ListGroupMessages: func(clitest.Request) any {
			if last.Status == "failed" && looks.Load() == 3 {
				return []api.GroupMessage{}
			}
			return append([]api.GroupMessage{}, steps[looks.Load()-1].messages...)
		},
	})
}

func TestPostWaitsForAllThatItWakes(t *testing.T) {
	t.Parallel()
	d := waiting(t, api.Run{ID: clitest.ID("run2"), Status: "done"})
	got := d.Run(t, "", "group", "post", at, "x", "--wait")
	got.Want(t, 0, "Woke @scout, run "+wake.RunID+".")
	if want := "2  2026-03-02T08:16:07Z  @scout  woke @scribe\n"; !strings.HasPrefix(got.Out, want) || !strings.HasSuffix(got.Out, "4  2026-03-02T08:17:07Z  @scribe\n  Noted\n") {
		t.Errorf("printed %q", got.Out)
	}
	if strings.Contains(got.Out, "another's") {
		t.Error("it shows what no woken agent has posted")
	}
	var after []string
	for _, r := range d.Requests(api.ListGroupMessages) {
		after = append(after, r.Query["after"])
	}
	if diff := cmp.Diff([]string{"1", "1", "3"}, after); diff != "" {
		t.Errorf("asked for messages after (-want +got):\n%s", diff)
	}
}

func TestPostSaysHowARunFailed(t *testing.T) {
	t.Parallel()
	d := waiting(t, api.Run{ID: clitest.ID("run2"), Status: "failed", Error: "no key"})
	d.Run(t, "", "group", "post", at, "x", "--wait").Want(t, 1, "The run of @scribe is failed: no key", "guildsctl run tail "+clitest.ID("run2"))
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	d := clitest.Start(t, nil)
	for _, verb := range []string{"post", "list", "show"} {
		d.Run(t, "", "__complete", "group", verb, "").Want(t, 0, "acme/research\n")
	}
}
