package googletest

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// checkQuery returns what is wrong with the parameters of a request, or nothing.
func (m *method) checkQuery(query url.Values) string {
	for name, values := range query {
		p, known := m.Parameters[name]
		if !known {
			p, known = m.document.Parameters[name]
		}
		switch {
		case !known || p.Location != "query":
			return fmt.Sprintf("%s has no parameter %q", m.ID, name)
		case p.Deprecated:
			return fmt.Sprintf("the parameter %q of %s is deprecated", name, m.ID)
		}
		for _, value := range values {
			if wrong := p.checkParameter(value); wrong != "" {
				return fmt.Sprintf("the parameter %q of %s is %q, %s", name, m.ID, value, wrong)
			}
		}
	}
	for name, p := range m.Parameters {
		if p.Location == "query" && p.Required && !query.Has(name) {
			return fmt.Sprintf("%s needs the parameter %q", m.ID, name)
		}
	}
	return ""
}

// checkParameter returns why a parameter cannot have a value, or nothing.
func (p property) checkParameter(value string) string {
	if len(p.Enum) > 0 && !slices.Contains(p.Enum, value) {
		return fmt.Sprintf("and may be one of %q", p.Enum)
	}
	switch p.Type {
	case "boolean":
		if value != "true" && value != "false" {
			return "and is true or false"
		}
	case "integer":
		n, err := strconv.Atoi(value)
		low, lowErr := strconv.Atoi(p.Minimum)
		high, highErr := strconv.Atoi(p.Maximum)
		if err != nil || lowErr == nil && n < low || highErr == nil && n > high {
			return fmt.Sprintf("and is a number from %q to %q", p.Minimum, p.Maximum)
		}
	}
	return ""
}

// checkBody returns what in a body, sent or answered, does not fit its schema, or
// nothing.
func (d *document) checkBody(where string, p property, value any) string {
	if p.Ref != "" {
		p = d.Schemas[p.Ref]
	}
	fits := false
	switch value := value.(type) {
	case map[string]any:
		fits = p.Type == "object"
		for name, part := range value {
			inner, known := p.Properties[name]
			if !known {
				return fmt.Sprintf("%s has no field %q", where, name)
			}
			if wrong := d.checkBody(where+"."+name, inner, part); wrong != "" {
				return wrong
			}
		}
	case []any:
		fits = p.Type == "array"
		for _, part := range value {
			if wrong := d.checkBody(where+"[]", *p.Items, part); wrong != "" {
				return wrong
			}
		}
	case string:
		fits = p.Type == "string"
	case bool:
		fits = p.Type == "boolean"
	case int, float64:
		fits = p.Type == "integer" || p.Type == "number"
	}
	if !fits {
		return fmt.Sprintf("%s is %T, and has the type %q", where, value, p.Type)
	}
	return ""
}
