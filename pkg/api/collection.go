package api

import (
	"encoding/json"
	"net/http"
	"time"
)

// The operations on collections, the typed tables of an organisation or a guild.
var (
	ListCollections  = Operation{"list-collections", http.MethodGet, "/api/collections", "Collections, with their columns"}
	CreateCollection = Operation{"create-collection", http.MethodPost, "/api/collections", "Define a collection"}
	GetCollection    = Operation{"get-collection", http.MethodGet, "/api/collections/{id}", "One collection, with how much it holds"}
	AlterCollection  = Operation{"alter-collection", http.MethodPatch, "/api/collections/{id}", "Change a collection's columns"}
	DeleteCollection = Operation{"delete-collection", http.MethodDelete, "/api/collections/{id}", "Delete a collection with its records and grants"}

	ListCollectionGrants  = Operation{"list-collection-grants", http.MethodGet, "/api/collections/{id}/grants", "Who was let into a collection, or kept out"}
	PutCollectionGrant    = Operation{"put-collection-grant", http.MethodPut, "/api/collections/{id}/grants/{scope_id}", "Let a guild or an agent into a collection, or keep an agent out"}
	DeleteCollectionGrant = Operation{"delete-collection-grant", http.MethodDelete, "/api/collections/{id}/grants/{scope_id}", "Take the grant of a guild or an agent away"}
)

var collectionOperations = []Operation{
	ListCollections, CreateCollection, GetCollection, AlterCollection, DeleteCollection,
	ListCollectionGrants, PutCollectionGrant, DeleteCollectionGrant,
}

// Column is one declared column of a collection.
type Column struct {
	Name        string   `json:"name" doc:"Up to 63 lower-case letters, digits and underscores, a letter first"`
	Type        string   `json:"type" doc:"text, number, boolean or datetime"`
	Description string   `json:"description,omitempty" doc:"One line of at most 400 characters, which agents read"`
	Array       bool     `json:"array,omitempty" doc:"A list of values"`
	Values      []string `json:"values,omitempty" doc:"The only texts that it may hold"`
	Required    bool     `json:"required,omitempty"`
	Unique      bool     `json:"unique,omitempty" doc:"Adding a value again merges into the record that has it; one column at most"`
}

// Collection is a typed table that an organisation or one of its guilds owns.
type Collection struct {
	ID          string     `json:"id" format:"uuid"`
	Name        string     `json:"name" doc:"Unique in its organisation"`
	ScopeID     string     `json:"scope_id" format:"uuid"`
	Scope       string     `json:"scope" doc:"Path of its owner"`
	Description string     `json:"description,omitempty"`
	Columns     []Column   `json:"columns"`
	Records     *int       `json:"records,omitempty" doc:"How many it holds, where one collection was asked for"`
	NewestAt    *time.Time `json:"newest_at,omitempty" doc:"The newest change of a record, where one collection was asked for"`
	CreatedAt   time.Time  `json:"created_at"`
	UpdatedAt   time.Time  `json:"updated_at" doc:"Of its definition"`
}

// CollectionQuery narrows a listing of collections. Empty fields narrow nothing.
type CollectionQuery struct {
	WithinID string `query:"within_id" doc:"Only those owned at this scope, above it, or below it"`
}

// NewCollection describes a collection to define.
type NewCollection struct {
	ScopeID     string   `json:"scope_id" format:"uuid" doc:"An organisation or a guild"`
	Name        string   `json:"name" doc:"Up to 63 lower-case letters, digits, hyphens and underscores, a letter first" example:"orders"`
	Description string   `json:"description,omitempty" doc:"One line of at most 400 characters, which agents read"`
	Columns     []Column `json:"columns"`
}

// CollectionPatch changes a collection's columns. Names are those from before it, but
// for Defaults, which go by the names after it.
type CollectionPatch struct {
	Description *string                    `json:"description,omitempty"`
	Rename      map[string]string          `json:"rename,omitempty" doc:"From the old name to the new one"`
	Drop        []string                   `json:"drop,omitempty" doc:"With the values that records have there"`
	Change      []Column                   `json:"change,omitempty" doc:"Declared anew; the type and whether it is a list stay"`
	Add         []Column                   `json:"add,omitempty"`
	Defaults    map[string]json.RawMessage `json:"defaults,omitempty" doc:"What records get that lack a value"`
}

// AlteredCollection is a collection after its columns were changed, or as it would be.
type AlteredCollection struct {
	Collection
	DryRun  bool     `json:"dry_run" doc:"True when nothing was changed"`
	Effects []string `json:"effects" doc:"What becomes of the records that are there, in words"`
}

// CollectionRemoval says what the deletion of a collection takes, or took, with it.
type CollectionRemoval struct {
	DryRun  bool     `json:"dry_run" doc:"True when nothing was deleted"`
	Records int      `json:"records" doc:"How many records go"`
	Grants  []string `json:"grants" doc:"As scope access"`
}

// CollectionGrant lets a guild or an agent into a collection, or keeps an agent out.
type CollectionGrant struct {
	ScopeID string `json:"scope_id" format:"uuid"`
	Scope   string `json:"scope"`
	Access  string `json:"access" doc:"read, write or none"`
}

// NewCollectionGrant is the access that a guild or an agent gets.
type NewCollectionGrant struct {
	Access string `json:"access" doc:"read or write; none keeps an agent out of what its guild reaches"`
}
