package record

import (
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Access is what a grant lets an agent do with a collection.
type Access string

// The kinds of access. None, in an agent's own row, keeps it out of what its guild
// may reach.
const (
	None  Access = "none"
	Read  Access = "read"
	Write Access = "write"
)

// ParseAccess reads a kind of access.
func ParseAccess(s string) (Access, error) {
	switch a := Access(s); a {
	case None, Read, Write:
		return a, nil
	}
	return "", guild.Errorf(guild.CodeInvalid, "%q is no access; it is read, write or none", s)
}

// Reachable is a collection with what an agent may do there, which is Read or
// Write.
type Reachable struct {
	Collection
	Access Access
}

// CheckWrite refuses a change where the agent may only read. The message says how an
// operator grants more, for the model to pass on.
func (r Reachable) CheckWrite(agent guild.Scope) error {
	if r.Access != Write {
		return guild.Errorf(guild.CodeDenied, "the collection %q is granted for reading only; an operator grants writing with: guildsctl collection grant %s write --to %s",
			r.Name, r.Name, agent.Path)
	}
	return nil
}

// NoCollection is the refusal of a name that an agent does not reach, whether there
// is such a collection or not. reach is what it does reach.
func NoCollection(name string, reach []Reachable) error {
	names := make([]string, len(reach))
	for i, r := range reach {
		names[i] = r.Name
	}
	if len(names) == 0 {
		return guild.Errorf(guild.CodeNotFound, "there is no collection %q; none is granted to this agent, and only an operator can grant one", name)
	}
	return guild.Errorf(guild.CodeNotFound, "there is no collection %q; the collections of this agent are %s", name, strings.Join(names, ", "))
}

// Grant is a row that lets a guild or an agent into a collection, or keeps an agent
// out.
type Grant struct {
	Scope   string // path of the guild or agent
	ScopeID guild.ID
	Access  Access
}

// CheckGrant refuses a grant that would mean nothing: to a scope that does not see
// the collection, or to the guild that owns it and writes there anyway.
func CheckGrant(c Collection, to guild.Scope, access Access) error {
	switch {
	case to.Level != guild.Guild && to.Level != guild.Agent:
		return guild.Errorf(guild.CodeInvalid, "a collection is granted to a guild or to an agent, and %s is of the level %s", to.Path, to.Level)
	case to.ID == c.ScopeID:
		return guild.Errorf(guild.CodeInvalid, "%s owns the collection %q, and its agents write there; grant one agent less with --to %s/AGENT", to.Path, c.Name, to.Path)
	case !to.Within(c.ScopeID):
		return guild.Errorf(guild.CodeInvalid, "the collection %q belongs to %s, and %s does not lie there", c.Name, c.Scope, to.Path)
	case to.Level == guild.Guild && access == None:
		return guild.Errorf(guild.CodeInvalid, "a guild that is granted nothing has no row; take its grant away instead")
	}
	return nil
}

// Describe lists what an agent reaches for its own reading, a line each:
// "orders (write): title text required, status text one of open|done".
func Describe(reach []Reachable) string {
	var b strings.Builder
	for _, r := range reach {
		words := make([]string, len(r.Columns))
		for i, c := range r.Columns {
			words[i] = c.String()
		}
		fmt.Fprintf(&b, "%s (%s): %s", r.Name, r.Access, strings.Join(words, ", "))
		if r.Description != "" {
			b.WriteString(". " + r.Description)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}
