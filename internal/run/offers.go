package run

import (
	"encoding/json"
	"log/slog"
	"strings"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
	"github.com/guildsbox/guilds/internal/offer"
	"github.com/guildsbox/guilds/internal/schema"
	"github.com/guildsbox/guilds/internal/tool"
)

// Offers makes what runs offer. It keeps what it made for as long as nothing that
// decides it has changed: an agent's thousand schemas are derived once.
type Offers struct {
	Natives offer.Natives
	Seeds   []connector.Connector
	Log     *slog.Logger

	kept *memo.Memo[offerKey, *offered]
}

type offerKey struct {
	agent   guild.ID
	trigger tool.Trigger
	flags   offer.Flags
}

// offered is what an agent is offered at a moment.
type offered struct {
	tools  *Offering
	logins []Used
	usable []connection.Connection // those logins, as they are listed
	stated []guild.ID              // of those, the ones whose connector tells a state
	broken []string                // servers that are enabled, and whose login is disconnected
}

// maxOffers bounds how many are kept, of some megabytes each where an agent has many
// tools.
const maxOffers = 64

// Remember makes o keep what it made, with the store's count of its changes.
func (o *Offers) Remember(generation memo.Generation) {
	o.kept = memo.New[offerKey, *offered](generation, maxOffers)
}

func (o *Offers) of(key offerKey, rows func() (OfferRows, error)) (*offered, error) {
	return o.kept.Get(key, func() (*offered, error) {
		r, err := rows()
		if err != nil {
			return nil, err
		}
		return o.make(key, r)
	})
}

// within is of inside of a transaction. Its rows are of the moment when that began: what
// is made of them may be out of date already, and is not kept.
func (o *Offers) within(key offerKey, rows func() (OfferRows, error)) (*offered, error) {
	if kept, ok := o.kept.Have(key); ok {
		return kept, nil
	}
	r, err := rows()
	if err != nil {
		return nil, err
	}
	return o.make(key, r)
}

func (o *Offers) make(key offerKey, rows OfferRows) (*offered, error) {
	view := offer.Resolve(offer.Rows{
		Scope: rows.Scope, Bindings: rows.Bindings, Servers: rows.Servers, Connections: rows.Connections, Tools: rows.Tools,
	}, o.Seeds)
	out := &offered{}
	for _, server := range view.Servers {
		switch {
		case server.Login == nil || server.Declared(o.Seeds).App: // GitHub is left out of this resolution
		case server.Usable:
			if server.Declared(o.Seeds).State != nil {
				out.stated = append(out.stated, server.Login.ID)
			}
			out.usable = append(out.usable, *server.Login)
			out.logins = append(out.logins, Used{Server: server.Slug, Connection: server.Login.ID, Status: server.Login.Status})
		case server.State.Enabled && server.Login.Status == connection.Disconnected:
			out.broken = append(out.broken, server.Name)
		}
	}
	tools := o.natives(view, key)
	for _, t := range view.Tools {
		if !t.Offered {
			continue
		}
		parameters, err := schema.Offered(t.InputSchema)
		if err != nil { // it was checked when it was listed, so this is another version's row
			o.Log.Warn("a listed tool is not offered", "tool", t.Name, "error", err)
			continue
		}
		tools = append(tools, Offered{
			Name: t.Name, Description: t.Description, Parameters: parameters, Reads: readOnly(t.Annotations),
			Connection: t.ConnectionID, RemoteName: t.RemoteName,
		})
	}
	var err error
	out.tools, err = NewOffering(tools)
	return out, err
}

// natives are the native tools that a run of this kind offers.
func (o *Offers) natives(view offer.View, key offerKey) []Offered {
	var out []Offered
	for _, t := range o.Natives.Offered(view, key.trigger, key.flags) {
		parameters, err := schema.Offered(t.InputSchema())
		if err != nil {
			panic("the schema of " + t.Name + ": " + err.Error()) // a test of each family checks it
		}
		out = append(out, Offered{Name: t.Name, Description: t.Doc, Parameters: parameters, Reads: t.Reads})
	}
	return out
}

// readOnly reports whether a server says that a tool changes nothing (MCP,
// ToolAnnotations.readOnlyHint).
func readOnly(annotations json.RawMessage) bool {
	var a struct {
		ReadOnly bool `json:"readOnlyHint"`
	}
	return len(annotations) > 0 && json.Unmarshal(annotations, &a) == nil && a.ReadOnly
}

// check refuses to start a generation while a server that the agent is granted has no
// login that works (specification, "Status at run start").
func (o *offered) check() error {
	if len(o.broken) == 0 {
		return nil
	}
	return guild.Errorf(guild.CodeConflict, "the login for %s is disconnected, and the agent is granted it; connect it again, or switch it off for this agent",
		strings.Join(o.broken, " and for "))
}

// stillOn reports whether a tool that a run offers is offered now.
func (o *offered) stillOn(t Offered) bool {
	now, ok := o.tools.byName[t.Name]
	return ok && now.Connection == t.Connection
}
