package native

import (
	"slices"
	"strings"
)

// Bindable returns the native tools that bindings decide on, in the order in
// which they are offered. Each is seeded enabled at the platform.
func Bindable() []string {
	return []string{
		"note_find", "note_get", "note_write", "note_delete",
		"record_search", "record_list", "record_add", "record_update", "record_remove",
		"memory_write",
		"script_create", "script_list", "script_read", "script_run", "script_delete",
		"schedule_create_cron", "schedule_create_window", "schedule_list",
		"schedule_pause", "schedule_resume", "schedule_delete",
		"tavily_search",
		"secret_store", "secret_request",
		"group_post",
	}
}

// unbound are the native tools that no binding decides on, with what does.
var unbound = []struct {
	decides string
	names   []string
}{
	{"it is always offered", []string{"report_issue"}},
	{"it follows the agent's browser flag, which guildsctl agent edit sets", []string{
		"browser_navigate", "browser_snapshot", "browser_click", "browser_type",
		"browser_fill", "browser_scroll", "browser_screenshot", "browser_eval",
	}},
	{"it follows the agent's coding flag, which guildsctl agent edit sets", []string{
		"shell", "shell_status", "file_read", "file_edit", "file_write",
		"code_search", "code_match", "code_map", "code_find", "code_outline", "code_callers",
	}},
}

// Unbound returns the native tools that no binding decides on: report_issue is
// always offered, the others follow a flag of the agent's.
func Unbound() []string {
	var names []string
	for _, group := range unbound {
		names = append(names, group.names...)
	}
	return names
}

// Decides says in words what decides on a native tool that no binding decides on, and
// nothing of any other name.
func Decides(name string) string {
	for _, group := range unbound {
		if slices.Contains(group.names, name) {
			return group.decides
		}
	}
	return ""
}

// Reserves reports whether a connector with this slug could list a tool under the
// name of a native one: its tools are named SLUG_TOOL.
func Reserves(slug string) bool {
	for _, name := range slices.Concat(Bindable(), Unbound()) {
		if strings.HasPrefix(name, slug+"_") {
			return true
		}
	}
	return false
}
