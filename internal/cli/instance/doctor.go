package instance

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
)

// finding is what one check of doctor came to.
type finding struct {
	State  print.State `json:"state"` // ok, warn or fail
	Check  string      `json:"check"`
	Detail string      `json:"detail"`
	Do     string      `json:"do"` // what to do about it; empty when all is well
}

// Doctor returns the command doctor.
func Doctor(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "doctor",
		Short:   "Check the box from this side and say what to do",
		Long:    "Check whether the daemon can be reached and is ready, and what in the box needs an\noperator. Exit code 1 when a check fails; a warning is no failure.",
		Example: "guildsctl doctor\nguildsctl doctor --jq '.[] | select(.state != \"ok\").do'",
		Args:    app.Args,
	}
	format := print.Flags[finding](cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		found := examine(cmd.Context(), a)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if err := print.List(a.Printer(format), found, findings, ""); err != nil {
			return err
		}
		if slices.ContainsFunc(found, func(f finding) bool { return f.State == "fail" }) {
			return app.ErrSaid
		}
		return nil
	}
	return cmd
}

// findings are the columns of doctor; none is clipped, as each is to be acted
// on.
var findings = []print.Column[finding]{
	{Head: "State", Value: func(f finding) any { return f.State }},
	{Head: "Check", Value: func(f finding) any { return f.Check }},
	{Head: "Finding", Value: func(f finding) any { return f.Detail }},
	{Head: "What to do", Value: func(f finding) any { return f.Do }},
}

// examine runs the checks in order. Those after an address that cannot be used
// or a daemon that does not answer would all say the same, so they are left out.
func examine(ctx context.Context, a *app.App) []finding {
	f, err := a.Finder()
	if err != nil {
		return []finding{failed("address", err, "guildsctl --help lists --socket, --url and --token-file")}
	}
	found := []finding{address(a)}
	if found[0].State == "fail" {
		return found
	}
	ready := readiness(ctx, f)
	found = append(found, ready)
	if ready.State == "fail" {
		return found
	}
	for _, check := range checks {
		more, err := check.run(ctx, f)
		switch {
		case err != nil:
			more = []finding{failed(check.name, err, "the daemon's log says more")}
		case len(more) == 0:
			more = []finding{{State: "ok", Check: check.name, Detail: check.well}}
		}
		for i := range more {
			more[i].Check = check.name
		}
		found = append(found, more...)
	}
	return found
}

// failed is the finding of a check that ended in an error, whose own hint comes
// before the general one.
func failed(check string, err error, do string) finding {
	return finding{State: "fail", Check: check, Detail: err.Error(), Do: cmp.Or(app.Hint(err), do)}
}
