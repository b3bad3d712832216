package app

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// ErrSaid is a failure that the command has already told in its output: it ends
// with exit code 1 and no further word.
var ErrSaid = errors.New("the output says what failed")

// Usage returns an error of wrong usage. The hint may be empty.
func Usage(hint, format string, args ...any) error {
	return &api.Problem{Code: api.CodeInvalid, Detail: fmt.Sprintf(format, args...), Hint: hint}
}

// Usages returns one error for every problem of the input at once, or nil where
// there is none.
func Usages(hint, message string, problems []api.FieldProblem) error {
	if len(problems) == 0 {
		return nil
	}
	return &api.Problem{Code: api.CodeInvalid, Detail: message, Hint: hint, Errors: problems}
}

// NotFound returns an error about something that is not there or out of reach.
func NotFound(hint, format string, args ...any) error {
	return &api.Problem{Code: api.CodeNotFound, Detail: fmt.Sprintf(format, args...), Hint: hint}
}

// IsCode reports whether err is a problem with one of the codes.
func IsCode(err error, codes ...string) bool {
	var p *api.Problem
	if !errors.As(err, &p) {
		return false
	}
	for _, code := range codes {
		if p.Code == code {
			return true
		}
	}
	return false
}

// StartHint is what to do when no daemon answers.
const StartHint = "start it with systemctl start guildsd, or run guildsd yourself; --socket or --url name another"

// JoinHint is what to do when a socket may not be used.
const JoinHint = "root, the daemon's own user and members of the group guilds may connect: sudo usermod -aG guilds $USER, then log in again"

// Hint returns what to do about an error, where that is known.
func Hint(err error) string {
	if p := (*api.Problem)(nil); errors.As(err, &p) {
		return p.Hint
	}
	if u := (*client.Unreachable)(nil); !errors.As(err, &u) {
		return ""
	}
	if errors.Is(err, fs.ErrPermission) {
		return JoinHint
	}
	return StartHint
}
