package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// Finder finds things by what people type: a path, a slug or an id.
type Finder struct {
	*client.Client
}

// Finder returns a client of the daemon that can also find things by name.
func (a *App) Finder() (Finder, error) {
	c, err := a.Client()
	return Finder{c}, err
}

// At adds the flag --at, which names a scope, to a command and returns its value.
func (a *App) At(cmd *cobra.Command, help string) *string {
	return a.scopeFlag(cmd, "at", help)
}

// Within adds the flag --within, which names the scope at or below which things
// lie.
func (a *App) Within(cmd *cobra.Command, help string) *string {
	return a.scopeFlag(cmd, "within", help)
}

// scopeFlag adds a flag whose value is a scope and is completed as one.
func (a *App) scopeFlag(cmd *cobra.Command, name, help string) *string {
	help = strings.Replace(help, "scope", "`scope`", 1) // help then shows the word as the value's name
	at := cmd.Flags().String(name, "", help)
	_ = cmd.RegisterFlagCompletionFunc(name, a.complete(Scopes)) // fails only for a flag that is not there
	return at
}

// NeedScope finds the scope that a required --at names.
func (f Finder) NeedScope(ctx context.Context, at string) (api.Scope, error) {
	if at == "" {
		return api.Scope{}, Usage("add --at SCOPE, for example --at acme or --at acme/research/scout", "--at is missing: the scope that is meant")
	}
	return f.Scope(ctx, at)
}

// OptionalScopeID returns the id of the scope named, or "" where none is.
func (f Finder) OptionalScopeID(ctx context.Context, named string) (string, error) {
	if named == "" {
		return "", nil
	}
	s, err := f.Scope(ctx, named)
	return s.ID, err
}

// Scope finds a scope by its path or its id.
func (f Finder) Scope(ctx context.Context, named string) (api.Scope, error) {
	if IsID(named) {
		return f.GetScope(ctx, named)
	}
	found, err := f.ListScopes(ctx, api.ScopeQuery{Path: named})
	if err != nil {
		return api.Scope{}, err
	}
	if len(found) == 0 {
		return api.Scope{}, NotFound(createHint(named), "there is no scope %q within your reach", named)
	}
	return found[0], nil
}

// createHint tells how a missing scope would be made; its number of parts says
// of which kind it is.
func createHint(path string) string {
	if path == "platform" {
		return "it is there, and your token reaches only a part of the box"
	}
	nouns := []string{"org", "guild", "agent"}
	depth := strings.Count(path, "/")
	if depth >= len(nouns) {
		return "a scope is platform, ORGANISATION, ORGANISATION/GUILD or ORGANISATION/GUILD/AGENT"
	}
	return fmt.Sprintf("guildsctl %s list shows them; guildsctl %s create %s makes it", nouns[depth], nouns[depth], path)
}

// Server finds a connector by its slug or its id: a published one, or for an
// instance admin any.
func (f Finder) Server(ctx context.Context, named string) (api.Server, error) {
	isNamed := func(s api.Server) bool { return s.Slug == named || s.ID == named }
	servers, err := f.ListServers(ctx)
	if err != nil {
		return api.Server{}, err
	}
	if i := slices.IndexFunc(servers, isNamed); i >= 0 {
		return servers[i], nil
	}
	servers, err = f.AdminListServers(ctx)
	if err != nil && !IsCode(err, api.CodeDenied, api.CodeNotFound) {
		return api.Server{}, err
	}
	if i := slices.IndexFunc(servers, isNamed); i >= 0 {
		return servers[i], nil
	}
	return api.Server{}, NotFound("guildsctl catalog list shows those that are there", "there is no connector %q in the catalog", named)
}

// Login finds a connection by its id, or by its server's slug and the scope that
// owns it.
func (f Finder) Login(ctx context.Context, named, at string) (api.Connection, error) {
	if IsID(named) {
		return f.GetConnection(ctx, named)
	}
	scope, err := f.NeedScope(ctx, at)
	if err != nil {
		return api.Connection{}, err
	}
	visible, err := f.visible(ctx, named, scope)
	if err != nil {
		return api.Connection{}, err
	}
	nearest := visible[len(visible)-1]
	if nearest.ScopeID != scope.ID {
		return api.Connection{}, NotFound("name its owner with --at "+nearest.Scope,
			"%s owns no login for %s; the one that it sees is owned by %s", scope.Path, named, nearest.Scope)
	}
	return nearest, nil
}

// LoginOf finds a server's login by its id or by the scope that owns it.
func (f Finder) LoginOf(ctx context.Context, server, named string) (api.Connection, error) {
	if IsID(named) {
		return f.GetConnection(ctx, named)
	}
	return f.Login(ctx, server, named)
}

// VisibleLogin finds a connection by its id, or else the one of a server that
// is owned nearest to a scope, at it or above.
func (f Finder) VisibleLogin(ctx context.Context, named, at string) (api.Connection, error) {
	if IsID(named) {
		return f.GetConnection(ctx, named)
	}
	scope, err := f.NeedScope(ctx, at)
	if err != nil {
		return api.Connection{}, err
	}
	visible, err := f.visible(ctx, named, scope)
	if err != nil {
		return api.Connection{}, err
	}
	return visible[len(visible)-1], nil
}

// visible returns the logins of a server that a scope sees, the nearest last. It
// never returns none without an error.
func (f Finder) visible(ctx context.Context, server string, scope api.Scope) ([]api.Connection, error) {
	found, err := f.ListConnections(ctx, api.ConnectionQuery{ScopeID: scope.ID, Server: server})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, NotFound(fmt.Sprintf("guildsctl connect %s --at %s", server, scope.Path),
			"%s sees no login for %s", scope.Path, server)
	}
	slices.SortStableFunc(found, func(a, b api.Connection) int { return depth(a.Scope) - depth(b.Scope) })
	return found, nil
}

// depth orders paths from the platform down.
func depth(path string) int {
	if path == "platform" {
		return 0
	}
	return 1 + strings.Count(path, "/")
}

// IsID reports whether a person typed an id, which no path or slug looks like.
func IsID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, r := range s {
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		if hyphen != (r == '-') || !hyphen && !strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return false
		}
	}
	return true
}
