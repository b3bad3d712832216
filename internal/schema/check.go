package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	fault "github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/guildsbox/guilds/internal/guild"
)

// maxChecked bounds, in bytes, the schema that Check compiles.
const maxChecked = 256 << 10

// Check returns every way in which arguments do not fit a schema, in the order of
// their paths ("$.items[0].id"), or nothing. Missing arguments count as {}. A
// schema that cannot be used, because it is none, refers to another document, or
// would take too long, is one problem of its own with an empty path.
//
// Nothing is read or fetched, and the work is bounded.
func Check(schema, args json.RawMessage) []guild.Problem {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(args))
	if err != nil {
		return []guild.Problem{{Path: "$", Message: "is not JSON"}}
	}
	compiled, err := compile(schema, args)
	if err != nil {
		return []guild.Problem{{Message: fmt.Sprintf("the tool's input schema cannot be used: %v", err)}}
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(compiled.Validate(instance), &invalid) {
		return nil
	}
	found := problems(invalid, instance)
	slices.SortStableFunc(found, func(a, b guild.Problem) int { return cmp.Compare(a.Path, b.Path) })
	return slices.Compact(found)
}

// compile returns the schema ready for use on the given arguments.
func compile(schema, args json.RawMessage) (*jsonschema.Schema, error) {
	if len(schema) > maxChecked {
		return nil, fmt.Errorf("it has %d bytes, and the most is %d", len(schema), maxChecked)
	}
	if err := affordable(schema, args); err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	const name = "schema:input"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	if err := c.AddResource(name, document); err != nil {
		return nil, err
	}
	return c.Compile(name)
}

// noLoader keeps a schema from reaching for files and other hosts.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("it refers to another document, %q", url)
}

var english = message.NewPrinter(language.English)

// problems flattens the tree of a failed validation. Alternatives of which none
// fits are one problem, since nobody knows which of them was meant.
func problems(e *jsonschema.ValidationError, instance any) []guild.Problem {
	at := pathOf(instance, e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *fault.Required:
		return each(k.Missing, at, "is required")
	case *fault.AdditionalProperties:
		return each(k.Properties, at, "is not an argument of this tool")
	case *fault.AnyOf, *fault.OneOf:
		if len(e.Causes) > 0 {
			return []guild.Problem{{Path: at, Message: "fits none of the alternatives: " + alternatives(e, instance)}}
		}
	}
	if len(e.Causes) == 0 {
		return []guild.Problem{{Path: at, Message: e.ErrorKind.LocalizedString(english)}}
	}
	var all []guild.Problem
	for _, cause := range e.Causes {
		all = append(all, problems(cause, instance)...)
	}
	return all
}

func each(names []string, at, message string) []guild.Problem {
	var all []guild.Problem
	for _, name := range names {
		all = append(all, guild.Problem{Path: at + propertyPath(name), Message: message})
	}
	return all
}

// alternatives says in one line what stands against each alternative.
func alternatives(e *jsonschema.ValidationError, instance any) string {
	at := pathOf(instance, e.InstanceLocation)
	var all []string
	for _, cause := range e.Causes {
		for _, p := range problems(cause, instance) {
			reason := p.Message
			if inner := strings.TrimPrefix(p.Path, at); inner != "" {
				reason = strings.TrimPrefix(inner, ".") + " " + reason
			}
			if !slices.Contains(all, reason) {
				all = append(all, reason)
			}
		}
	}
	return strings.Join(all, "; ")
}

// pathOf writes a location as a path from the arguments down.
func pathOf(instance any, location []string) string {
	path := "$"
	for _, step := range location {
		switch v := instance.(type) {
		case []any:
			path += "[" + step + "]"
			instance = item(v, step)
		case map[string]any:
			path += propertyPath(step)
			instance = v[step]
		}
	}
	return path
}

func item(list []any, step string) any {
	var i int
	if _, err := fmt.Sscanf(step, "%d", &i); err != nil || i < 0 || i >= len(list) {
		return nil
	}
	return list[i]
}

func propertyPath(name string) string {
	for _, r := range name {
		if r != '_' && r != '-' && r != '$' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return fmt.Sprintf("[%q]", name)
		}
	}
	return "." + name
}
