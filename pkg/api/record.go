package api

import (
	"encoding/json"
	"net/http"
	"time"
)

// The operations on the records of a collection.
var (
	ListRecords   = Operation{"list-records", http.MethodGet, "/api/collections/{id}/records", "The records of a collection, all or those that fit"}
	SearchRecords = Operation{"search-records", http.MethodGet, "/api/collections/{id}/search", "Records that hold words in any column"}
	GetRecord     = Operation{"get-record", http.MethodGet, "/api/collections/{id}/records/{record_id}", "One record"}
	AddRecords    = Operation{"add-records", http.MethodPost, "/api/collections/{id}/records", "Add records, all or none"}
	UpdateRecord  = Operation{"update-record", http.MethodPatch, "/api/collections/{id}/records/{record_id}", "Change columns of a record"}
	RemoveRecord  = Operation{"remove-record", http.MethodDelete, "/api/collections/{id}/records/{record_id}", "Remove a record"}
)

var recordOperations = []Operation{ListRecords, SearchRecords, GetRecord, AddRecords, UpdateRecord, RemoveRecord}

// MaxAddedRecords is how many records one request may add.
const MaxAddedRecords = 500

// Record is one row of a collection.
type Record struct {
	ID         string          `json:"id" format:"uuid"`
	Collection string          `json:"collection"`
	Body       json.RawMessage `json:"body" doc:"Column to value, columns without a value left out"`
	CreatedAt  time.Time       `json:"created_at"`
	UpdatedAt  time.Time       `json:"updated_at"`
}

// RecordQuery narrows and orders a listing of records.
type RecordQuery struct {
	Where  string `query:"where" doc:"JSON: column to term, at most 8. Text by a part of it or a similar spelling, a column with values, id and boolean exactly, number and datetime exactly or by {gte, lte}, null for no value"`
	Since  string `query:"since" doc:"Only records changed at this moment of RFC 3339 or later, the oldest change first"`
	Order  string `query:"order" doc:"A column, id, created_at or updated_at"`
	Desc   bool   `query:"desc" doc:"In descending order"`
	Limit  int    `query:"limit" doc:"1 to 100; 20 where it is left out"`
	Offset int    `query:"offset" doc:"Records to pass over first"`
}

// RecordPage is a part of a listing.
type RecordPage struct {
	Total   int      `json:"total" doc:"Of the records that fit, whatever the limit; at most 5000 where a part of a text is looked for"`
	Records []Record `json:"records"`
	Hint    string   `json:"hint,omitempty" doc:"What the collection holds, where nothing fits; that there are more than total, where not all were counted"`
}

// RecordSearch is what is looked for in a collection.
type RecordSearch struct {
	Query string `query:"query" required:"true" doc:"Words as in a web search; a single one is found inside longer ones as well"`
	Where string `query:"where" doc:"As in a listing"`
}

// NewRecords are bodies to add, in their order.
type NewRecords struct {
	Records []json.RawMessage `json:"records" doc:"Column to value, at most 500"`
}

// AddedRecord is what became of one body.
type AddedRecord struct {
	Record
	Merged bool `json:"merged,omitempty" doc:"Into the record that had its value in the unique column"`
}

// AddedRecords are what became of bodies, none of a dry run.
type AddedRecords struct {
	DryRun  bool          `json:"dry_run" doc:"True when nothing was added"`
	Records []AddedRecord `json:"records"`
}

// RecordPatch holds the columns of a record that change.
type RecordPatch struct {
	Body json.RawMessage `json:"body" doc:"Column to value; null clears an optional column"`
}

// UpdatedRecord is a record after a change.
type UpdatedRecord struct {
	Record
	Warnings []string `json:"warnings,omitempty" doc:"What was there already"`
}
