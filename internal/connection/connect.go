package connection

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// Connect makes a login for a server at a scope, or renews the one in existing,
// which is pending or disconnected. Nothing is written before the server has
// taken the credential, so a refused one changes nothing and a daemon that is
// killed meanwhile leaves nothing half-made.
//
// A form that is not filled in right has the code invalid and names every
// problem; a credential that the server refuses has the code rejected.
func (l *Logins) Connect(ctx context.Context, row connector.Server, scope guild.Scope, existing *Connection, form Form) (Connection, error) {
	declared := row.Declared(l.Seeds)
	if err := refuse(row, declared, scope, existing); err != nil {
		return Connection{}, err
	}
	if declared.Coins != nil && len(form.Coins) == 0 && existing != nil {
		form.Coins = idsOf(existing.Coins)
	}
	if err := form.check(declared); err != nil {
		return Connection{}, err
	}
	return l.connect(ctx, row, declared, scope, existing, form)
}

// Form is what an operator fills in for a login.
type Form struct {
	Fields map[string]string
	Coins  []string // ids of the coins to pin; those of a former login where it is empty
}

// check refuses a form that is not filled in right, naming every problem at once.
func (f Form) check(declared connector.Connector) error {
	err := connector.CheckFields(declared.Fields, f.Fields, redact.Check)
	var refused *guild.Error
	if err != nil && !errors.As(err, &refused) {
		return err
	}
	problems := connector.CheckCoins(f.Coins)
	switch {
	case declared.Coins == nil && len(f.Coins) > 0:
		problems = []guild.Problem{{Path: "coins", Message: declared.Name + " pins no coins"}}
	case declared.Coins != nil && len(f.Coins) == 0:
		problems = []guild.Problem{{Path: "coins", Message: "name at least one coin by its CoinGecko id, such as bitcoin"}}
	}
	if refused != nil {
		problems = append(slices.Clone(refused.Problems), problems...)
	}
	return guild.Invalid("the login form is not filled in right", problems)
}

// refuse says why a connector takes no login at a scope, whatever its form.
func refuse(row connector.Server, declared connector.Connector, scope guild.Scope, existing *Connection) error {
	if declared.Unbuilt != "" {
		return guild.Errorf(guild.CodeUnsupported, "%s cannot be connected: %s", row.Slug, declared.Unbuilt)
	}
	if scope.Level == guild.Platform {
		return guild.Errorf(guild.CodeDenied, "logins at the platform are reserved").
			WithHint("connect at an organisation, guild or agent: --at ORGANISATION")
	}
	if existing != nil && existing.Status == Connected {
		return guild.Errorf(guild.CodeConflict, "%s is already connected at %s", row.Slug, scope.Path).
			WithHint("guildsctl disconnect %s --at %s", row.Slug, scope.Path)
	}
	return nil
}

func (l *Logins) connect(ctx context.Context, row connector.Server, declared connector.Connector, scope guild.Scope, existing *Connection, form Form) (Connection, error) {
	id := guild.NewID()
	if existing != nil {
		id = existing.ID
	}
	c := credential{Fields: form.Fields}
	set := c.secrets(row, declared.Fields)
	got, err := l.try(ctx, row, declared, c, form, set)
	if e := (*guild.Error)(nil); errors.As(err, &e) && e.Code == guild.CodeDenied && !row.AllowPrivate {
		err = e.WithHint("guildsctl catalog edit %s --allow-private, if that address is one of yours", row.Slug)
	}
	if err != nil {
		return Connection{}, redacted(err, set)
	}
	sealed, err := l.seal(id, c)
	if err != nil {
		return Connection{}, err
	}
	return l.Store.SaveLogin(ctx, NewLogin{ID: id, ServerID: row.ID, ScopeID: scope.ID, Sealed: sealed, AccountHint: got.hint, Coins: got.coins, Listing: got.listing})
}

// tried is what a server or a service says to a new credential that it takes.
type tried struct {
	listing Listing
	hint    string // which account it is
	coins   []connector.Coin
}

// try asks a server whether it takes a new credential.
func (l *Logins) try(ctx context.Context, row connector.Server, declared connector.Connector, c credential, form Form, set *redact.Set) (tried, error) {
	if declared.Local() {
		return l.tryAdapter(ctx, row, declared, c, form)
	}
	// The session that checks the credential has an id of its own: one that is
	// still open for the login's former credential must not answer for this one.
	trial := guild.NewID()
	defer l.Sessions.Forget(trial)
	listing, err := l.tryRemote(ctx, l.session(trial, row, c), row, declared, set)
	return tried{listing: listing}, err
}

// tryRemote lists a server's tools with a new credential, and asks all else that
// tells whether the server takes it.
func (l *Logins) tryRemote(ctx context.Context, session mcpclient.Login, row connector.Server, declared connector.Connector, set *redact.Set) (Listing, error) {
	listing, err := l.list(ctx, session, row, declared)
	if err != nil {
		return listing, err
	}
	names := listing.remoteNames()
	if declared.Accept != nil {
		if err := declared.Accept(names); err != nil {
			return listing, err
		}
	}
	probe := declared.Probe
	if probe == nil || !slices.Contains(names, probe.Tool) {
		return listing, nil
	}
	result, err := l.Sessions.Call(ctx, session, probe.Tool, json.RawMessage(probe.Arguments), nil)
	if err != nil {
		return listing, err
	}
	if probe.Refused(result.Text, result.Failed) {
		return listing, guild.Errorf(guild.CodeRejected, "%s refuses the key: %s", row.Name, text.Cap(set.Redact(result.Text), probeWords))
	}
	return listing, nil
}

// probeWords is how much of a refusal is shown, in bytes.
const probeWords = 300

func (l Listing) remoteNames() []string {
	names := make([]string, len(l.Tools))
	for i, t := range l.Tools {
		names[i] = t.RemoteName
	}
	return names
}

// redacted returns err without a credential in what its reader sees: a server
// may repeat the key that it refuses.
func redacted(err error, set *redact.Set) error {
	var e *guild.Error
	if !errors.As(err, &e) {
		return err
	}
	clean := *e
	clean.Msg, clean.Hint = set.Redact(e.Msg), set.Redact(e.Hint)
	clean.Problems = slices.Clone(e.Problems)
	for i := range clean.Problems {
		clean.Problems[i].Message = set.Redact(clean.Problems[i].Message)
	}
	return &clean
}
