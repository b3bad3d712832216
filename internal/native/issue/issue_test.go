package issue_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/issue"
	native "github.com/guildsbox/guilds/internal/native/issue"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, native.Tools(nil, nil))
}

// filed is a store that keeps what is filed.
type filed []issue.Issue

func (f *filed) FileIssue(_ context.Context, i issue.Issue) error {
	*f = append(*f, i)
	return nil
}

func masked(context.Context, guild.Scope) (*redact.Set, error) {
	return redact.New(redact.Secret{Name: "A_KEY", Value: "hunter22"}), nil
}

var call = tool.Call{
	ID: "call", Run: "run",
	Agent: guild.Scope{ID: "scout", Level: guild.Agent, Path: "acme/research/scout", Chain: []guild.ID{"platform", "acme", "research", "scout"}},
}

func report(t *testing.T, store native.Store, secrets native.Secrets, args map[string]string) (tool.Result, error) {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return native.Tools(store, secrets)[0].Run(t.Context(), &call, raw)
}

func TestReportIsFiledForTheGuildWithoutSecrets(t *testing.T) {
	t.Parallel()
	var store filed
	result, err := report(t, &store, masked, map[string]string{
		"category": "api", "title": "hunter22 is refused", "details": "sent aHVudGVyMjI=", "tool": "mail_send",
	})
	if err != nil || result.Failed || len(store) != 1 {
		t.Fatalf("got %+v (%v), filed %v", result, err, store)
	}
	want := issue.Issue{
		ID: store[0].ID, GuildID: "research", AgentID: "scout", Agent: "acme/research/scout", Run: "run", Call: "call",
		Category: "api", Tool: "mail_send", Title: "[redacted:A_KEY] is refused", Details: "sent [redacted:A_KEY]",
	}
	if diff := cmp.Diff(want, store[0]); diff != "" {
		t.Errorf("filed (-want +got):\n%s", diff)
	}
	if result.Text != "reported to the operators of acme/research as issue "+string(want.ID) {
		t.Errorf("got %q", result.Text)
	}
}

func TestReportRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	var store filed
	long := strings.Repeat("é", issue.MaxDetails+1)
	result, err := report(t, &store, masked, map[string]string{"category": "other", "title": " ", "details": long, "tool": long})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ERROR: the issue cannot be filed", "title: is empty", "details: has 4001 characters", "tool: has 4001 characters"} {
		if !strings.Contains(result.Text, want) {
			t.Errorf("%q does not say %q", result.Text, want)
		}
	}
	if result, _ := report(t, &store, masked, map[string]string{"category": "bug", "title": "x"}); !strings.Contains(result.Text, "category") || !result.Failed {
		t.Errorf("an unknown category: %q", result.Text)
	}
	if len(store) != 0 {
		t.Errorf("filed are %v", store)
	}
}

// Without what to mask, nothing is written down.
func TestReportNeedsItsSecrets(t *testing.T) {
	t.Parallel()
	var store filed
	broken := func(context.Context, guild.Scope) (*redact.Set, error) { return nil, errors.New("no secrets") }
	result, err := report(t, &store, broken, map[string]string{"category": "other", "title": "x"})
	if err == nil || !result.Failed || len(store) != 0 {
		t.Errorf("got %+v (%v), filed %v", result, err, store)
	}
}

func TestReportIsAlwaysOffered(t *testing.T) {
	t.Parallel()
	if why := native.Tools(nil, nil)[0].Gate(tool.Facts{Trigger: tool.Schedule}, "report_issue"); why != "" {
		t.Errorf("not offered: %s", why)
	}
}
