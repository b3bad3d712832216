package tool

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/toolargs"
)

// gather makes a call's arguments of --args-json and --arg, or on a terminal,
// where neither was given, of a form. Whether they satisfy the schema is for the
// daemon and the tool's server to judge.
func gather(ctx context.Context, a *app.App, t api.ToolDetail, r request) (map[string]any, error) {
	properties, err := declared(t)
	if err != nil {
		return nil, err
	}
	if r.object == "" && len(r.pairs) == 0 && len(properties) > 0 && a.Interactive() {
		return form(ctx, a, properties)
	}
	arguments := map[string]any{}
	if r.object != "" {
		if arguments, err = object(a, r.object); err != nil {
			return nil, err
		}
	}
	typed, err := pairs(t.Name, properties, r.pairs)
	maps.Copy(arguments, typed)
	return arguments, err
}

// object reads the value of --args-json. The arguments stay as they are written,
// so that a number keeps all its digits.
func object(a *app.App, source string) (map[string]any, error) {
	text, _, err := a.Value(source)
	if err != nil {
		return nil, app.Usage("", "--args-json: %v", err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil || raw == nil {
		return nil, app.Usage(`for example --args-json '{"message": "hello"}'`, "--args-json is not a JSON object")
	}
	arguments := make(map[string]any, len(raw))
	for name, value := range raw {
		arguments[name] = value
	}
	return arguments, nil
}

// pairs types each --arg by the schema, and reports every problem at once.
func pairs(tool string, properties []toolargs.Property, given []string) (map[string]any, error) {
	arguments := map[string]any{}
	var problems []api.FieldProblem
	for _, g := range given {
		name, raw, ok := strings.Cut(g, "=")
		i := slices.IndexFunc(properties, func(p toolargs.Property) bool { return p.Name == name })
		_, twice := arguments[name]
		var wrong string
		switch {
		case i < 0:
			wrong = "is unknown; " + known(tool, properties)
		case !ok:
			wrong = "has no value; write " + name + "=VALUE"
		case twice:
			wrong = "is given twice"
		default:
			value, err := toolargs.Typed(properties[i], raw)
			if err != nil {
				wrong = err.Error()
			}
			arguments[name] = value
		}
		if wrong != "" {
			problems = append(problems, api.FieldProblem{Location: "--arg " + name, Message: wrong})
		}
	}
	return arguments, app.Usages("guildsctl tool show "+tool+" --at SCOPE lists the arguments", "the arguments do not fit "+tool, problems)
}

// known lists what a tool takes, for an error about what it does not.
func known(tool string, properties []toolargs.Property) string {
	if len(properties) == 0 {
		return tool + " takes no arguments"
	}
	var names []string
	for _, p := range properties {
		names = append(names, p.Name)
	}
	return tool + " takes " + strings.Join(names, ", ")
}

// form asks for each argument with its description. Enter leaves an optional one
// out.
func form(ctx context.Context, a *app.App, properties []toolargs.Property) (map[string]any, error) {
	arguments := map[string]any{}
	for _, p := range properties {
		value, err := askArgument(ctx, a, p)
		if err != nil {
			return nil, err
		}
		if value != nil {
			arguments[p.Name] = value
		}
	}
	return arguments, nil
}

// askArgument asks until the answer fits the argument's type. It returns nil for
// an optional argument that is left out.
func askArgument(ctx context.Context, a *app.App, p toolargs.Property) (json.RawMessage, error) {
	if p.Description != "" {
		a.Note("%s", print.Cell(p.Description))
	}
	for {
		raw, err := a.Ask(ctx, question(p))
		if err != nil || raw == "" && !p.Required {
			return nil, err
		}
		value, err := toolargs.Typed(p, raw)
		if err == nil {
			return value, nil
		}
		a.Note("%v", err)
	}
}

// question names an argument with what may stand there.
func question(p toolargs.Property) string {
	about := []string{typeOf(p)}
	if len(p.Enum) > 0 {
		about = []string{"one of " + choices(p)}
	}
	if p.Default != nil {
		about = append(about, "default "+readable(p.Default))
	}
	if !p.Required {
		about = append(about, "optional, Enter skips")
	}
	return print.Cell(p.Name+" ("+strings.Join(about, "; ")+")") + ": "
}
