package daemon_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/daemon"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/native"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/tool"
)

// offeredFamilies are the native tools of the specification ("What a run offers") with
// what they depend on, in the order in which they are offered. The browser, code and
// script tools are not among them: they work in a sandbox, which this version lacks,
// and are offered by none of its runs whatever their flags say.
var offeredFamilies = []struct {
	names    []string
	triggers []tool.Trigger // nil for all
	memory   bool           // follows that flag
	key      bool           // needs TAVILY_API_KEY
}{
	{names: []string{"note_find", "note_get", "note_write", "note_delete"}},
	{names: []string{"record_search", "record_list", "record_add", "record_update", "record_remove"}},
	{names: []string{"memory_write"}, memory: true},
	{names: []string{"schedule_create_cron", "schedule_create_window", "schedule_list", "schedule_pause", "schedule_resume", "schedule_delete"},
		triggers: []tool.Trigger{tool.Direct, tool.Group}},
	{names: []string{"tavily_search"}, key: true},
	{names: []string{"secret_store"}},
	{names: []string{"secret_request"}, triggers: []tool.Trigger{tool.Direct}},
	{names: []string{"group_post"}},
	{names: []string{"report_issue"}},
}

// Each kind of run offers exactly the native tools of the specification, for every
// setting of an agent's flags, with the key for searches and without it, and with each
// binding off.
func TestNativesThatARunOffers(t *testing.T) {
	t.Parallel()
	tools := daemon.Natives(nil)
	for _, key := range []string{"", "tvly-test"} {
		variables := map[string]string{"TAVILY_API_KEY": key}
		natives := offer.Natives{Tools: tools, Missing: integration.New(func(name string) string { return variables[name] }).Missing}
		for _, off := range append(native.Bindable(), "") {
			view := offer.Resolve(offer.Rows{Scope: guild.Scope{ID: "scout", Level: guild.Agent}, Bindings: seededWithout(off)}, nil)
			for _, trigger := range []tool.Trigger{tool.Direct, tool.Group, tool.Schedule} {
				for _, flags := range everyFlags() {
					var got []string
					for _, one := range natives.Offered(view, trigger, flags) {
						got = append(got, one.Name)
					}
					if diff := cmp.Diff(wantOffered(trigger, flags, key != "", off), got); diff != "" {
						t.Errorf("a run by %s with %+v, the key %q and %q off (-want +got):\n%s", trigger, flags, key, off, diff)
					}
				}
			}
		}
	}
}

// everyFlags are all sixteen settings of an agent's flags.
func everyFlags() (all []offer.Flags) {
	for n := range 16 {
		all = append(all, offer.Flags{Browser: n&1 != 0, Coding: n&2 != 0, Scripting: n&4 != 0, Memory: n&8 != 0})
	}
	return all
}

// seededWithout are the bindings of a new box, and one that switches a tool off for
// the agent; for "" none does.
func seededWithout(off string) (rows []binding.Row) {
	for _, name := range native.Bindable() {
		rows = append(rows, binding.Row{Level: guild.Platform, Kind: binding.NativeTool, CatalogID: name, Enabled: true})
	}
	if off != "" {
		rows = append(rows, binding.Row{Level: guild.Agent, Kind: binding.NativeTool, CatalogID: off})
	}
	return rows
}

func wantOffered(trigger tool.Trigger, flags offer.Flags, key bool, off string) (want []string) {
	for _, f := range offeredFamilies {
		if f.triggers != nil && !slices.Contains(f.triggers, trigger) || f.memory && !flags.Memory || f.key && !key {
			continue
		}
		for _, name := range f.names {
			if name != off {
				want = append(want, name)
			}
		}
	}
	return want
}
