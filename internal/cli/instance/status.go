package instance

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// report is what status shows: the daemon's status with its integrations.
type report struct {
	api.Status
	Integrations []api.Integration `json:"integrations"`
}

// Status returns the command status.
func Status(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Show the daemon, what the box holds, and what to know",
		Example: "guildsctl status\nguildsctl status --jq .version",
		Args:    app.Args,
	}
	format := print.Flags[report](cmd)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, _ []string) error {
		s, err := f.GetStatus(ctx)
		if err != nil {
			return err
		}
		i, err := f.GetInstance(ctx)
		if err != nil {
			return err
		}
		return print.One(a.Printer(format), report{s, i.Integrations}, status)
	})
	return cmd
}

// status are the lines of status.
var status = []print.Column[report]{
	{Head: "Daemon", Value: func(r report) any { return daemon(r.Status) }},
	{Head: "Started", Value: func(r report) any { return r.StartedAt }},
	{Head: "Database", Value: func(r report) any { return r.Database }},
	{Head: "State folder", Value: func(r report) any { return r.StateDir }},
	{Head: "Scopes", Value: func(r report) any { return counts(r.Scopes, "s", "organisation", "guild", "agent") }},
	{Head: "Logins", Value: func(r report) any { return counts(r.Logins, "", "connected", "pending", "disconnected") }},
	{Head: "MCP sessions", Value: func(r report) any { return r.Sessions }},
	{Head: "Open issues", Value: func(r report) any { return r.OpenIssues }},
	{Head: "Secret requests", Value: func(r report) any { return r.SecretRequests }},
	{Head: "Integrations", Value: func(r report) any { return brief(r.Integrations) }},
	{Head: "Warnings", Value: func(r report) any { return strings.Join(r.Warnings, "\n") }},
}

// daemon names the daemon; which process it is only an instance admin is told.
func daemon(s api.Status) string {
	if s.PID == 0 {
		return "guildsd " + s.Version
	}
	return fmt.Sprintf("guildsd %s, process %d", s.Version, s.PID)
}

// counts writes how many there are of each kind, in the order of kinds. plural is
// what a kind takes after any number but one.
func counts(by map[string]int, plural string, kinds ...string) string {
	var parts []string
	for _, kind := range kinds {
		n := by[kind]
		if n != 1 {
			kind += plural
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, kind))
	}
	return strings.Join(parts, ", ")
}

// brief groups integrations by their state.
func brief(all []api.Integration) string {
	var parts []string
	for _, state := range []string{"on", "incomplete", "off"} {
		var names []string
		for _, i := range all {
			if i.State == state {
				names = append(names, i.Name)
			}
		}
		if len(names) > 0 {
			parts = append(parts, state+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
