package googletest

import (
	"fmt"
	"strings"
)

// defaultFields are what Drive answers where a request names no fields. Other
// methods then answer all.
var defaultFields = map[string]string{
	"drive.files.get":   "kind,id,name,mimeType,resourceKey",
	"drive.files.list":  "kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType,resourceKey)",
	"drive.drives.get":  "kind,id,name",
	"drive.drives.list": "kind,nextPageToken,drives(kind,id,name)",
}

// pick keeps of an answer what a partial response asks for: names with commas
// between them, each with those of its parts in brackets. A name that the schema
// does not have is an error, as it is at Google.
func (d *document) pick(p property, value any, fields string) (any, error) {
	if p.Ref != "" {
		p = d.Schemas[p.Ref]
	}
	if list, ok := value.([]any); ok {
		picked := []any{}
		for _, item := range list {
			part, err := d.pick(*p.Items, item, fields)
			if err != nil {
				return nil, err
			}
			picked = append(picked, part)
		}
		return picked, nil
	}
	picked := map[string]any{}
	for _, field := range splitFields(fields) {
		name, inner, nested := strings.Cut(field, "(")
		part, known := p.Properties[name]
		if !known {
			//lint:ignore ST1005 Google's own words
			return nil, fmt.Errorf("Invalid field selection %s", name)
		}
		found, there := value.(map[string]any)[name]
		if !there {
			continue
		}
		if nested {
			var err error
			if found, err = d.pick(part, found, strings.TrimSuffix(inner, ")")); err != nil {
				return nil, err
			}
		}
		picked[name] = found
	}
	return picked, nil
}

// splitFields splits at the commas that stand outside of brackets.
func splitFields(fields string) []string {
	depth := 0
	return strings.FieldsFunc(fields, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ',' && depth == 0
	})
}
