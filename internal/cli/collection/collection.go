// Package collection holds the commands about collections, the typed tables in which
// agents keep records.
package collection

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command collection.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "collection",
		Aliases: []string{"collections"},
		Short:   "Define typed tables and say which agents use them",
		Long: "A collection is a typed table of an organisation or of a guild. Agents search, list,\n" +
			"add, update and remove its records as far as they are granted; none of them makes or\n" +
			"alters one. The agents of a guild write in its own collections; to those of the\n" +
			"organisation a guild or an agent is let in with grant.\n\n" + notation,
		Example: "guildsctl collection create orders --at acme --column sku:text:required:unique --column status:text:values=open|done --column price:number\n" +
			"guildsctl collection grant orders write --to acme/research",
	}
	return app.Group(cmd, list(a), create(a), show(a), alter(a), remove(a), grant(a), grants(a))
}

// listed are the columns of list.
var listed = []print.Column[api.Collection]{
	{Head: "Name", Value: func(c api.Collection) any { return c.Name }},
	{Head: "Scope", Value: func(c api.Collection) any { return c.Scope }},
	{Head: "Columns", Value: func(c api.Collection) any { return names(c) }, Clip: true},
	{Head: "Description", Value: func(c api.Collection) any { return print.Brief(c.Description) }, Clip: true, Extra: true},
	{Head: "Id", Value: func(c api.Collection) any { return c.ID }, Extra: true},
}

// shown are the lines of a single collection.
var shown = []print.Column[api.Collection]{
	{Head: "Name", Value: func(c api.Collection) any { return c.Name }},
	{Head: "Scope", Value: func(c api.Collection) any { return c.Scope }},
	{Head: "Description", Value: func(c api.Collection) any { return c.Description }},
	{Head: "Columns", Value: func(c api.Collection) any { return declarations(c.Columns) }},
	{Head: "Records", Value: func(c api.Collection) any { return count(c.Records) }},
	{Head: "Newest change", Value: func(c api.Collection) any { return c.NewestAt }},
	{Head: "Created", Value: func(c api.Collection) any { return c.CreatedAt }},
	{Head: "Altered", Value: func(c api.Collection) any { return c.UpdatedAt }},
	{Head: "Id", Value: func(c api.Collection) any { return c.ID }},
}

// count is a number that may not be there.
func count(n *int) any {
	if n == nil {
		return ""
	}
	return *n
}

func names(c api.Collection) string {
	var all []string
	for _, column := range c.Columns {
		all = append(all, column.Name)
	}
	return strings.Join(all, ", ")
}

// declarations are columns as create takes them, one a line.
func declarations(columns []api.Column) string {
	var all []string
	for _, c := range columns {
		all = append(all, declaration(c))
	}
	return strings.Join(all, "\n")
}
