package run

import (
	"encoding/json"
	"time"

	"github.com/guildsbox/guilds/internal/agent"
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/offer"
)

// Sight is what a run starts with, as of one moment.
type Sight struct {
	Agent    guild.Scope
	Settings agent.Settings
	Memory   string
	State    []string // lines of the box's own: what the agent reaches beside its tools
	At       time.Time

	// Offer reads what the agent's offer is made from, as of the same moment. It is
	// asked only where that is not known already.
	Offer func() (OfferRows, error)
}

// OfferRows are what the tools of an agent are made from.
type OfferRows struct {
	Scope       guild.Scope
	Bindings    []binding.Row
	Servers     []connector.Server
	Connections []connection.Connection
	Tools       []connection.Tool // with schemas and annotations
}

// Snapshot is what an agent is and reaches in a run. It is taken when the run's first
// generation starts, and stands for all of them; what was switched off since is
// dropped.
type Snapshot struct {
	Model        string      `json:"model"`
	System       string      `json:"system"` // the prompt: instructions, memory, state
	MaxToolCalls int         `json:"max_tool_calls"`
	Flags        offer.Flags `json:"flags"`
	Logins       []Used      `json:"connections"`

	Tools *Offering `json:"-"` // stored by its hash, since most runs of an agent share it
}

// Used is a login whose tools a run offers.
type Used struct {
	Server     string            `json:"server"` // the slug
	Connection guild.ID          `json:"connection_id"`
	Status     connection.Status `json:"status"`
}

// Offered is one tool that a run offers, under the name that the model knows.
type Offered struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"` // the offered form of the schema
	Reads       bool            `json:"reads,omitempty"`

	// A connector's tool also has where it is called; a native one has neither.
	Connection guild.ID `json:"connection_id,omitempty"`
	RemoteName string   `json:"remote_name,omitempty"`
}

// Native reports whether a tool is the box's own.
func (o Offered) Native() bool { return o.Connection == "" }

func flagsOf(s agent.Settings) offer.Flags {
	return offer.Flags{Browser: s.Browser, Coding: s.Coding, Scripting: s.Scripting, Memory: s.Memory}
}
