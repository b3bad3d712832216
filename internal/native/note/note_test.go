package note_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native/note"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, note.Tools(nil))
}

// agent calls the tools as one agent does.
type agent struct {
	scope guild.Scope
	db    *postgres.DB
}

func setup(t *testing.T) agent {
	t.Helper()
	db := pgtest.New(t)
	tree := pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout")
	a := agent{tree["acme/research/scout"], db}
	for _, grant := range []string{"read_guild", "read_org", "write_guild"} {
		a.grant(t, grant, true)
	}
	return a
}

func (a agent) grant(t *testing.T, name string, enabled bool) {
	t.Helper()
	if err := a.db.PutBinding(t.Context(), a.scope.ID, binding.Row{Kind: binding.ArtifactGrant, CatalogID: name, Enabled: enabled}); err != nil {
		t.Fatal(err)
	}
}

// call calls a tool and returns its result as a model reads it.
func (a agent) call(t *testing.T, name string, args map[string]any) string {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range note.Tools(postgres.AgentNotes{DB: a.db}) {
		if one.Name == name {
			result, err := one.Run(context.WithoutCancel(t.Context()), &tool.Call{Agent: a.scope, Caller: a.scope.Path}, raw)
			if err != nil {
				t.Fatal(err)
			}
			return result.Text
		}
	}
	t.Fatalf("there is no tool %s", name)
	return ""
}

type args = map[string]any

func TestANoteFromItsFirstWriteToItsDeletion(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for _, step := range []struct {
		tool string
		args args
		want string
	}{
		{"note_find", args{}, `{"total":0,"notes":[]}`},
		{"note_write", args{"level": "agent", "key": "plan.md", "content": "# Plan\n<b>&"}, "created agent/plan.md (11 bytes)"},
		{"note_get", args{"path": "agent/plan.md"}, "# Plan\n<b>&"},
		{"note_write", args{"level": "agent", "key": "plan.md", "content": ""}, "replaced agent/plan.md (0 bytes, before 11)"},
		{"note_get", args{"path": "agent/plan.md"}, "agent/plan.md is empty"},
		{"note_write", args{"level": "guild", "key": "style.md", "content": "short"}, "created guild/style.md (5 bytes)"},
		{"note_delete", args{"path": "agent/plan.md"}, "deleted agent/plan.md"},
		{"note_get", args{"path": "agent/plan.md"}, "ERROR: there is no note agent/plan.md within reach; note_find lists those that there are"},
		{"note_delete", args{"path": "agent/plan.md"}, "ERROR: there is no note agent/plan.md within reach; note_find lists those that there are"},
	} {
		if got := a.call(t, step.tool, step.args); got != step.want {
			t.Fatalf("%s %v: %q; want %q", step.tool, step.args, got, step.want)
		}
	}
	got := a.call(t, "note_find", args{"query": "SHORT", "level": "guild", "limit": 1, "offset": 0})
	if !strings.HasPrefix(got, `{"total":1,"notes":[{"path":"guild/style.md","size":5,"updated":"2`) || !strings.HasSuffix(got, `Z","snippet":"short"}]}`) {
		t.Errorf("note_find: %s", got)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.grant(t, "read_org", false)
	for _, tt := range []struct {
		tool string
		args args
		want []string
	}{
		{"note_get", args{"path": "org/any.md"}, []string{"ERROR: there is no note org/any.md within reach"}},
		{"note_get", args{"path": "../etc/passwd"}, []string{`ERROR: "../etc/passwd" is not the path of a note`, `".." is not a level`, "no folders", "does not end in .md"}},
		{"note_get", args{}, []string{"ERROR: the arguments do not fit note_get", "path"}},
		{"note_write", args{"level": "org", "key": "a.md", "content": "x"}, []string{"ERROR: org/a.md may not be written by acme/research/scout: the grant write_org is off", "guildsctl binding set write_org on --at acme/research/scout"}},
		{"note_write", args{"level": "agent", "key": "a/b", "content": strings.Repeat("x", 65537)}, []string{"no folders", "does not end in .md", "at most 65536"}},
		{"note_write", args{"level": "team", "key": "a.md", "content": "x"}, []string{"ERROR: the arguments do not fit note_write", "$.level"}},
		{"note_write", args{"level": "agent", "key": "a.md", "content": "[redacted:github]"}, []string{`ERROR: the arguments hold the mark of the secret "github"`}},
		{"note_delete", args{"path": "org/any.md"}, []string{"ERROR: org/any.md may not be written"}},
		{"note_find", args{"limit": 101}, []string{"ERROR: the arguments do not fit note_find", "$.limit"}},
	} {
		got := a.call(t, tt.tool, tt.args)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q: %s", tt.tool, want, got)
			}
		}
	}
}
