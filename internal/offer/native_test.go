package offer_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/tool"
)

// declared is a tool of that name and gate, which is never called.
func declared(name string, gate tool.Gate) tool.Tool {
	return tool.New(tool.Spec{Name: name, Doc: "Does " + name + ".", Schema: `{}`, Gate: gate},
		func(context.Context, *tool.Call, struct{}) (string, error) { return "", nil })
}

// box has a tool of each kind of gate.
var box = []tool.Tool{
	declared("note_get", tool.Binding),
	declared("memory_write", tool.All(tool.Binding, tool.Memory)),
	declared("schedule_list", tool.All(tool.Binding, tool.DirectOrGroup)),
	declared("secret_request", tool.All(tool.Binding, tool.OnlyDirect)),
	declared("tavily_search", tool.All(tool.Binding, tool.Configured)),
	declared("report_issue", tool.Always),
	declared("browser_click", tool.Browser),
}

func nativeRow(level guild.Level, name string, enabled bool) binding.Row {
	return binding.Row{Level: level, Kind: binding.NativeTool, CatalogID: name, Enabled: enabled}
}

// seeded are the bindings of a new box, and what is set beside them.
func seeded(more ...binding.Row) []binding.Row {
	var rows []binding.Row
	for _, name := range native.Bindable() {
		rows = append(rows, nativeRow(guild.Platform, name, true))
	}
	return append(rows, more...)
}

// natives returns why each tool of box is offered ("+ ...") or not ("- ...").
func natives(t *testing.T, scope guild.Scope, flags offer.Flags, missing []string, rows []binding.Row) map[string]string {
	t.Helper()
	n := offer.Natives{
		Tools:   box,
		Missing: func(name string) []string { return map[string][]string{"tavily_search": missing}[name] },
		Flags:   func(context.Context, guild.ID) (offer.Flags, error) { return flags, nil },
	}
	all, err := n.At(t.Context(), offer.Resolve(offer.Rows{Scope: scope, Bindings: rows}, nil))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, one := range all {
		if one.Tool != nil {
			got[one.Name] = map[bool]string{true: "+ ", false: "- "}[one.Offered] + one.Reason
		}
	}
	return got
}

var (
	research = guild.Scope{ID: "acme/research", Level: guild.Guild, Path: "acme/research", Chain: scout.Chain[:3]}
	allOn    = offer.Flags{Browser: true, Coding: true, Scripting: true, Memory: true}
)

func TestNatives(t *testing.T) {
	t.Parallel()
	key := []string{"TAVILY_API_KEY"}
	for _, tt := range []struct {
		name    string
		scope   guild.Scope
		flags   offer.Flags
		missing []string
		rows    []binding.Row
		want    map[string]string
	}{
		{"an agent with everything on", scout, allOn, nil, seeded(), map[string]string{
			"note_get":       "+ note_get is on at platform",
			"memory_write":   "+ memory_write is on at platform",
			"schedule_list":  "+ schedule_list is on at platform; only direct and group runs offer it",
			"secret_request": "+ secret_request is on at platform; only direct runs offer it",
			"tavily_search":  "+ tavily_search is on at platform",
			"report_issue":   "+ no binding decides on report_issue",
			"browser_click":  "+ no binding decides on browser_click",
		}},
		{"an agent with everything off", scout, offer.Flags{}, key, seeded(
			nativeRow(guild.Guild, "note_get", false), nativeRow(guild.Agent, "note_get", true), nativeRow(guild.Agent, "schedule_list", false)), map[string]string{
			"note_get":       "+ note_get is on at acme/research/scout",
			"memory_write":   "- the agent's memory flag is off",
			"schedule_list":  "- schedule_list is off at acme/research/scout",
			"secret_request": "+ secret_request is on at platform; only direct runs offer it",
			"tavily_search":  "- set TAVILY_API_KEY in the daemon's environment to switch it on",
			"report_issue":   "+ no binding decides on report_issue",
			"browser_click":  "- the agent's browser flag is off",
		}},
		{"a guild, whose agents differ", research, offer.Flags{}, key, seeded(nativeRow(guild.Organisation, "note_get", false)), map[string]string{
			"note_get":       "- note_get is off at acme",
			"memory_write":   "+ memory_write is on at platform; follows each agent's memory flag",
			"schedule_list":  "+ schedule_list is on at platform; only direct and group runs offer it",
			"secret_request": "+ secret_request is on at platform; only direct runs offer it",
			"tavily_search":  "- set TAVILY_API_KEY in the daemon's environment to switch it on",
			"report_issue":   "+ no binding decides on report_issue",
			"browser_click":  "+ no binding decides on browser_click; follows each agent's browser flag",
		}},
		{"a box without its seed", scout, allOn, nil, nil, map[string]string{
			"note_get":       "- no binding grants note_get here or above",
			"memory_write":   "- no binding grants memory_write here or above",
			"schedule_list":  "- no binding grants schedule_list here or above",
			"secret_request": "- no binding grants secret_request here or above",
			"tavily_search":  "- no binding grants tavily_search here or above",
			"report_issue":   "+ no binding decides on report_issue",
			"browser_click":  "+ no binding decides on browser_click",
		}},
	} {
		if diff := cmp.Diff(tt.want, natives(t, tt.scope, tt.flags, tt.missing, tt.rows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Every name of the specification is there, sorted, and one that this version does
// not have says so.
func TestNativesNamesThoseThatAreNotBuilt(t *testing.T) {
	t.Parallel()
	n := offer.Natives{Flags: func(context.Context, guild.ID) (offer.Flags, error) { return allOn, nil }}
	all, err := n.At(t.Context(), offer.Resolve(offer.Rows{Scope: scout, Bindings: seeded(nativeRow(guild.Agent, "script_run", false))}, nil))
	if err != nil || len(all) != len(native.Bindable())+len(native.Unbound()) {
		t.Fatalf("%d tools (%v)", len(all), err)
	}
	if !slices.IsSortedFunc(all, func(a, b offer.Native) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("they are not sorted by name")
	}
	for _, one := range all {
		if one.Offered || one.Reason != offer.NotIncluded || one.Enabled != (one.Name != "script_run") {
			t.Errorf("%+v", one)
		}
	}
}

func TestNativesOfAnAgentWithoutSettings(t *testing.T) {
	t.Parallel()
	gone := errors.New("gone")
	n := offer.Natives{Flags: func(context.Context, guild.ID) (offer.Flags, error) { return offer.Flags{}, gone }}
	if _, err := n.At(t.Context(), offer.Resolve(offer.Rows{Scope: scout}, nil)); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
}
