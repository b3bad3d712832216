package app

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// patience is how long a completion waits for the daemon. A shell that hangs at
// the tab key is worse than one that completes nothing.
const patience = time.Second

// Source lists what can stand at one place of a command line. at is the scope
// that the line names so far, or "".
type Source func(ctx context.Context, f Finder, at string) ([]cobra.Completion, error)

// CompleteArgs completes each argument of cmd from the source at its place; a
// nil source completes nothing there.
func (a *App) CompleteArgs(cmd *cobra.Command, sources ...Source) {
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= len(sources) || sources[len(args)] == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return a.complete(sources[len(args)])(cmd, args, typed)
	}
}

// CompleteEach completes every argument of cmd from one source.
func (a *App) CompleteEach(cmd *cobra.Command, source Source) {
	cmd.ValidArgsFunction = a.complete(source)
}

// CompleteFlag completes the value of a flag from a source.
func (a *App) CompleteFlag(cmd *cobra.Command, flag string, source Source) {
	_ = cmd.RegisterFlagCompletionFunc(flag, a.complete(source)) // fails only for a flag that is not there
}

// complete asks the daemon. One that does not answer, or refuses, completes
// nothing, silently: the command itself will say what is wrong.
func (a *App) complete(source Source) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		f, err := a.Finder()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), patience)
		defer cancel()
		at := ""
		if flag := cmd.Flags().Lookup("at"); flag != nil {
			at = flag.Value.String()
		}
		found, err := source(ctx, f, at)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// Words is a source of fixed words.
func Words(words ...string) Source {
	return func(context.Context, Finder, string) ([]cobra.Completion, error) { return words, nil }
}

// Scopes lists the paths of all scopes.
func Scopes(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	return ScopesOf("")(ctx, f, "")
}

// ScopesOf lists the paths of the scopes of one level.
func ScopesOf(level string) Source {
	return func(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
		scopes, err := f.ListScopes(ctx, api.ScopeQuery{Level: level})
		return described(scopes, err, func(s api.Scope) (string, string) { return s.Path, s.Name })
	}
}

// Servers lists the slugs of the published connectors.
func Servers(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	servers, err := f.ListServers(ctx)
	return described(servers, err, func(s api.Server) (string, string) { return s.Slug, s.Name })
}

// AllServers lists the slugs of every row of the catalog.
func AllServers(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	servers, err := f.AdminListServers(ctx)
	return described(servers, err, func(s api.Server) (string, string) { return s.Slug, s.Name })
}

// Logins lists the ids of the connections, with what they are.
func Logins(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	scopeID, err := f.OptionalScopeID(ctx, at)
	if err != nil {
		return nil, err
	}
	logins, err := f.ListConnections(ctx, api.ConnectionQuery{ScopeID: scopeID})
	return described(logins, err, func(c api.Connection) (string, string) {
		return c.ID, c.Server + " at " + c.Scope
	})
}

// Owned lists the slugs of the servers that have a login at the scope.
func Owned(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	scopeID, err := f.OptionalScopeID(ctx, at)
	if err != nil {
		return nil, err
	}
	logins, err := f.ListConnections(ctx, api.ConnectionQuery{ScopeID: scopeID})
	return described(logins, err, func(c api.Connection) (string, string) {
		return c.Server, c.Status + " at " + c.Scope
	})
}

// Tools lists the names of the tools at the scope.
func Tools(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	if at == "" {
		at = "platform"
	}
	scopeID, err := f.OptionalScopeID(ctx, at)
	if err != nil {
		return nil, err
	}
	tools, err := f.ListTools(ctx, api.ToolQuery{ScopeID: scopeID})
	return described(tools, err, func(t api.Tool) (string, string) { return t.Name, t.Title })
}

// Items lists what a binding can be about: the connectors and the tools at the
// scope.
func Items(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	servers, err := Servers(ctx, f, at)
	if err != nil {
		return nil, err
	}
	tools, err := Tools(ctx, f, at)
	return append(servers, tools...), err
}

// Tokens lists the ids of the API tokens, with what they are for.
func Tokens(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	tokens, err := f.ListTokens(ctx)
	return described(tokens, err, func(t api.Token) (string, string) { return t.ID, t.Label + " at " + t.Scope })
}

// Schedules lists the ids of the schedules, with what they are for.
func Schedules(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	schedules, err := f.ListSchedules(ctx, api.ScheduleQuery{})
	return described(schedules, err, func(s api.Schedule) (string, string) { return s.ID, s.Description + " of " + s.Agent })
}

// Models lists the names of the models.
func Models(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	found, err := f.ListModels(ctx, api.ModelQuery{})
	return described(found.Models, err, func(m api.Model) (string, string) { return m.ID, m.Name })
}

// SecretsAt lists the names of the secrets that belong to the scope that the line
// names.
func SecretsAt(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	scopeID, err := f.OptionalScopeID(ctx, at)
	if err != nil || scopeID == "" {
		return nil, err
	}
	secrets, err := f.ListSecrets(ctx, api.SecretQuery{ScopeID: scopeID})
	secrets = slices.DeleteFunc(secrets, func(s api.Secret) bool { return s.ScopeID != scopeID })
	return described(secrets, err, func(s api.Secret) (string, string) { return s.Name, s.Description })
}

// SecretRequests lists the names that agents ask for, with who asks.
func SecretRequests(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	requests, err := f.ListSecretRequests(ctx, api.SecretRequestQuery{})
	return described(requests, err, func(r api.SecretRequest) (string, string) { return r.Name, r.Agent })
}

// Issues lists the ids of the open issues, with their titles.
func Issues(ctx context.Context, f Finder, _ string) ([]cobra.Completion, error) {
	issues, err := f.ListIssues(ctx, api.IssueQuery{})
	return described(issues, err, func(i api.Issue) (string, string) { return i.ID, i.Title })
}

// Notes lists the paths of the notes that the scope sees.
func Notes(ctx context.Context, f Finder, at string) ([]cobra.Completion, error) {
	scope, err := f.NeedScope(ctx, at)
	if err != nil {
		return nil, err
	}
	found, err := f.ListNotes(ctx, api.NoteQuery{ScopeID: scope.ID, Limit: 100})
	return described(found.Notes, err, func(n api.NoteItem) (string, string) { return n.Path, n.Snippet })
}

// described makes completions of items, each with its description.
func described[T any](items []T, err error, describe func(T) (word, about string)) ([]cobra.Completion, error) {
	found := make([]cobra.Completion, 0, len(items))
	for _, item := range items {
		word, about := describe(item)
		found = append(found, cobra.CompletionWithDesc(word, print.Cell(about)))
	}
	return found, err
}
