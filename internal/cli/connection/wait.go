package connection

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// pause is how long wait rests between two looks. The state changes when a
// person acts in a browser, so half a second is not felt.
const pause = 500 * time.Millisecond

// statuses are those that a login can have, as the API writes them.
var statuses = []string{"connected", "disconnected", "pending"}

// wait polls, as the local API has no events for logins.
func wait(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "wait ID|SLUG",
		Short:   "Wait until a login has a status",
		Long:    "Wait until a login is connected, for example after a person was sent to a\nbrowser. A login that is deleted meanwhile was refused: exit code 3.",
		Example: "guildsctl connection wait notion --at acme --for connected --timeout 5m",
	}
	status := cmd.Flags().String("for", "connected", "the `status` to wait for: connected, disconnected or pending")
	timeout := cmd.Flags().Duration("timeout", 5*time.Minute, "how long to wait")
	a.CompleteFlag(cmd, "for", app.Words(statuses...))
	return about(a, cmd, func(ctx context.Context, f app.Finder, c api.Connection) (api.Connection, error) {
		if !slices.Contains(statuses, *status) {
			return c, app.Usage("", "--for %q is no status; say connected, disconnected or pending", *status)
		}
		return await(ctx, a, f, c, *status, *timeout)
	})
}

// await looks at the login until it has the status.
func await(ctx context.Context, a *app.App, f app.Finder, c api.Connection, status string, timeout time.Duration) (api.Connection, error) {
	end, underway := time.Now().Add(timeout), c.LoginExpiresAt != nil
	tick := time.NewTicker(pause)
	defer tick.Stop()
	progress := a.Progress()
	defer progress.End()
	for c.Status != status {
		left := time.Until(end)
		if left <= 0 {
			return c, fmt.Errorf("%s at %s is still %s after %s", c.Server, c.Scope, c.Status, timeout)
		}
		tell(progress, c, status, left)
		select {
		case <-ctx.Done():
			return c, ctx.Err()
		case <-tick.C:
		}
		next, err := f.GetConnection(ctx, c.ID)
		if app.IsCode(err, api.CodeNotFound) {
			return c, app.NotFound(fmt.Sprintf("guildsctl connect %s --at %s tries again", c.Server, c.Scope),
				"the login for %s at %s is gone: it was refused, or deleted", c.Server, c.Scope)
		}
		if err != nil {
			return c, err
		}
		if c = next; c.NeedsFolder && status == "connected" {
			return c, choice{made: c}.waits()
		}
		if underway && c.LoginExpiresAt == nil && c.Status == "disconnected" && status == "connected" {
			return c, failed(c)
		}
	}
	return c, nil
}

// tell counts down only where the line is redrawn; in a log, each second would
// be a line.
func tell(p *app.Progress, c api.Connection, status string, left time.Duration) {
	if p.Live() {
		p.Show("%s at %s is %s; waiting %s more for %s", c.Server, c.Scope, c.Status, left.Round(time.Second), status)
		return
	}
	p.Show("%s at %s is %s; waiting for %s", c.Server, c.Scope, c.Status, status)
}
