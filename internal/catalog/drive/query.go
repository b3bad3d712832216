package drive

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// queryForm is what a model reads of the search language. It is that of Google's MCP
// server and not Drive's own.
const queryForm = `conditions with and, or, not and brackets, each a field, an operator and a value in single quotes: ` +
	`title contains 'plan', title = 'Plan.pdf', fullText contains 'invoice', mimeType = 'application/pdf', ` +
	`modifiedTime > '2026-01-31T12:00:00' (also createdTime and viewedByMeTime), parentId = 'ID', owner = 'ann@example.com' or 'me', sharedWithMe = true`

// query is a query in Drive's language.
type query struct {
	text   string
	ranked bool // whether it searches contents, so that Drive ranks what it finds
}

// field is a field of the search language, and what it is in Drive's.
type field struct {
	name      string
	operators []string
	members   bool // Drive asks whether the value is in the field
	check     func(value string) string
}

var (
	ordered = []string{"<", "<=", "=", "!=", ">", ">="}
	equal   = []string{"=", "!="}
)

var searchFields = map[string]field{
	"title":          {name: "name", operators: []string{"contains", "=", "!="}, check: quoted},
	"fullText":       {name: "fullText", operators: []string{"contains"}, check: quoted},
	"mimeType":       {name: "mimeType", operators: []string{"contains", "=", "!="}, check: quoted},
	"modifiedTime":   {name: "modifiedTime", operators: ordered, check: moment},
	"viewedByMeTime": {name: "viewedByMeTime", operators: ordered, check: moment},
	"createdTime":    {name: "createdTime", operators: ordered, check: moment},
	"parentId":       {name: "parents", operators: equal, members: true, check: quoted},
	"owner":          {name: "owners", operators: equal, members: true, check: quoted},
	"sharedWithMe":   {name: "sharedWithMe", operators: equal, check: boolean},
}

func quoted(value string) string {
	if !strings.HasPrefix(value, "'") {
		return "a value in single quotes"
	}
	return ""
}

func boolean(value string) string {
	if value != "true" && value != "false" {
		return "true or false"
	}
	return ""
}

// moments are the forms of time that Drive takes.
var moments = []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly}

func moment(value string) string {
	for _, form := range moments {
		if _, err := time.Parse("'"+form+"'", value); err == nil {
			return ""
		}
	}
	return "a time such as '2026-01-31T12:00:00'"
}

var token = regexp.MustCompile(`^\s*('(?:[^'\\]|\\['\\])*'|[A-Za-z]+|!=|<=|>=|[=<>()])`)

// reader reads a query from left to right and writes it in Drive's language. What it
// writes has brackets around every part, so that nothing in a query reaches what is
// put beside it.
type reader struct {
	tokens []string
	ranked bool
	wrong  string // the first thing that is wrong; empty for none
}

// translate reads a query. An error names what cannot be read and has the code invalid.
func translate(asked string) (query, error) {
	r := &reader{}
	for left := asked; strings.TrimSpace(left) != ""; {
		found := token.FindStringSubmatch(left)
		if found == nil {
			r.fail("%q cannot be read", strings.TrimSpace(left))
			break
		}
		r.tokens, left = append(r.tokens, found[1]), left[len(found[0]):]
	}
	text := r.either()
	if len(r.tokens) > 0 {
		r.fail("%q is not expected", r.tokens[0])
	}
	if r.wrong != "" {
		return query{}, guild.Errorf(guild.CodeInvalid, "the query is not right: %s; it takes %s", r.wrong, queryForm)
	}
	return query{text, r.ranked}, nil
}

func (r *reader) fail(format string, args ...any) {
	if r.wrong == "" {
		r.wrong = fmt.Sprintf(format, args...)
	}
}

func (r *reader) take() string {
	if len(r.tokens) == 0 {
		r.fail("something is missing at its end")
		return ""
	}
	taken := r.tokens[0]
	r.tokens = r.tokens[1:]
	return taken
}

// next takes a word if it is the next one, in any case.
func (r *reader) next(word string) bool {
	there := len(r.tokens) > 0 && strings.EqualFold(r.tokens[0], word)
	if there {
		r.take()
	}
	return there
}

func (r *reader) either() string { return r.chain("or", r.both) }

func (r *reader) both() string { return r.chain("and", r.term) }

// chain reads parts with one word between them.
func (r *reader) chain(word string, part func() string) string {
	parts := []string{part()}
	for r.wrong == "" && r.next(word) {
		parts = append(parts, part())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, " "+word+" ") + ")"
}

func (r *reader) term() string {
	switch {
	case r.next("not"):
		return "not (" + r.term() + ")"
	case r.next("("):
		inner := r.either()
		if !r.next(")") {
			r.fail("a bracket is not closed")
		}
		return inner
	}
	return r.condition()
}

func (r *reader) condition() string {
	name, operator, value := r.take(), r.take(), r.take()
	f, known := searchFields[name]
	if !known {
		r.fail("%q is not a field", name)
		return ""
	}
	if !slices.Contains(f.operators, operator) {
		r.fail("%s takes %s and not %q", name, strings.Join(f.operators, ", "), operator)
	}
	if wants := f.check(value); wants != "" {
		r.fail("%s takes %s and not %s", name, wants, value)
	}
	r.ranked = r.ranked || name == "fullText"
	switch {
	case f.members && operator == "!=":
		return "not (" + value + " in " + f.name + ")"
	case f.members:
		return value + " in " + f.name
	}
	return f.name + " " + operator + " " + value
}

// quote writes a value for Drive's language.
func quote(value string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
}
