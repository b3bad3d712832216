// Package binding resolves which catalog items a scope is offered: the walk
// from the platform through the organisation and the guild to the agent. It is
// pure; its rows come from elsewhere.
//
// The rules are the specification's, "Catalog, connections, bindings": each
// present row replaces the state and, when it carries a connection, the current
// connection; an absent row leaves both; the empty chain is disabled.
package binding

import "github.com/guildsbox/guilds/internal/guild"

// Kind says what sort of catalog item a binding is about.
type Kind string

// The kinds. Any other is refused.
const (
	NativeTool    Kind = "native_tool"
	MCP           Kind = "mcp"            // a server of the catalog, by its id
	MCPTool       Kind = "mcp_tool"       // a listed tool, by its namespaced name
	ArtifactGrant Kind = "artifact_grant" // reach of the note tools
)

var kinds = map[Kind]bool{NativeTool: true, MCP: true, MCPTool: true, ArtifactGrant: true}

// ParseKind refuses a word that is no kind.
func ParseKind(s string) (Kind, error) {
	if !kinds[Kind(s)] {
		return "", guild.Errorf(guild.CodeInvalid, "%q is not a catalog kind; the kinds are native_tool, mcp, mcp_tool and artifact_grant", s)
	}
	return Kind(s), nil
}

// Row is one binding as the walk sees it.
type Row struct {
	Level      guild.Level
	Kind       Kind
	CatalogID  string
	Enabled    bool
	Connection guild.ID // empty where the row carries none
}

// Chain holds the rows of a scope and of the scopes above it, so that many
// items can be resolved without looking through all rows for each.
type Chain struct {
	depth guild.Level
	rows  map[item]*[guild.Agent + 1]*Row
}

type item struct {
	kind Kind
	id   string
}

// NewChain indexes the rows of the chain that ends at level depth. Rows below
// depth are not part of the chain and are left out.
func NewChain(depth guild.Level, rows []Row) Chain {
	c := Chain{depth: depth, rows: make(map[item]*[guild.Agent + 1]*Row, len(rows))}
	for i := range rows {
		r := &rows[i]
		if r.Level > depth {
			continue
		}
		key := item{r.Kind, r.CatalogID}
		if c.rows[key] == nil {
			c.rows[key] = new([guild.Agent + 1]*Row)
		}
		c.rows[key][r.Level] = r
	}
	return c
}

// State is where a walk stands: after one level, or at its end.
type State struct {
	Enabled    bool
	Connection guild.ID
	By         *Row // the last row that replaced Enabled; nil where none did
	LoginBy    *Row // the last row that replaced Connection; nil where none did
}

// Resolve walks one item down to the chain's end.
func (c Chain) Resolve(kind Kind, id string) State {
	var s State
	for _, row := range c.levels(kind, id) {
		s = s.next(row)
	}
	return s
}

// ResolveTool walks one listed tool of a server. It begins with what the walk of
// its server ended with, tool rows replace that, and a server that is Off keeps
// every tool Off.
func (c Chain) ResolveTool(server State, name string) State {
	if !server.Enabled {
		return server
	}
	s := server
	for _, row := range c.levels(MCPTool, name) {
		s = s.next(row)
	}
	return s
}

// Step is one level of a walk: its row, nil where there is none, and the state
// after it.
type Step struct {
	Level guild.Level
	Row   *Row
	State State
}

// Explain is Resolve level by level.
func (c Chain) Explain(kind Kind, id string) []Step { return c.explain(State{}, kind, id) }

// ExplainTool is ResolveTool level by level, without the rule that a server Off
// keeps a tool Off: that is for the reader of both walks to see.
func (c Chain) ExplainTool(server State, name string) []Step {
	return c.explain(State{Enabled: server.Enabled, Connection: server.Connection}, MCPTool, name)
}

func (c Chain) explain(s State, kind Kind, id string) []Step {
	steps := make([]Step, 0, c.depth+1)
	for level, row := range c.levels(kind, id) {
		s = s.next(row)
		steps = append(steps, Step{Level: guild.Level(level), Row: row, State: s})
	}
	return steps
}

// levels returns the item's row at each level of the chain, nil where absent.
func (c Chain) levels(kind Kind, id string) []*Row {
	rows := c.rows[item{kind, id}]
	if rows == nil {
		rows = new([guild.Agent + 1]*Row)
	}
	return rows[:c.depth+1]
}

func (s State) next(row *Row) State {
	if row == nil {
		return s
	}
	s.Enabled, s.By = row.Enabled, row
	if row.Connection != "" {
		s.Connection, s.LoginBy = row.Connection, row
	}
	return s
}
