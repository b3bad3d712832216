package tool

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// request is what the flags of tool test say.
type request struct {
	name   string
	at     string
	login  string
	pairs  []string // of --arg
	object string   // of --args-json
	yes    bool
}

// test has no rules of its own about arguments or permission: it reads, asks,
// and prints, and the daemon judges.
func test(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test NAME",
		Short: "Call a tool and print what a model would read",
		Long: "Call a tool with the login that the scope resolves to, or a native tool as the agent\n" +
			"that --at names, and print the result exactly\n" +
			"as a model would read it. Progress goes to standard error. --arg gives one argument,\n" +
			"typed by the tool's schema; --args-json gives a whole object, over which --arg has\n" +
			"the last word. On a terminal with neither, each argument is asked for.\n\n" +
			"A tool that is off by default because it spends, sends or creates is called only\n" +
			"after a confirmation, or with --yes. Exit code 1 means that the tool failed, 3 that\n" +
			"there is no such tool, 4 that the scope is not offered it.",
		Example: "guildsctl tool test everything_echo --at acme/research/scout --arg message=hello\n" +
			"guildsctl tool test everything_get-sum --at acme --args-json '{\"a\": 2, \"b\": 3}'\n" +
			"guildsctl tool test everything_echo --at acme --args-json @arguments.json\n" +
			"guildsctl tool test note_find --at acme/research/scout --arg query=plan",
		Args: app.Args,
	}
	format := print.Flags[api.ToolResult](cmd)
	at := a.At(cmd, "the scope that tests the tool")
	var r request
	fl := cmd.Flags()
	fl.StringVar(&r.login, "connection", "", "the `login` to use, as its id or the scope that owns it (else the one that the scope resolves to)")
	fl.StringArrayVar(&r.pairs, "arg", nil, "an argument as `NAME=VALUE` (repeatable)")
	fl.StringVar(&r.object, "args-json", "", "all arguments: a JSON `object`, @FILE, or - for standard input")
	fl.BoolVarP(&r.yes, "yes", "y", false, "call a tool that is off by default without asking")
	a.CompleteArgs(cmd, app.Tools)
	a.CompleteFlag(cmd, "connection", app.Logins)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		r.name, r.at = args[0], *at
		result, err := run(ctx, a, f, r)
		if err != nil {
			return err
		}
		return report(a.Printer(format), result)
	})
	return cmd
}

// run looks the tool up, gathers its arguments and calls it.
func run(ctx context.Context, a *app.App, f app.Finder, r request) (api.ToolResult, error) {
	scope, err := f.NeedScope(ctx, r.at)
	if err != nil {
		return api.ToolResult{}, err
	}
	t, err := lookUp(ctx, f, scope, r)
	if err != nil {
		return api.ToolResult{}, err
	}
	arguments, err := gather(ctx, a, t, r)
	if err != nil {
		return api.ToolResult{}, err
	}
	if err := confirm(ctx, a, t, arguments, r.yes); err != nil {
		return api.ToolResult{}, err
	}
	if native(t.Tool) {
		return callNative(ctx, f, scope, t.Name, arguments)
	}
	call := api.ToolCall{Name: t.Name, Arguments: arguments}
	if r.login == "" {
		call.ScopeID = scope.ID // a login that was picked need not be the one that the scope is offered
	}
	progress := a.Progress()
	defer progress.End()
	return f.CallTool(ctx, t.ConnectionID, call, func(p api.Progress) { progress.Show("%s", step(p)) })
}

func callNative(ctx context.Context, f app.Finder, agent api.Scope, name string, arguments map[string]any) (api.ToolResult, error) {
	written, err := json.Marshal(arguments)
	if err != nil {
		return api.ToolResult{}, err
	}
	return f.CallNative(ctx, name, api.NativeCall{ScopeID: agent.ID, Arguments: written})
}

// lookUp finds the tool as the scope sees it, and refuses one that it is not
// offered before anything is asked.
func lookUp(ctx context.Context, f app.Finder, scope api.Scope, r request) (api.ToolDetail, error) {
	login, err := chosenLogin(ctx, f, scope, r)
	if err != nil {
		return api.ToolDetail{}, err
	}
	t, err := f.GetTool(ctx, r.name, api.ToolQuery{ScopeID: scope.ID, ConnectionID: login})
	if err != nil {
		return t, err
	}
	if login != "" {
		t.ConnectionID = login
	}
	if !t.Offered {
		explain := fmt.Sprintf("guildsctl binding explain %s --at %s shows the whole walk", t.Name, scope.Path)
		return t, &api.Problem{Code: api.CodeDenied,
			Detail: fmt.Sprintf("%s is not offered %s: %s", scope.Path, t.Name, t.Reason),
			Hint:   cmp.Or(t.Remedy, explain)}
	}
	return t, testable(scope, t)
}

// testable refuses a tool that there is nothing to test with: a native tool needs an
// agent, and a connector's a login.
func testable(scope api.Scope, t api.ToolDetail) error {
	switch {
	case native(t.Tool) && scope.Level != "agent":
		return app.Usage("name an agent with --at, such as "+scope.Path+"/AGENT", "%s is a native tool, which is tested as an agent; %s is of the level %s", t.Name, scope.Path, scope.Level)
	case !native(t.Tool) && t.ConnectionID == "":
		return &api.Problem{Code: api.CodeUnsupported, Detail: t.Name + " has no login to be tested on"}
	}
	return nil
}

// chosenLogin returns the id of the login that --connection names, "" for none.
func chosenLogin(ctx context.Context, f app.Finder, scope api.Scope, r request) (string, error) {
	if r.login == "" || app.IsID(r.login) {
		return r.login, nil
	}
	t, err := f.GetTool(ctx, r.name, api.ToolQuery{ScopeID: scope.ID}) // an owner names a login only together with the server
	if err != nil {
		return "", err
	}
	c, err := f.Login(ctx, t.Server, r.login)
	return c.ID, err
}

// confirm shows the exact arguments of a tool that spends, sends or creates, and
// asks.
func confirm(ctx context.Context, a *app.App, t api.ToolDetail, arguments map[string]any, yes bool) error {
	if !t.DefaultOff {
		return nil
	}
	var exact bytes.Buffer
	e := json.NewEncoder(&exact)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(arguments); err != nil {
		return err
	}
	a.Note("%s is off by default, because it spends, sends or creates. It would be called on the login %s with:\n%s",
		t.Name, t.Connection, bytes.TrimSpace(exact.Bytes()))
	return a.Confirm(ctx, yes, "Call it?")
}

// step is one line of progress.
func step(p api.Progress) string {
	switch {
	case p.Total > 0 && p.Message != "":
		return fmt.Sprintf("%g of %g: %s", p.Progress, p.Total, p.Message)
	case p.Total > 0:
		return fmt.Sprintf("%g of %g", p.Progress, p.Total)
	case p.Message != "":
		return p.Message
	default:
		return fmt.Sprintf("%g", p.Progress)
	}
}

// report prints the result: in a pipe to the byte as the model would read it, on
// a terminal without what the terminal would obey.
func report(p *print.Printer, result api.ToolResult) error {
	done, err := p.Data(result)
	if !done {
		text := result.Text
		if p.Terminal {
			text = print.Text(text)
		}
		_, err = fmt.Fprintln(p.Out, text)
	}
	if err == nil && result.Failed {
		err = app.ErrSaid
	}
	return err
}
