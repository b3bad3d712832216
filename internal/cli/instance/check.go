package instance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// address checks that the socket is there before anything is sent to it. Whether
// it may be used shows only when it is.
func address(a *app.App) finding {
	if a.URL() != "" {
		return finding{State: "ok", Check: "address", Detail: a.URL()}
	}
	path := a.Socket()
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return failed("address", err, app.JoinHint)
	case err != nil:
		return failed("address", err, app.StartHint)
	case info.Mode().Type() != os.ModeSocket:
		return finding{State: "fail", Check: "address", Detail: path + " is no socket", Do: "name the daemon's socket with --socket"}
	default:
		return finding{State: "ok", Check: "address", Detail: path + " is there"}
	}
}

// readiness checks that the daemon answers, lets this caller in, and can serve.
func readiness(ctx context.Context, f app.Finder) finding {
	health, err := f.GetReadiness(ctx)
	switch {
	case err != nil:
		return failed("daemon", err, "guildsctl status and the daemon's log say more")
	case health.Status != "ok":
		return finding{State: "fail", Check: "daemon", Detail: "not ready: " + health.Detail, Do: "the daemon's log says more"}
	default:
		return finding{State: "ok", Check: "daemon", Detail: "answers and is ready"}
	}
}

// check is one check of a daemon that answers. It returns what needs an
// operator, and nothing where all is well.
type check struct {
	name string
	well string // what to say when all is well
	run  func(context.Context, app.Finder) ([]finding, error)
}

// checks are made in this order; each stands alone, so one that fails ends no
// other.
var checks = []check{
	{"version", "the daemon and guildsctl are of one version", version},
	{"warnings", "the daemon has none", warnings},
	{"integrations", "none is half set up", incomplete},
	{"logins", "all are connected and listed", logins},
}

// version compares the two programs: a package may have replaced the files
// while the older daemon still runs.
func version(ctx context.Context, f app.Finder) ([]finding, error) {
	s, err := f.GetStatus(ctx)
	if err != nil || s.Version == api.Version() {
		return nil, err
	}
	return []finding{{
		State:  "warn",
		Detail: fmt.Sprintf("the daemon is %s, guildsctl is %s", s.Version, api.Version()),
		Do:     "install the same version of both and restart the daemon",
	}}, nil
}

// warnings repeats what the daemon says of itself.
func warnings(ctx context.Context, f app.Finder) ([]finding, error) {
	s, err := f.GetStatus(ctx)
	var found []finding
	for _, w := range s.Warnings {
		found = append(found, finding{State: "warn", Detail: w, Do: "see the daemon's configuration: guildsd config"})
	}
	return found, err
}

// incomplete finds integrations of which only some variables are set, which are
// most likely a mistake.
func incomplete(ctx context.Context, f app.Finder) ([]finding, error) {
	instance, err := f.GetInstance(ctx)
	var found []finding
	for _, i := range instance.Integrations {
		if i.State == "incomplete" {
			found = append(found, finding{
				State:  "warn",
				Detail: i.Name + " is incomplete",
				Do:     "set " + unset(i) + " in the daemon's environment and restart it",
			})
		}
	}
	return found, err
}

// logins finds the logins that only a person can bring back.
func logins(ctx context.Context, f app.Finder) ([]finding, error) {
	all, err := f.ListConnections(ctx, api.ConnectionQuery{})
	var found []finding
	for _, c := range all {
		if state, detail, do := ailing(c); state != "ok" {
			found = append(found, finding{State: state, Detail: fmt.Sprintf("%s at %s %s", c.Server, c.Scope, detail), Do: do})
		}
	}
	return found, err
}

// ailing says what is wrong with a login.
func ailing(c api.Connection) (state print.State, detail, do string) {
	switch {
	case c.Status == "disconnected":
		return "warn", "is disconnected", fmt.Sprintf("guildsctl connect %s --at %s", c.Server, c.Scope)
	case c.Status == "pending":
		return "warn", "waits for a person to log in", fmt.Sprintf("guildsctl connect %s --at %s starts anew", c.Server, c.Scope)
	case c.ListError != "":
		return "warn", "could not be brought up to date: " + c.ListError, fmt.Sprintf("guildsctl connection sync %s", c.ID)
	default:
		return "ok", "", ""
	}
}
