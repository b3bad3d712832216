// Package connector says what a connector is: one literal that declares a
// server of the catalog, its login form and the copy that operators read.
//
// Local adapters and remote MCP servers differ by which fields are set, never
// by their type.
package connector

import (
	"context"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// Auth is the form of a connector's login.
type Auth string

// The forms of login.
const (
	AuthNone  Auth = "none"
	AuthToken Auth = "token"
	AuthOAuth Auth = "oauth"
)

// Connector declares one row of the catalog.
type Connector struct {
	Slug string
	Name string
	URL  string
	Auth Auth

	Fields []Field // what the token form asks for, in order; empty unless Auth is AuthToken
	Header Header  // where a remote MCP server expects the token

	Description string // what it is for
	Limitations string // what it cannot do, costs or counts against
	SetupHint   string // where the operator finds what the form asks for

	// Tools declares what a local adapter offers on an account, by the adapter's own
	// names. Nil for a remote MCP server, whose tools are the server's, and for an
	// adapter that offers none.
	Tools func(Account) []tool.Tool

	// PublishedByListing says that the published copy of Tools comes with the first
	// listing of a login, as that of a remote server's tools does, and not with the box.
	PublishedByListing bool

	// Published is the published copy of tools that nothing here declares: those of
	// a remote server that is to be published before its first listing.
	Published []PublishedTool

	DefaultOff []string // patterns of remote names that are listed Off at the owner on first sight

	// Check asks the service whether it takes a login, and which account it is, for
	// display; the hint may be empty. Connect asks it first, and each listing again.
	// An error with the code rejected says that the credential is no good. Nil where
	// a remote server's list tells, and where the folder does.
	Check func(ctx context.Context, a Account) (hint string, err error)

	// State returns lines that a run of an agent with this login starts with. Nil
	// for none.
	State func(ctx context.Context, a Account) (string, error)

	// Accept looks at what a remote server lists to a new login, and refuses
	// the login where the list shows that the key is no good. May be nil.
	Accept func(remoteNames []string) error

	// Probe is asked once by Connect where a full list does not prove the key:
	// some servers list their tools to anybody. Nil where the list is proof.
	Probe *Probe

	// OAuth holds the endpoints of a browser login that are always the same. Nil
	// for a remote MCP server, whose authorization server is found out.
	OAuth *OAuth

	// Folders is set where the operator must choose one folder before a login
	// counts as connected. Its name is the hint then, and Check is not asked.
	Folders *Folders

	// Coins is set where the operator pins coins on a login.
	Coins *Coins

	// App says that a login is an installation of the box's GitHub App.
	App bool

	// Unbuilt says why this version refuses Connect. Empty when it connects.
	Unbuilt string
}

// Probe is one cheap call that a server answers only to a good key. A server
// that does not list the tool is not asked.
type Probe struct {
	Tool      string // its own name at the server
	Arguments string // JSON object
	// Refused looks at the answer and reports whether it refuses the key.
	Refused func(text string, failed bool) bool
}

// Field is one value that a token form asks for.
type Field struct {
	Name     string
	Label    string
	Help     string
	Secret   bool // whether the value is a credential, never shown again
	Optional bool
}

// Header says how a credential travels.
type Header struct {
	Name   string // "Authorization", "X-API-KEY"
	Scheme string // "Bearer", or empty for the bare value
}

// Carry returns the request header that carries a credential.
func (h Header) Carry(credential string) http.Header {
	if h.Scheme != "" {
		credential = h.Scheme + " " + credential
	}
	return http.Header{http.CanonicalHeaderKey(h.Name): {credential}}
}

// PublishedTool is the catalog's copy of one tool.
type PublishedTool struct {
	Name        string
	Description string
}

// Local reports whether the box itself speaks for the connector. The tools of any
// other are listed and called on a session with its MCP server.
func (c Connector) Local() bool {
	return c.OAuth != nil || c.App || c.Check != nil || c.Tools != nil
}

// PublishedTools returns the published copy of the connector's tools that comes with
// the box: for an adapter, that of what it declares.
func (c Connector) PublishedTools() []PublishedTool {
	if c.Tools == nil || c.PublishedByListing {
		return c.Published
	}
	var published []PublishedTool
	for _, t := range c.Tools(Account{}) {
		published = append(published, PublishedTool{Name: t.Name, Description: t.Doc})
	}
	return published
}

// Token is the name of the field whose value a remote server gets in its Header.
const Token = "token"

// IsDefaultOff reports whether a remote tool is listed Off on first sight. In a
// pattern, * stands for any run of characters; case does not count.
func IsDefaultOff(patterns []string, remoteName string) bool {
	name := foldASCII(remoteName)
	for _, pattern := range patterns {
		if ok, err := path.Match(foldASCII(pattern), name); err == nil && ok {
			return true
		}
	}
	return false
}

// foldASCII lowers ASCII letters, and hides slashes, which path.Match would
// treat as borders.
func foldASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case 'A' <= c && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c == '/':
			b[i] = '_'
		}
	}
	return string(b)
}

// CheckFields refuses values that do not fit a form, naming every problem at
// once: missing ones, unknown ones, and those that check refuses.
func CheckFields(fields []Field, values map[string]string, check func(value string) error) error {
	var problems []guild.Problem
	known := map[string]bool{}
	for _, f := range fields {
		known[f.Name] = true
		problems = append(problems, checkField(f, values[f.Name], check)...)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !known[name] {
			problems = append(problems, guild.Problem{Path: "fields." + name, Message: "this connector has no such field"})
		}
	}
	return guild.Invalid("the login form is not filled in right", problems)
}

func checkField(f Field, value string, check func(string) error) []guild.Problem {
	where := "fields." + f.Name
	switch {
	case value == "" && f.Optional:
		return nil
	case value == "":
		return []guild.Problem{{Path: where, Message: f.Label + " is required"}}
	case strings.TrimSpace(value) != value || strings.ContainsFunc(value, unicode.IsControl):
		return []guild.Problem{{Path: where, Message: f.Label + " begins or ends with a space, or holds a line break; a credential has neither"}}
	case !f.Secret:
		return nil
	}
	if err := check(value); err != nil {
		return []guild.Problem{{Path: where, Message: err.Error()}}
	}
	return nil
}
