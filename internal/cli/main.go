// Package cli is guildsctl: its root command, how it starts and how it ends. Each
// noun of the command line is a folder below, each verb a file in it.
//
// Whatever a command needs from its surroundings it is given as an app.App, and
// it knows the daemon through package client alone.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// Main runs guildsctl as the process that it is in. It does not return.
func Main() {
	os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// Run runs guildsctl with the arguments that follow its name and returns the
// exit code. SIGINT and SIGTERM cancel what is under way.
func Run(args []string, in io.Reader, out, err io.Writer, env func(string) string) int {
	if len(args) == 1 && args[0] == "--version" {
		// Asked for at every start of a script: answered before sixty commands are made.
		fmt.Fprintln(out, versionLine())
		return exitDone
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second interrupt ends the process at once
	return execute(ctx, app.New(in, out, err, env), args)
}

// execute prints what went wrong, unless the command has said it or a person
// interrupted.
func execute(ctx context.Context, a *app.App, args []string) int {
	root := Root(a)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil && err != app.ErrSaid && ctx.Err() == nil {
		a.Note("guildsctl: %v", err)
		if hint := app.Hint(err); hint != "" {
			a.Note("hint: %s", print.Cell(hint))
		}
	}
	return exitCode(ctx, err)
}

// versionLine is what --version prints.
func versionLine() string { return "guildsctl " + api.Version() }
