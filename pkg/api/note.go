package api

import (
	"net/http"
	"time"
)

// The operations on notes. A path names a note as a scope sees it: agent/plan.md of
// an agent itself, guild/plan.md of its guild, org/plan.md of its organisation.
var (
	ListNotes  = Operation{"list-notes", http.MethodGet, "/api/notes", "The notes that a scope sees, or those that a search finds"}
	GetNote    = Operation{"get-note", http.MethodGet, "/api/notes/{level}/{key}", "One note whole"}
	PutNote    = Operation{"put-note", http.MethodPut, "/api/notes/{level}/{key}", "Write one note, all of it"}
	DeleteNote = Operation{"delete-note", http.MethodDelete, "/api/notes/{level}/{key}", "Delete one note for good"}
)

var noteOperations = []Operation{ListNotes, GetNote, PutNote, DeleteNote}

// NoteQuery says whose notes are wanted, and narrows and pages them.
type NoteQuery struct {
	ScopeID string `query:"scope_id" required:"true" doc:"An organisation, guild or agent"`
	Level   string `query:"level" enum:"agent,guild,org" doc:"Only notes of this level"`
	Query   string `query:"query" doc:"Text as it stands in a note or its name, or words in websearch grammar"`
	Limit   int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Offset  int    `query:"offset" minimum:"0"`
}

// NoteList is one page of notes. Those with the query in their name come first, then
// the newest.
type NoteList struct {
	Total int        `json:"total" doc:"On all pages"`
	Notes []NoteItem `json:"notes"`
}

// NoteItem is one note of a list.
type NoteItem struct {
	Path      string    `json:"path" example:"agent/plan.md"`
	Bytes     int       `json:"bytes"`
	UpdatedAt time.Time `json:"updated_at"`
	Snippet   string    `json:"snippet,omitempty" doc:"Around what was found, or the beginning"`
}

// Note is one note whole.
type Note struct {
	Path      string    `json:"path"`
	Content   string    `json:"content" doc:"Markdown"`
	Author    string    `json:"author" doc:"Who wrote this version: an agent's path or an operator"`
	RunID     string    `json:"run_id,omitempty" format:"uuid" doc:"The run that wrote it"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// NoteContent is a note to write.
type NoteContent struct {
	ScopeID string `json:"scope_id" format:"uuid" doc:"The scope that the path is seen from"`
	Content string `json:"content" doc:"The whole note in Markdown, at most 65536 bytes"`
}

// NoteWritten is what a write came to.
type NoteWritten struct {
	Path        string `json:"path"`
	Created     bool   `json:"created" doc:"False where it replaced a note"`
	Bytes       int    `json:"bytes"`
	BytesBefore int    `json:"bytes_before" doc:"Of the note that it replaced"`
}
