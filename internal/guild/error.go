package guild

import (
	"errors"
	"fmt"
	"strings"
)

// Code says what kind of failure an Error is. It is stable: callers of the API
// and scripts decide by it.
type Code string

// The codes, with the HTTP status that the API answers for each.
const (
	CodeInvalid     Code = "invalid"     // 422: the input is wrong, and nothing was changed
	CodeUnsupported Code = "unsupported" // 422: the box cannot do this as it is set up or built
	CodeRejected    Code = "rejected"    // 422: an outside service refused the credential
	CodeUpstream    Code = "upstream"    // 502: an outside service failed or answered nonsense
	CodeDenied      Code = "denied"      // 403: not allowed here
	CodeNotFound    Code = "not_found"   // 404: not there, or outside the caller's reach
	CodeConflict    Code = "conflict"    // 409: stands against something that exists
	CodeUnavailable Code = "unavailable" // 503: worth trying again later
	CodeInternal    Code = "internal"    // 500: a fault of the box
)

// Problem is one thing wrong with an input.
type Problem struct {
	Path    string // where: "fields.token", "$.items[0].id"
	Message string // what, and what would be right
}

// Error is a failure whose message is written for whoever reads it, an operator
// or a model. An error without a code is a fault of the box: it is logged, and
// the reader sees only a reference to it.
type Error struct {
	Code     Code
	Msg      string
	Hint     string    // what to do next, often a command; may be empty
	Problems []Problem // every problem of the input at once; may be empty
	Err      error     // the cause, for logs only; may be nil
}

// Error returns the message with its problems, and never the cause: a cause may
// hold what its reader must not see.
func (e *Error) Error() string {
	if len(e.Problems) == 0 {
		return e.Msg
	}
	var b strings.Builder
	b.WriteString(e.Msg)
	for _, p := range e.Problems {
		b.WriteString("\n  ")
		if p.Path != "" {
			b.WriteString(p.Path + ": ")
		}
		b.WriteString(p.Message)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// WithHint returns e saying in addition what to do next.
func (e *Error) WithHint(format string, args ...any) *Error {
	c := *e
	c.Hint = fmt.Sprintf(format, args...)
	return &c
}

// Errorf makes an Error. An operand of the verb %w is kept as the cause, and its
// text becomes part of the message as with fmt.Errorf.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: code, Msg: err.Error(), Err: errors.Unwrap(err)}
}

// Invalid gathers every problem of an input into one Error, or returns nil where
// there is none.
func Invalid(msg string, problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &Error{Code: CodeInvalid, Msg: msg, Problems: problems}
}

// CodeOf returns the code of the outermost Error in err's chain, and
// CodeInternal where there is none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}
