package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// Remove runs a deletion the careful way: first dry, to say what it would take
// with it, then, once confirmed, in earnest. what names the thing in a sentence.
func (a *App) Remove(ctx context.Context, f *print.Format, yes bool, what string, do func(dryRun bool) (api.Removal, error)) error {
	planned, err := do(true)
	if err != nil {
		return err
	}
	a.Note("%s", takes("Deleting "+what, planned))
	if err := a.Confirm(ctx, yes, "Delete "+what+"?"); err != nil {
		return err
	}
	done, err := do(false)
	if err != nil {
		return err
	}
	a.Note("Deleted %s.", what)
	if done.Revoked != "" {
		a.Note("%s", done.Revoked)
	}
	_, err = a.Printer(f).Data(done)
	return err
}

// takes tells what a deletion takes with it.
func takes(what string, r api.Removal) string {
	var b strings.Builder
	for _, part := range []struct {
		word  string
		items []string
	}{
		{"scopes", r.Scopes}, {"logins", r.Connections}, {"bindings", r.Bindings}, {"tokens", r.Tokens}, {"repositories", r.Repositories}, {"notes", r.Notes},
		{"schedules", r.Schedules}, {"collections", r.Collections}, {"groups", r.Groups}, {"model keys", r.ModelKeys},
		{"secrets", r.Secrets}, {"runs", r.Runs}, {"issues", r.Issues},
	} {
		if len(part.items) > 0 {
			fmt.Fprintf(&b, "\n  %s (%d): %s", part.word, len(part.items), print.Cell(strings.Join(part.items, ", ")))
		}
	}
	if b.Len() == 0 {
		return what + " removes nothing else."
	}
	return what + " removes:" + b.String()
}
