package connector

import (
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native"
)

// Check refuses a row that an admin describes wrongly, naming every problem at
// once.
func (s Server) Check() error {
	var problems []guild.Problem
	note := func(path string, err error) {
		if err != nil {
			problems = append(problems, guild.Problem{Path: path, Message: err.Error()})
		}
	}
	note("slug", s.checkSlug())
	_, err := egress.CheckURL(s.URL)
	note("url", err)
	note("header", s.checkHeader())
	return guild.Invalid("the connector "+s.Slug+" is not described right", problems)
}

func (s Server) checkSlug() error {
	if native.Reserves(s.Slug) {
		return guild.Errorf(guild.CodeInvalid, "%q begins the names of native tools; choose another slug", s.Slug)
	}
	return guild.CheckSlug(s.Slug)
}

// reserved headers are the transport's own; a credential in one would break it.
var reserved = map[string]bool{
	"Accept": true, "Connection": true, "Content-Length": true, "Content-Type": true, "Host": true,
	"Last-Event-Id": true, "Mcp-Protocol-Version": true, "Mcp-Session-Id": true, "Transfer-Encoding": true, "Upgrade": true,
}

func (s Server) checkHeader() error {
	// A local adapter says itself how its credential travels.
	if s.Auth != AuthToken || s.Seeded && s.Header.Name == "" {
		return nil
	}
	name := http.CanonicalHeaderKey(s.Header.Name)
	switch {
	case !httpguts.ValidHeaderFieldName(s.Header.Name):
		return guild.Errorf(guild.CodeInvalid, "%q is not the name of a request header", s.Header.Name)
	case reserved[name] || strings.HasPrefix(name, "Mcp-"):
		return guild.Errorf(guild.CodeInvalid, "the header %s belongs to the transport and cannot carry a token", name)
	case !httpguts.ValidHeaderFieldValue(s.Header.Scheme) || strings.ContainsRune(s.Header.Scheme, ' '):
		return guild.Errorf(guild.CodeInvalid, "%q is not a scheme; it is one word, such as Bearer", s.Header.Scheme)
	}
	return nil
}
