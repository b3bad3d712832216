package localapi_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/issue"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestIssuesAreResolved(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	c := b.at(t, "acme", access.Operator)
	var ids []string
	for range 3 {
		ids = append(ids, b.file(t, b.tree["acme/research/scout"]))
	}
	if s, err := c.GetStatus(t.Context()); err != nil || s.OpenIssues != 3 {
		t.Errorf("status: %+v (%v)", s, err)
	}
	got, err := c.ResolveIssue(t.Context(), ids[0], api.IssueNote{Note: "mended"})
	if err != nil || got.Status != "resolved" || got.Note != "mended" || got.Guild != "acme/research" || !strings.HasPrefix(got.ResolvedBy, "token ") {
		t.Errorf("resolved: %+v (%v)", got, err)
	}
	_, err = c.ResolveIssue(t.Context(), ids[0], api.IssueNote{})
	wantProblem(t, err, api.CodeConflict, "resolved already, by token ")
	_, err = c.ResolveIssue(t.Context(), ids[1], api.IssueNote{Note: strings.Repeat("x", issue.MaxNote+1)})
	wantProblem(t, err, api.CodeInvalid, "1001 characters")
	_, err = c.ResolveIssues(t.Context(), api.GuildIssues{GuildID: b.id("acme")})
	wantProblem(t, err, api.CodeInvalid, "issues belong to a guild")
	if n, err := c.ResolveIssues(t.Context(), api.GuildIssues{GuildID: b.id("acme/research")}); err != nil || n.Resolved != 2 {
		t.Errorf("%+v were resolved (%v)", n, err)
	}
	for all, want := range map[bool]int{false: 0, true: 3} {
		if found, err := c.ListIssues(t.Context(), api.IssueQuery{All: all}); err != nil || len(found) != want {
			t.Errorf("all %v: %+v (%v)", all, found, err)
		}
	}
	_, err = b.at(t, "beta", access.Admin).GetIssue(t.Context(), ids[0])
	wantProblem(t, err, api.CodeNotFound, "no issue")
}
