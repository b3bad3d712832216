package pgrecords

import (
	native "github.com/guildsbox/guilds/internal/native/record"
	"github.com/guildsbox/guilds/internal/postgres"
)

// Box is what the record tools ask in a daemon: the database, with what is remembered
// of it while it hears of changes.
type Box = native.Remembered

// Ask returns the box of a database.
func Ask(db *postgres.DB) *Box { return native.Remember(db, db.Generation) }
