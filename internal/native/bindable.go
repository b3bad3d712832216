package native

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
