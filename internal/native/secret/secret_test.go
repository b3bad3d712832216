package secret_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	native "github.com/guildsbox/guilds/internal/native/secret"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, native.Tools(nil))
}

// vault remembers what it was told last, and answers as its fields say.
type vault struct {
	put      secret.New
	asked    []string
	replaced *secret.Secret
	open     *secret.Request
	err      error
}

func (v *vault) Put(_ context.Context, n secret.New) (secret.Saved, error) {
	v.put = n
	return secret.Saved{Secret: secret.Secret{Name: n.Name}, Replaced: v.replaced}, v.err
}

func (v *vault) Ask(_ context.Context, agent guild.Scope, run guild.ID, name, reason string) (secret.Request, bool, error) {
	v.asked = []string{agent.Path, string(run), name, reason}
	if v.open != nil {
		return *v.open, false, nil
	}
	return secret.Request{Name: name}, true, v.err
}

var scout = guild.Scope{ID: "scout", Level: guild.Agent, Path: "acme/research/scout"}

func run(t *testing.T, v *vault, n int, args map[string]string) string {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	result, err := native.Tools(v)[n].Run(t.Context(), &tool.Call{Agent: scout, Run: "run", Caller: scout.Path}, raw)
	if err != nil {
		t.Fatal(err)
	}
	return result.Text
}

func TestStore(t *testing.T) {
	t.Parallel()
	args := map[string]string{"name": "A_KEY", "value": "hunter22", "description": "for tests"}
	v := &vault{}
	if got := run(t, v, 0, args); got != "stored the secret A_KEY: commands in the sandbox have it as $A_KEY" {
		t.Errorf("got %q", got)
	}
	want := secret.New{Scope: scout, Name: "A_KEY", Value: "hunter22", Description: "for tests", By: scout.Path, ByAgent: true, Run: "run"}
	if diff := cmp.Diff(want, v.put); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	v.replaced = &secret.Secret{UpdatedAt: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}
	if got := run(t, v, 0, args); !strings.HasSuffix(got, "; it replaces the one of 2026-05-06T07:08:09Z") {
		t.Errorf("got %q", got)
	}
	v.err = guild.Errorf(guild.CodeInvalid, "no")
	if got := run(t, v, 0, args); got != "ERROR: no" {
		t.Errorf("got %q", got)
	}
}

// A call keeps the value nowhere: the declaration says which argument it is.
func TestStoreDeclaresItsSecret(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"value"}, native.Tools(nil)[0].Secrets); diff != "" {
		t.Errorf("secret arguments (-want +got):\n%s", diff)
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	args := map[string]string{"name": "A_KEY", "reason": "to log in"}
	v := &vault{}
	if got := run(t, v, 1, args); !strings.HasPrefix(got, "the operator was asked for A_KEY; a later message tells you") {
		t.Errorf("got %q", got)
	}
	if diff := cmp.Diff([]string{scout.Path, "run", "A_KEY", "to log in"}, v.asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	v.open = &secret.Request{Name: "A_KEY", CreatedAt: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}
	if got := run(t, v, 1, args); !strings.HasPrefix(got, "the operator was asked for A_KEY on 2026-05-06T07:08:09Z and has not answered yet") {
		t.Errorf("asked again: %q", got)
	}
}

func TestGates(t *testing.T) {
	t.Parallel()
	on := func(string) (bool, string) { return true, "" }
	off := func(name string) (bool, string) { return false, name + " is off at acme" }
	for _, tt := range []struct {
		name  string
		facts tool.Facts
		want  string
	}{
		{"secret_store", tool.Facts{Trigger: tool.Schedule, Bound: on}, ""},
		{"secret_store", tool.Facts{Trigger: tool.Direct, Bound: off}, "secret_store is off at acme"},
		{"secret_request", tool.Facts{Trigger: tool.Direct, Bound: on}, ""},
		{"secret_request", tool.Facts{Trigger: tool.Group, Bound: on}, "only direct runs offer it"},
		{"secret_request", tool.Facts{Trigger: tool.Direct, Bound: off}, "secret_request is off at acme"},
	} {
		for _, one := range native.Tools(nil) {
			if one.Name != tt.name {
				continue
			}
			if got := one.Gate(tt.facts, one.Name); got != tt.want {
				t.Errorf("%s in a %s run: %q; want %q", tt.name, tt.facts.Trigger, got, tt.want)
			}
		}
	}
}
