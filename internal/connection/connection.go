// Package connection is a login's life: how it is made, what it lists, how a
// tool is called on it, and how it ends. Its rows come from a store and its
// sessions from a pool, both handed to it.
package connection

import (
	"encoding/json"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// Status is where a login stands.
type Status string

// The statuses.
const (
	Pending      Status = "pending"      // waits for its browser login to end
	Connected    Status = "connected"    // holds a credential that its server took
	Disconnected Status = "disconnected" // holds a credential that its server no longer takes
)

// Connection is one login for one server, owned at a scope, without its
// credential.
type Connection struct {
	ID          guild.ID
	ServerID    guild.ID
	Server      string // the server's slug
	ScopeID     guild.ID
	Scope       string // the owner's path
	Status      Status
	AccountHint string
	FolderID    string           // the one folder that it is limited to; empty where there is none
	Coins       []connector.Coin // the coins that are pinned on it
	NeedsFolder bool             // the browser login is over, and the folder is not chosen yet
	Revision    string           // the MCP revision that the server speaks; empty when not known
	Tools       int              // how many it lists
	ListedAt    *time.Time       // when its tools were last listed; nil before the first time
	FreshUntil  *time.Time       // until when that listing serves without another; nil when it does not
	TriedAt     *time.Time       // when a listing was last tried
	ListError   string           // why the last listing failed; empty when it did not
	CreatedAt   time.Time
	UpdatedAt   time.Time
	LoginUntil  *time.Time // until when a browser login that is on its way may take; nil when none is
}

// String names a login as people speak of it: its server at its owner.
func (c Connection) String() string { return c.Server + " at " + c.Scope }

// Reconnect is the command that makes the login anew.
func (c Connection) Reconnect() string { return ConnectCommand(c.Server, c.Scope) }

// ConnectCommand is the command that makes a login for a server, by its slug, at the
// scope of a path.
func ConnectCommand(server, scope string) string {
	return "guildsctl connect " + server + " --at " + scope
}

// Tool is one tool that a login lists.
type Tool struct {
	ConnectionID guild.ID
	RemoteName   string // its own name at the server
	Name         string // the namespaced name that a model sees
	Title        string
	Description  string
	InputSchema  json.RawMessage // as its server sent it
	Annotations  json.RawMessage // nil where its server sent none
}
