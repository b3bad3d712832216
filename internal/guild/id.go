package guild

import "github.com/google/uuid"

// ID names one row of the box: a UUID of version 7 in its canonical lower-case
// form. The empty ID names nothing.
type ID string

// PlatformID is the ID of the platform scope, the same in every box.
const PlatformID ID = "00000000-0000-7000-8000-000000000000"

// NewID returns a fresh ID. IDs made later sort later.
func NewID() ID { return ID(uuid.Must(uuid.NewV7()).String()) }

// ParseID reads an ID in any form that a UUID may be written in.
// The error has the code CodeInvalid and names the value.
func ParseID(s string) (ID, error) {
	u, err := uuid.Parse(s)
	if err != nil {
		return "", Errorf(CodeInvalid, "%q is not an id; an id is a UUID", s)
	}
	return ID(u.String()), nil
}
