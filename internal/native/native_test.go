package native_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/native"
)

func TestBindableIsThePlatformSeed(t *testing.T) {
	t.Parallel()
	want := strings.Fields(`
		note_find note_get note_write note_delete
		record_search record_list record_add record_update record_remove
		memory_write
		script_create script_list script_read script_run script_delete
		schedule_create_cron schedule_create_window schedule_list schedule_pause schedule_resume schedule_delete
		tavily_search
		secret_store secret_request
		group_post`)
	if diff := cmp.Diff(want, native.Bindable()); diff != "" {
		t.Errorf("bindable tools (-specification +table):\n%s", diff)
	}
}

// A run decides on these without bindings, so a row for one would do nothing.
func TestBindableLeavesOutWhatFlagsDecide(t *testing.T) {
	t.Parallel()
	for _, name := range native.Bindable() {
		if name == "report_issue" || strings.HasPrefix(name, "browser_") || strings.HasPrefix(name, "code_") ||
			strings.HasPrefix(name, "file_") || strings.HasPrefix(name, "shell") {
			t.Errorf("%s is bindable, but the specification says it is never a binding", name)
		}
	}
}

func TestDecides(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"report_issue":  "it is always offered",
		"browser_click": "it follows the agent's browser flag",
		"code_map":      "it follows the agent's coding flag",
	} {
		if got := native.Decides(name); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, name := range append(native.Bindable(), "tools_echo") {
		if got := native.Decides(name); got != "" {
			t.Errorf("%s: %q, and a binding decides on it", name, got)
		}
	}
}

func TestGrantsAreTheFourOfTheSpecification(t *testing.T) {
	t.Parallel()
	want := []native.Grant{
		{Name: "read_guild", Enabled: true},
		{Name: "read_org", Enabled: true},
		{Name: "write_guild", Enabled: true},
		{Name: "write_org", Enabled: false},
	}
	if diff := cmp.Diff(want, native.Grants()); diff != "" {
		t.Errorf("grants (-specification +table):\n%s", diff)
	}
}

func TestTablesAreFreshAtEachCall(t *testing.T) {
	t.Parallel()
	native.Bindable()[0] = "changed"
	native.Grants()[3].Enabled = true
	if slices.Contains(native.Bindable(), "changed") {
		t.Error("changing what Bindable returned changed the table")
	}
	if native.Grants()[3].Enabled {
		t.Error("changing what Grants returned changed the table")
	}
}

func TestReserves(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]bool{"note": true, "shell": true, "tavily": true, "everything": false, "not": false, "notebook": false} {
		if got := native.Reserves(slug); got != want {
			t.Errorf("Reserves(%q) = %v, want %v", slug, got, want)
		}
	}
}
