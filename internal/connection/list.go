package connection

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/schema"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/toolname"
)

// Sync lists a login's tools again now. A listing that fails keeps the tools
// that were listed before, notes why, and is an error.
func (l *Logins) Sync(ctx context.Context, id guild.ID) error {
	// One listing at a time for each login, whoever asks; a caller who goes
	// away does not end it for the others.
	done := l.listings.DoChan(string(id), func() (any, error) {
		return nil, l.sync(context.WithoutCancel(ctx), id)
	})
	select {
	case r := <-done:
		return r.Err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *Logins) sync(ctx context.Context, id guild.ID) error {
	stored, err := l.Store.Login(ctx, id)
	if err != nil {
		return err
	}
	if stored.Status != Connected {
		return guild.Errorf(guild.CodeConflict, "the login %s is %s, so it cannot list its tools", stored, stored.Status).
			WithHint("guildsctl connect %s --at %s", stored.Server, stored.Scope)
	}
	listing, err := l.listingOf(ctx, stored)
	if err == nil {
		return l.Store.SaveListing(ctx, id, listing)
	}
	l.Log.Warn("listing failed; the stored tools stand", "login", stored.String(), "error", err)
	return joined(err, l.Store.ListingFailed(ctx, id, tool.Storable(err.Error())))
}

// listingOf is one listing of a login. GitHub, which lists no tools, is asked for what the
// login is for instead.
func (l *Logins) listingOf(ctx context.Context, stored Stored) (listing Listing, err error) {
	if stored.Row.Declared(l.Seeds).App {
		return Listing{FreshFor: adapterFreshFor}, l.checkSelected(ctx, stored)
	}
	err = l.use(ctx, stored, func(open opened) (err error) {
		listing, err = l.relist(ctx, stored, open)
		return redacted(err, open.secrets)
	})
	return listing, err
}

// relist lists a login's tools again. What an adapter lists is known; its service is
// asked whether it still takes the login.
func (l *Logins) relist(ctx context.Context, stored Stored, open opened) (Listing, error) {
	declared := stored.Row.Declared(l.Seeds)
	if !declared.Local() {
		return l.list(ctx, open.session, stored.Row, declared)
	}
	return l.declared(stored.Row, declared), l.recheck(ctx, declared, l.accountOf(stored, open, ""))
}

// Freshen lists again those logins whose stored listing no longer serves, side
// by side. Failures are noted on the logins and logged; it returns whether any
// login was tried.
func (l *Logins) Freshen(ctx context.Context, logins []Connection) bool {
	var wait sync.WaitGroup
	tried := false
	for _, c := range logins {
		if !c.stale(time.Now()) {
			continue
		}
		tried = true
		wait.Go(func() { _ = l.Sync(ctx, c.ID) })
	}
	wait.Wait()
	return tried
}

func (c Connection) stale(now time.Time) bool {
	switch {
	case c.Status != Connected:
		return false
	case c.FreshUntil != nil && now.Before(*c.FreshUntil):
		return false
	case c.ListError != "" && c.TriedAt != nil && now.Sub(*c.TriedAt) < retryAfter:
		return false
	}
	return true
}

// list asks a server for its tools and names them.
func (l *Logins) list(ctx context.Context, session mcpclient.Login, row connector.Server, declared connector.Connector) (Listing, error) {
	listed, err := l.Sessions.List(ctx, session)
	if err != nil {
		return Listing{}, err
	}
	out := Listing{Revision: listed.Revision, FreshFor: FreshFor}
	if listed.TTL > 0 {
		out.FreshFor = min(FreshFor, listed.TTL)
	}
	tools := make([]Tool, len(listed.Tools))
	for i, t := range listed.Tools {
		tools[i] = Tool{
			RemoteName: t.RemoteName, Title: tool.Storable(t.Title), Description: tool.Storable(t.Description),
			InputSchema: bytes.ToValidUTF8(t.InputSchema, replacement), Annotations: bytes.ToValidUTF8(t.Annotations, replacement),
		}
		if t.InputSchema == nil {
			tools[i].InputSchema = json.RawMessage(`{"type":"object"}`)
		}
	}
	return l.named(row, declared, tools, out), nil
}

// named adds tools to a listing under the names that a model sees, without those
// that cannot be offered, and says which are off on first sight.
func (l *Logins) named(row connector.Server, declared connector.Connector, tools []Tool, out Listing) Listing {
	remote := make([]string, len(tools))
	for i, t := range tools {
		remote[i] = t.RemoteName
	}
	names := toolname.Names(row.Slug, remote)
	for _, t := range tools {
		t.Name = names[t.RemoteName]
		if err := t.check(); err != nil {
			l.Log.Warn("a listed tool is left out", slog.String("server", row.Slug), slog.String("tool", t.RemoteName), slog.Any("error", err))
			continue
		}
		out.Tools = append(out.Tools, t)
		if connector.IsDefaultOff(declared.DefaultOff, t.RemoteName) {
			out.DefaultOff = append(out.DefaultOff, t.Name)
		}
	}
	return out
}

// check refuses a listed tool that cannot be offered or stored: one tool must not
// cost the others.
func (t Tool) check() error {
	if t.Name == "" {
		return errors.New("its name cannot be told from that of another tool")
	}
	if tool.Storable(t.RemoteName) != t.RemoteName {
		return errors.New("its name holds the character NUL")
	}
	// A model provider refuses a whole request for one schema that it cannot
	// read, so a tool that has no offered form is no tool.
	_, err := schema.Offered(t.InputSchema)
	return err
}

var replacement = []byte("\uFFFD")
