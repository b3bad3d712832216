// Package note holds the tools for Markdown notes: note_find, note_get, note_write
// and note_delete (specification, "Native tools").
package note
