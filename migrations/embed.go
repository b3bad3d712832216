// Package migrations holds the schema of the database, one numbered step a file
// in goose's format. A step that was released is never edited; a change is a new
// step.
package migrations

import "embed"

// FS holds the files NNNN_name.sql.
//
//go:embed *.sql
var FS embed.FS
