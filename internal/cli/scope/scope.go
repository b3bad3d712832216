// Package scope holds the commands that organisations, guilds and agents share:
// list, create, show and delete. They differ in the level of the tree that they
// are about, and in nothing else.
package scope

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// Noun is one level of the tree as the command line speaks of it.
type Noun struct {
	Word    string // the command: "org"
	Plural  string // its alias: "orgs"
	Level   string // as the API says it: "organisation"
	About   string // what it is, in a sentence
	Path    string // the form of its path: "ORGANISATION"
	Example string // a path of that form
	Parts   int    // how many parts the path has
}

// Commands returns the command of a noun with its four verbs, and its own beside or
// in place of them.
func Commands(a *app.App, n Noun, own ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:     n.Word,
		Aliases: []string{n.Plural},
		Short:   fmt.Sprintf("Make, list and delete %ss", n.Level),
		Long:    fmt.Sprintf("%s\n\nIts path is %s, for example %s.", n.About, n.Path, n.Example),
		Example: fmt.Sprintf("guildsctl %s create %s\nguildsctl %s list", n.Word, n.Example, n.Word),
	}
	verbs := []*cobra.Command{list(a, n), create(a, n), show(a, n), remove(a, n)}
	verbs = slices.DeleteFunc(verbs, func(verb *cobra.Command) bool {
		return slices.ContainsFunc(own, func(o *cobra.Command) bool { return o.Name() == verb.Name() })
	})
	return app.Group(cmd, append(verbs, own...)...)
}

// lower returns the level with its article, for the middle of a sentence.
func (n Noun) lower() string {
	if strings.ContainsRune("aeiou", rune(n.Level[0])) {
		return "an " + n.Level
	}
	return "a " + n.Level
}

// split checks that a path has the noun's number of parts and returns the parent
// and the last part.
func (n Noun) split(path string) (parent, slug string, err error) {
	parts := strings.Split(path, "/")
	if len(parts) != n.Parts || path == "platform" || slices.Contains(parts, "") {
		return "", "", app.Usage("for example "+n.Example, "%q is not the path of %s; it has the form %s", path, n.lower(), n.Path)
	}
	if n.Parts == 1 {
		return "platform", path, nil
	}
	return strings.Join(parts[:n.Parts-1], "/"), parts[n.Parts-1], nil
}

// Find returns the scope that a path or an id names, which must be of the noun's
// level.
func (n Noun) Find(ctx context.Context, f app.Finder, named string) (api.Scope, error) {
	s, err := f.Scope(ctx, named)
	if err == nil && s.Level != n.Level {
		err = app.Usage("", "%s is of the level %s, not %s", s.Path, s.Level, n.Level)
	}
	return s, err
}

// columns serve the list and, as lines, a single scope.
var columns = []print.Column[api.Scope]{
	{Head: "Path", Value: func(s api.Scope) any { return s.Path }},
	{Head: "Name", Value: func(s api.Scope) any { return s.Name }, Clip: true},
	{Head: "Created", Value: func(s api.Scope) any { return s.CreatedAt }},
	{Head: "Id", Value: func(s api.Scope) any { return s.ID }, Extra: true},
}
