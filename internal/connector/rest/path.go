package rest

import (
	"net/url"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Path is where a call goes below the base of an API. At makes one.
type Path struct {
	escaped string
	err     error
}

// At fills the braces of a template, in their order, with arguments: at
// "/coins/{id}/market_chart", one argument. An argument is one segment of the path
// whatever is in it. One that cannot be a segment is an error of the call with the
// code invalid: an empty one and one of dots would lead to another address.
func At(template string, args ...string) Path {
	var b strings.Builder
	rest := template
	for _, arg := range args {
		before, after, _ := strings.Cut(rest, "{")
		name, after, found := strings.Cut(after, "}")
		if !found {
			panic("rest: more arguments than braces in " + template)
		}
		if strings.Trim(arg, ".") == "" {
			return Path{err: guild.Errorf(guild.CodeInvalid, "%q cannot be the %s of anything", arg, strings.ReplaceAll(name, "_", " "))}
		}
		b.WriteString(before + url.PathEscape(arg))
		rest = after
	}
	if strings.Contains(rest, "{") {
		panic("rest: fewer arguments than braces in " + template)
	}
	return Path{escaped: b.String() + rest}
}
