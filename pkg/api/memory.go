package api

import (
	"net/http"
	"time"
)

// The operations on the memory of an agent.
var (
	GetMemory             = Operation{"get-memory", http.MethodGet, "/api/agents/{id}/memory", "What an agent remembers"}
	PutMemory             = Operation{"put-memory", http.MethodPut, "/api/agents/{id}/memory", "Replace all that an agent remembers"}
	ListMemoryRevisions   = Operation{"list-memory-revisions", http.MethodGet, "/api/agents/{id}/memory/revisions", "The earlier versions of an agent's memory"}
	GetMemoryRevision     = Operation{"get-memory-revision", http.MethodGet, "/api/agents/{id}/memory/revisions/{revision}", "One earlier version whole"}
	RestoreMemoryRevision = Operation{"restore-memory-revision", http.MethodPost, "/api/agents/{id}/memory/revisions/{revision}/restore", "Make an earlier version the memory again"}
)

var memoryOperations = []Operation{GetMemory, PutMemory, ListMemoryRevisions, GetMemoryRevision, RestoreMemoryRevision}

// Memory is what an agent remembers: one text, which each of its runs begins with.
type Memory struct {
	Content    string     `json:"content" doc:"Markdown; empty where nothing is remembered"`
	Characters int        `json:"characters" doc:"Of at most 12,000"`
	Author     string     `json:"author,omitempty" doc:"Who wrote this version: an agent's path or an operator"`
	RunID      string     `json:"run_id,omitempty" format:"uuid" doc:"The run that wrote it"`
	UpdatedAt  *time.Time `json:"updated_at,omitempty" doc:"Left out where none was ever written"`
}

// MemoryContent is a memory to write.
type MemoryContent struct {
	Content string `json:"content" doc:"The whole memory, at most 12,000 characters"`
}

// MemoryRevision is an earlier version of a memory.
type MemoryRevision struct {
	ID            string    `json:"id" format:"uuid"`
	Content       string    `json:"content,omitempty" doc:"Where one version was asked for"`
	Characters    int       `json:"characters"`
	Author        string    `json:"author" doc:"Who wrote this version"`
	RunID         string    `json:"run_id,omitempty" format:"uuid" doc:"The run that wrote it"`
	WrittenAt     time.Time `json:"written_at"`
	ReplacedAt    time.Time `json:"replaced_at"`
	ReplacedBy    string    `json:"replaced_by"`
	ReplacedByRun string    `json:"replaced_by_run,omitempty" format:"uuid"`
}
