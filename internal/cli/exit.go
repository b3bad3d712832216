package cli

import (
	"context"
	"errors"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// The exit codes, by which scripts decide.
const (
	exitDone        = 0
	exitFailed      = 1 // also: the tool itself failed
	exitUsage       = 2
	exitNotFound    = 3
	exitRefused     = 4
	exitUnreachable = 5
	exitConflict    = 6
	exitInterrupted = 130 // as a shell reports a program that SIGINT ended; SIGTERM too, which no script tells apart
)

// exitCodes gives each code of a problem its exit code. Those left out are
// exitFailed.
var exitCodes = map[string]int{
	api.CodeInvalid:     exitUsage,
	api.CodeNotFound:    exitNotFound,
	api.CodeDenied:      exitRefused,
	api.CodeUnsupported: exitRefused,
	api.CodeConflict:    exitConflict,
}

// exitCode goes by the kind of the error; an interrupt comes first, whatever it
// broke.
func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	if u := (*client.Unreachable)(nil); errors.As(err, &u) {
		return exitUnreachable
	}
	if p := (*api.Problem)(nil); errors.As(err, &p) {
		if code, ok := exitCodes[p.Code]; ok {
			return code
		}
	}
	return exitFailed
}
