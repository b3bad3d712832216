package postgres_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/issue"
)

func (b box) file(t *testing.T, agent, title string) issue.Issue {
	t.Helper()
	scope := b.tree[agent]
	i := issue.Issue{
		ID: guild.NewID(), GuildID: scope.Chain[guild.Guild], AgentID: scope.ID, Agent: scope.Path,
		Run: guild.NewID(), Call: guild.NewID(), Category: "api", Tool: "mail_send", Title: title, Details: "500",
	}
	if err := b.db.FileIssue(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	return i
}

func (b box) titles(t *testing.T, within guild.ID, all bool) []string {
	t.Helper()
	found, err := b.db.Issues(t.Context(), within, all)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, i := range found {
		out = append(out, i.Title)
	}
	return out
}

func TestIssues(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout", "acme/sales", "acme/sales/hunter", "beta", "beta/research", "beta/research/scout")
	first := b.file(t, "acme/research/scout", "first")
	b.file(t, "acme/research/scout", "second")
	b.file(t, "acme/sales/hunter", "third")
	b.file(t, "beta/research/scout", "fourth")

	got, err := b.db.Issue(t.Context(), first.ID)
	first.CreatedAt = got.CreatedAt
	if diff := cmp.Diff(first, got); err != nil || diff != "" {
		t.Errorf("the stored issue (%v; -want +got):\n%s", err, diff)
	}
	if done, err := b.db.ResolveIssue(t.Context(), first.ID, "ada", "fixed"); err != nil || !done {
		t.Errorf("resolved: %v (%v)", done, err)
	}
	if done, err := b.db.ResolveIssue(t.Context(), first.ID, "bob", "again"); err != nil || done {
		t.Errorf("resolved again: %v (%v)", done, err)
	}
	if got, _ := b.db.Issue(t.Context(), first.ID); got.ResolvedBy != "ada" || got.Note != "fixed" || got.ResolvedAt == nil {
		t.Errorf("the resolved issue is %+v", got)
	}
	for _, tt := range []struct {
		within guild.ID
		all    bool
		want   []string
	}{
		{b.tree["acme/research"].ID, false, []string{"second"}},
		{b.tree["acme/research"].ID, true, []string{"second", "first"}},
		{b.tree["acme"].ID, false, []string{"third", "second"}},
		{guild.PlatformID, false, []string{"fourth", "third", "second"}},
	} {
		if diff := cmp.Diff(tt.want, b.titles(t, tt.within, tt.all)); diff != "" {
			t.Errorf("within %s, all %v (-want +got):\n%s", tt.within, tt.all, diff)
		}
	}
	if counts, err := b.db.Counts(t.Context(), b.tree["acme"].ID); err != nil || counts.Issues != 2 || counts.Asked != 0 {
		t.Errorf("acme has %+v (%v); want 2 open issues", counts, err)
	}
	if n, err := b.db.ResolveIssues(t.Context(), b.tree["acme/research"].ID, "ada", ""); err != nil || n != 1 {
		t.Errorf("%d were resolved (%v); want 1", n, err)
	}
	if diff := cmp.Diff([]string{"third"}, b.titles(t, b.tree["acme"].ID, false)); diff != "" {
		t.Errorf("of acme are open (-want +got):\n%s", diff)
	}
}

func TestAnIssueOutlivesItsAgent(t *testing.T) {
	t.Parallel()
	b := newBox(t, "acme", "acme/research", "acme/research/scout")
	filed := b.file(t, "acme/research/scout", "first")
	if _, err := b.db.Pool().Exec(t.Context(), `delete from scopes where id = $1`, b.tree["acme/research/scout"].ID); err != nil {
		t.Fatal(err)
	}
	got, err := b.db.Issue(t.Context(), filed.ID)
	if err != nil || got.AgentID != "" || got.Agent != "acme/research/scout" {
		t.Errorf("without its agent it is %+v (%v)", got, err)
	}
}
