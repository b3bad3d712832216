package connection

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// fields gathers the values of a server's connect fields: those given with
// --field, and on a terminal the answers for the others.
func fields(ctx context.Context, a *app.App, server api.Server, given []string) (map[string]string, error) {
	sources, err := parse(server, given)
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for name, source := range sources {
		if source == "-" && a.Interactive() {
			continue // a person at a terminal is asked as for a missing field
		}
		if values[name], _, err = a.Value(source); err != nil {
			return nil, app.Usage("", "--field %s: %v", name, err)
		}
	}
	if server.Unsupported != "" {
		return values, nil // the daemon refuses with its reason; asking would be idle
	}
	if !a.Interactive() {
		return values, missing(server, values)
	}
	return values, ask(ctx, a, server, values, len(given) == 0)
}

// parse checks the arguments of --field and returns where each field's value
// comes from. It reports every problem at once.
func parse(server api.Server, given []string) (map[string]string, error) {
	sources := map[string]string{}
	fromInput := ""
	var problems []api.FieldProblem
	for _, g := range given {
		name, source, ok := strings.Cut(g, "=")
		wrong := misfit(server, name, source, ok)
		_, twice := sources[name]
		switch {
		case wrong != "":
		case twice:
			wrong = "is given twice"
		case source == "-" && fromInput != "":
			wrong = fmt.Sprintf("cannot come from standard input too, which holds %s; use %s=@FILE", fromInput, name)
		case source == "-":
			fromInput = name
		}
		if wrong != "" {
			problems = append(problems, api.FieldProblem{Location: "--field " + name, Message: wrong})
		}
		sources[name] = source
	}
	return sources, app.Usages("", "the fields of the login are not right", problems)
}

// misfit says what is wrong with one --field by itself. It never repeats the
// value, which may be a secret.
func misfit(server api.Server, name, source string, hasValue bool) string {
	i := slices.IndexFunc(server.Fields, func(f api.ConnectField) bool { return f.Name == name })
	switch {
	case i < 0 && len(server.Fields) == 0:
		return "is unknown; " + server.Slug + " asks for nothing"
	case i < 0:
		return "is unknown; " + server.Slug + " asks for " + names(server.Fields)
	case !hasValue || source == "":
		return fmt.Sprintf("has no value; use %s=- or %s=@FILE", name, name)
	case server.Fields[i].Secret && source != "-" && source[0] != '@':
		return fmt.Sprintf("is a secret, and other users can read the command line; use %s=- or %s=@FILE", name, name)
	default:
		return ""
	}
}

// names lists what a server asks for, for an error about what it does not.
func names(fields []api.ConnectField) string {
	var all []string
	for _, f := range fields {
		all = append(all, f.Name)
	}
	return strings.Join(all, ", ")
}

// missing is the error of a script that leaves out required fields.
func missing(server api.Server, values map[string]string) error {
	var problems []api.FieldProblem
	for _, f := range server.Fields {
		if _, given := values[f.Name]; !given && !f.Optional {
			problems = append(problems, api.FieldProblem{Location: f.Name, Message: f.Label})
		}
	}
	return app.Usages("give a field with --field NAME=- (standard input) or --field NAME=@FILE",
		server.Slug+" asks for more, and there is no terminal to ask on", problems)
}

// ask asks for the fields that have no value yet. The optional ones are asked
// for only where the operator named none of his own.
func ask(ctx context.Context, a *app.App, server api.Server, values map[string]string, optional bool) error {
	for _, f := range server.Fields {
		if _, given := values[f.Name]; given || f.Optional && !optional {
			continue
		}
		answer, err := askField(ctx, a, f)
		if err != nil {
			return err
		}
		if answer != "" {
			values[f.Name] = answer
		}
	}
	return nil
}

// askField asks until a required field has a value.
func askField(ctx context.Context, a *app.App, f api.ConnectField) (string, error) {
	if f.Help != "" {
		a.Note("%s", print.Cell(f.Help))
	}
	question, answer := f.Label+": ", a.Ask
	if f.Optional {
		question = f.Label + " (optional, Enter skips): "
	}
	if f.Secret {
		answer = a.AskHidden
	}
	for {
		text, err := answer(ctx, question)
		if err != nil || text != "" || f.Optional {
			return text, err
		}
		a.Note("%s is required.", f.Label)
	}
}
