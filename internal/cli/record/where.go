package record

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// terms tells how --where is written.
const terms = "--where is COLUMN=TERM: text by a part of it or a similar spelling, a column with\n" +
	"allowed values, a number, a datetime, a boolean and the id exactly. COLUMN>=TERM\n" +
	"and COLUMN<=TERM bound a number or a datetime. COLUMN= finds what has no value."

// signs are looked for in this order, since one holds another.
var signs = []struct{ sign, bound string }{{">=", "gte"}, {"<=", "lte"}, {"=", ""}}

// split returns the parts of a term. The sign that stands first counts: a term may
// hold others.
func split(text string) (column, bound, term string, ok bool) {
	at := len(text)
	for _, s := range signs {
		if i := strings.Index(text, s.sign); i > 0 && i < at {
			at, column, bound, term, ok = i, text[:i], s.bound, text[i+len(s.sign):], true
		}
	}
	return strings.TrimSpace(column), bound, term, ok
}

// where makes the terms of a request from flags. Columns that are not there are the
// daemon's to name.
func where(of api.Collection, flags []string) (string, error) {
	all := map[string]any{}
	var problems []api.FieldProblem
	for _, text := range flags {
		name, bound, term, ok := split(text)
		if problem := combine(all, declared(of, name), name, bound, term); !ok || problem != "" {
			if !ok {
				problem = "is not COLUMN=TERM, COLUMN>=TERM or COLUMN<=TERM"
			}
			problems = append(problems, api.FieldProblem{Location: "--where " + text, Message: problem})
		}
	}
	if len(problems) > 0 || len(all) == 0 {
		return "", app.Usages("for example --where status=open --where 'price>=100'", "not every --where can be read", problems)
	}
	raw, err := json.Marshal(all)
	return string(raw), err
}

// combine adds one term.
func combine(all map[string]any, c api.Column, name, bound, term string) (problem string) {
	c.Array = false // a term is about one item
	before, twice := all[name]
	bounds, bounded := before.(map[string]json.RawMessage)
	switch {
	case twice && (bound == "" || !bounded || bounds[bound] != nil):
		return "says something else of a column than another does"
	case bound == "" && term == "":
		all[name] = nil
	case bound == "":
		all[name] = app.CellValue(c, []string{term})
	case bounded:
		bounds[bound] = app.CellValue(c, []string{term})
	default:
		all[name] = map[string]json.RawMessage{bound: app.CellValue(c, []string{term})}
	}
	return ""
}

// declared returns a column by its name; one that is not declared is read as text.
func declared(of api.Collection, name string) api.Column {
	for _, c := range of.Columns {
		if c.Name == name {
			return c
		}
	}
	return api.Column{Name: name, Type: "text"}
}
