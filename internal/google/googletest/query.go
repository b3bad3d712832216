package googletest

import (
	"regexp"
	"strings"
	"time"
)

// parseQuery reads Drive's search language, as far as it is used:
// https://developers.google.com/workspace/drive/api/guides/ref-search-terms.
func parseQuery(q string) (keep func(File) bool, refused *Refusal) {
	p := &parser{}
	for strings.TrimSpace(q) != "" {
		found := token.FindStringSubmatch(q)
		if found == nil {
			return nil, invalidArgument("Invalid Value")
		}
		p.left, q = append(p.left, found[1]), q[len(found[0]):]
	}
	keep = p.either()
	if p.failed || len(p.left) > 0 {
		return nil, invalidArgument("Invalid Value")
	}
	return keep, nil
}

var token = regexp.MustCompile(`^ *('(?:[^'\\]|\\.)*'|[A-Za-z]+|!=|<=|>=|[=<>()])`)

// parser reads tokens from left to right. Once it has failed its results mean nothing.
type parser struct {
	left   []string
	failed bool
}

func (p *parser) take() string {
	if len(p.left) == 0 {
		p.failed = true
		return ""
	}
	token := p.left[0]
	p.left = p.left[1:]
	return token
}

func (p *parser) next(token string) bool {
	there := len(p.left) > 0 && p.left[0] == token
	if there {
		p.left = p.left[1:]
	}
	return there
}

type test = func(File) bool

func (p *parser) either() test {
	one := p.both()
	for p.next("or") {
		first, second := one, p.both()
		one = func(f File) bool { return first(f) || second(f) }
	}
	return one
}

func (p *parser) both() test {
	one := p.term()
	for p.next("and") {
		first, second := one, p.term()
		one = func(f File) bool { return first(f) && second(f) }
	}
	return one
}

func (p *parser) term() test {
	switch {
	case p.next("not"):
		inner := p.term()
		return func(f File) bool { return !inner(f) }
	case p.next("("):
		inner := p.either()
		p.failed = p.failed || !p.next(")")
		return inner
	}
	return p.condition()
}

var unescape = strings.NewReplacer(`\'`, `'`, `\\`, `\`)

// condition reads 'x' in parents, or a field, an operator and a value.
func (p *parser) condition() test {
	first, operator, last := p.take(), p.take(), p.take()
	value := unescape.Replace(strings.Trim(last, "'"))
	if strings.HasPrefix(first, "'") {
		member := unescape.Replace(strings.Trim(first, "'"))
		return p.member(member, operator, last)
	}
	field := fields[first]
	if field == nil {
		p.failed = true
		return nil
	}
	return func(f File) bool { return compare(field(f), operator, value) }
}

func (p *parser) member(id, operator, of string) test {
	switch {
	case operator == "in" && of == "parents":
		return func(f File) bool { return f.Parent == id || id == "root" && f.Parent == RootID }
	case operator == "in" && of == "owners":
		return func(f File) bool { return f.Drive == "" && !f.Shared }
	}
	p.failed = true
	return nil
}

// fields are what a file has to be searched for.
var fields = map[string]func(File) string{
	"name":           func(f File) string { return f.Name },
	"fullText":       func(f File) string { return f.Name + " " + f.Data },
	"mimeType":       File.mimeType,
	"modifiedTime":   func(f File) string { return f.Modified.Format(time.RFC3339) },
	"createdTime":    func(f File) string { return f.Modified.Format(time.RFC3339) },
	"viewedByMeTime": func(f File) string { return f.Modified.Format(time.RFC3339) },
	"trashed":        func(f File) string { return said[f.Trashed] },
	"sharedWithMe":   func(f File) string { return said[f.Shared] },
}

var said = map[bool]string{true: "true", false: "false"}

func compare(has, operator, value string) bool {
	switch operator {
	case "=":
		return has == value
	case "!=":
		return has != value
	case "<", "<=":
		return has < value || operator == "<=" && has == value
	case ">", ">=":
		return has > value || operator == ">=" && has == value
	}
	return operator == "contains" && strings.Contains(strings.ToLower(has), strings.ToLower(value))
}
