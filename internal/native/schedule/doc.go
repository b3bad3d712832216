// Package schedule holds the tools by which an agent has itself woken later:
// schedule_create_cron, schedule_create_window, schedule_list, schedule_pause,
// schedule_resume and schedule_delete (specification, "Native tools"). A run that a
// schedule started does not offer them.
package schedule
