package connection

import (
	"context"
	"encoding/json"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

// adapterFreshFor is how long the list of a local adapter serves before its service
// is asked again whether it takes the login. The list itself changes only with
// guildsd, and each question counts against the operator's plan.
const adapterFreshFor = 24 * time.Hour

// account says how to reach the API of a service that the box speaks for itself.
func (l *Logins) account(row connector.Server, c credential) connector.Account {
	base := row.URL
	if declared := row.Declared(l.Seeds).OAuth; declared != nil && declared.API != "" {
		base = declared.API
	}
	a := connector.Account{HTTP: l.HTTP(row.AllowPrivate), Fields: c.Fields}
	if c.Grant != nil {
		a.Token = c.Grant.Token.Access
	}
	a.Upstream, _ = l.Upstream(row.Slug)
	return a.Via(base)
}

// accountOf is account for a login that is stored, and for the scope that calls.
func (l *Logins) accountOf(stored Stored, open opened, scope guild.ID) connector.Account {
	a := l.account(stored.Row, open.credential)
	a.FolderID, a.Coins, a.Files = stored.FolderID, stored.Coins, l.Files(scope)
	return a
}

// declared is what a login lists whose connector the box speaks for itself.
func (l *Logins) declared(row connector.Server, declared connector.Connector) Listing {
	var tools []Tool
	if declared.Tools != nil {
		for _, t := range declared.Tools(connector.Account{}) {
			tools = append(tools, Tool{RemoteName: t.Name, Description: t.Doc, InputSchema: t.InputSchema()})
		}
	}
	return l.named(row, declared, tools, Listing{FreshFor: adapterFreshFor})
}

// tryAdapter asks a service whether it takes a new credential, and quotes the coins
// that are to be pinned.
func (l *Logins) tryAdapter(ctx context.Context, row connector.Server, declared connector.Connector, c credential, form Form) (tried, error) {
	a := l.account(row, c)
	hint, err := declared.Check(ctx, a)
	got := tried{listing: l.declared(row, declared), hint: tool.Storable(hint)}
	if err == nil && declared.Coins != nil {
		got.coins, err = declared.Coins.Find(ctx, a, form.Coins)
	}
	return got, err
}

// recheck asks a service again whether it still takes a login, and still has its
// folder.
func (l *Logins) recheck(ctx context.Context, declared connector.Connector, a connector.Account) (err error) {
	switch {
	case declared.Folders != nil:
		_, err = declared.Folders.Check(ctx, a, a.FolderID)
	case declared.Check != nil:
		_, err = declared.Check(ctx, a)
	}
	return err
}

// callAdapter calls an adapter's tool. An error says that the service refuses the
// credential, so that nothing ran; any other failure is a result.
func (l *Logins) callAdapter(ctx context.Context, declared connector.Connector, a connector.Account, set *redact.Set, remoteName string, c Call) (tool.Result, error) {
	t, ok := find(declared, a, remoteName)
	if !ok {
		return tool.Failure(guild.Errorf(guild.CodeUnsupported, "this version of guildsd has no tool %s of %s", remoteName, declared.Name)), nil
	}
	call := &tool.Call{Caller: c.Caller, Trigger: tool.Direct}
	result, err := t.Run(ctx, call, argumentsOf(c))
	if refusal(call.Err()) != nil {
		return tool.Result{}, call.Err()
	}
	if err != nil {
		l.Log.Error("tool call failed", "server", declared.Slug, "tool", remoteName, "ref", result.Meta[tool.MetaRef], "error", set.Error(err))
	}
	if t.Filter != nil {
		result.Text = t.Filter(result.Text)
	}
	return result, nil
}

func find(declared connector.Connector, a connector.Account, name string) (tool.Tool, bool) {
	if declared.Tools == nil {
		return tool.Tool{}, false
	}
	for _, t := range declared.Tools(a) {
		if t.Name == name {
			return t, true
		}
	}
	return tool.Tool{}, false
}

// argumentsOf are a call's arguments; one without any has an empty object.
func argumentsOf(c Call) json.RawMessage {
	if len(c.Arguments) == 0 || string(c.Arguments) == "null" {
		return json.RawMessage("{}")
	}
	return c.Arguments
}
