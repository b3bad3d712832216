package collection

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// notation tells how a column is written.
const notation = "A column is written NAME:TYPE, with what more holds of it behind further colons.\n" +
	"TYPE is text, number, boolean or datetime, and what may follow:\n" +
	"  array         it holds a list of values\n" +
	"  required      every record has a value\n" +
	"  unique        adding a value again merges into the record that has it\n" +
	"  values=A|B|C  only these texts\n" +
	"  about=TEXT    what agents read of it; it comes last and may hold colons"

// parts are what may follow a column's type.
var parts = map[string]func(*api.Column){
	"array":    func(c *api.Column) { c.Array = true },
	"required": func(c *api.Column) { c.Required = true },
	"unique":   func(c *api.Column) { c.Unique = true },
}

// column reads the notation. Whether the name and the type are right is for the
// daemon to say, with all else that is wrong.
func column(text string) (c api.Column, problem string) {
	declared, about, _ := strings.Cut(text, ":about=")
	c.Description = about
	fields := strings.Split(declared, ":")
	if len(fields) < 2 {
		return c, "has no type; it is written NAME:TYPE"
	}
	c.Name, c.Type = fields[0], fields[1]
	for _, field := range fields[2:] {
		if values, is := strings.CutPrefix(field, "values="); is {
			c.Values = strings.Split(values, "|")
			continue
		}
		set := parts[field]
		if set == nil {
			return c, "has the part " + field + "; the parts are array, required, unique, values=A|B and about=TEXT"
		}
		set(&c)
	}
	return c, ""
}

// columns reads columns in the notation of a flag, and reports every problem at once.
func columns(flag string, texts []string) ([]api.Column, error) {
	var all []api.Column
	var problems []api.FieldProblem
	for _, text := range texts {
		c, problem := column(text)
		if problem != "" {
			problems = append(problems, api.FieldProblem{Location: "--" + flag + " " + text, Message: problem})
		}
		all = append(all, c)
	}
	return all, app.Usages("for example --"+flag+" status:text:required:values=open|done", "not every column can be read", problems)
}

// columnsJSON reads columns as the API writes them.
func columnsJSON(a *app.App, source string) (all []api.Column, err error) {
	text, _, err := a.Value(source)
	if err != nil {
		return nil, app.Usage("", "--columns-json: %v", err)
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, app.Usage(`for example --columns-json '[{"name": "sku", "type": "text", "required": true}]'`, "--columns-json is no list of columns: %v", err)
	}
	return all, nil
}

// declaration writes a column in the notation.
func declaration(c api.Column) string {
	text := c.Name + ":" + c.Type
	for _, part := range []struct {
		holds bool
		word  string
	}{
		{c.Array, ":array"}, {c.Required, ":required"}, {c.Unique, ":unique"},
		{len(c.Values) > 0, ":values=" + strings.Join(c.Values, "|")}, {c.Description != "", ":about=" + c.Description},
	} {
		if part.holds {
			text += part.word
		}
	}
	return text
}
