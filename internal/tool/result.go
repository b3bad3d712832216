package tool

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/guildsbox/guilds/internal/guild"
)

// Result is what a tool call came to. A tool that fails gives a Result as well:
// the model reads the failure and decides.
type Result struct {
	Text   string         // for the model
	Failed bool           // Text starts with "ERROR: "
	Meta   map[string]any // the fields that the call's record keeps; may be nil
}

// MetaRef is the field of Meta that holds the reference of a failure whose cause
// its reader must not see. Who logs the error logs the reference beside it.
const MetaRef = "ref"

// Failure returns the Result that tells a model of err. A guild.Error shows its
// message and problems. Any other error is a fault of the box and shows only as a
// reference, which is in Meta under MetaRef; the caller logs err with it.
func Failure(err error) Result {
	var known *guild.Error
	if errors.As(err, &known) {
		return failed(known.Error(), nil)
	}
	ref := NewRef()
	return failed(fmt.Sprintf("internal error (ref %s)", ref), map[string]any{MetaRef: ref})
}

func failed(message string, meta map[string]any) Result {
	return Result{Text: "ERROR: " + message, Failed: true, Meta: meta}
}

// NewRef returns 8 hexadecimal digits: enough to find one line among the logs.
func NewRef() string {
	var b [4]byte
	rand.Read(b[:]) // never fails, see its documentation
	return hex.EncodeToString(b[:])
}
