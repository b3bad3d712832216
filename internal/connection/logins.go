package connection

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/redact"
)

// Stored is a login as the store keeps it, with the server that it is for.
type Stored struct {
	Connection
	Row    connector.Server
	Sealed []byte // the sealed credential
	Epoch  int64  // grows with each new credential
}

// Store keeps logins. Each method is one transaction.
type Store interface {
	// Login returns one login, and LoginWithTool also the tool that it lists
	// under a namespaced or remote name. An unknown one has the code not_found.
	Login(ctx context.Context, id guild.ID) (Stored, error)
	LoginWithTool(ctx context.Context, id guild.ID, tool string) (Stored, Tool, error)
	// SaveLogin makes or renews a login as connected, with its tools, its
	// enabled binding and its overlays. It is a conflict while a connected one
	// exists.
	SaveLogin(ctx context.Context, l NewLogin) (Connection, error)
	// SaveListing replaces what a login lists.
	SaveListing(ctx context.Context, id guild.ID, l Listing) error
	// ListingFailed keeps what a login lists and notes why a listing failed.
	ListingFailed(ctx context.Context, id guild.ID, why string) error
	// MarkStale ends the time for which the stored listing serves.
	MarkStale(ctx context.Context, id guild.ID) error
	// MarkDisconnected says that the server no longer takes the credential,
	// unless a newer credential than epoch is there.
	MarkDisconnected(ctx context.Context, id guild.ID, epoch int64) error
	// RecordCall writes down a call that was made.
	RecordCall(ctx context.Context, c CallRecord) error
}

// NewLogin is a login that its server has taken.
type NewLogin struct {
	ID       guild.ID
	ServerID guild.ID
	ScopeID  guild.ID
	Sealed   []byte
	Listing  Listing
}

// Listing is what a login lists, with what the box makes of it.
type Listing struct {
	Tools      []Tool
	DefaultOff []string // namespaced tools that get an Off overlay at the owner on first sight
	Revision   string
	FreshFor   time.Duration // how long it serves without another listing
}

// CallRecord is one tool call as it is written down. Arguments and result have
// been through redaction.
type CallRecord struct {
	ID         guild.ID
	Connection guild.ID
	Scope      guild.ID // the scope that asked; empty when the login itself was tested
	Server     string
	Tool       string
	Caller     string
	Arguments  json.RawMessage
	Result     string
	Failed     bool
	Duration   time.Duration
}

// Sessions are the MCP sessions of the box, pooled by connection.
type Sessions interface {
	List(ctx context.Context, l mcpclient.Login) (mcpclient.Listing, error)
	Call(ctx context.Context, l mcpclient.Login, remoteName string, args json.RawMessage, progress func(mcpclient.Progress)) (mcpclient.Result, error)
	Forget(id guild.ID)
}

// Sealer seals what is stored of a credential. The identity names its row.
type Sealer interface {
	Seal(plaintext []byte, identity string) ([]byte, error)
	Open(sealed []byte, identity string) ([]byte, error)
}

// Logins makes logins, lists their tools and calls them.
type Logins struct {
	Store    Store
	Sessions Sessions
	Sealer   Sealer
	Seeds    []connector.Connector
	Upstream func(slug string) (url string, ok bool) // another address for a server, for tests and demonstrations
	Log      *slog.Logger
	Cap      int // bytes of a tool result; 0 for the platform's own

	opened   credentials
	listings singleflight.Group
}

// FreshFor is how long a stored listing serves before a server is asked again
// (specification, "MCP client and OAuth"). A server may shorten it.
const FreshFor = 10 * time.Minute

// retryAfter is how long a server whose listing failed is left alone by those
// who only look, so that a dead server does not slow every view.
const retryAfter = time.Minute

// identity names a login's row for the sealer.
func identity(id guild.ID) string { return "mcp_connections/" + string(id) }

// session says how to reach a server with a credential.
func (l *Logins) session(id guild.ID, row connector.Server, fields map[string]string) mcpclient.Login {
	login := mcpclient.Login{ID: id, URL: row.URL, AllowPrivate: row.AllowPrivate}
	if base, ok := l.Upstream(row.Slug); ok {
		login.URL = rebase(row.URL, base)
	}
	if token := fields[connector.Token]; token != "" {
		login.Header = row.Header.Carry(token)
	}
	return login
}

// rebase moves an address to another base. A base with a path of its own is the
// whole address.
func rebase(address, base string) string {
	from, err := url.Parse(address)
	to, err2 := url.Parse(base)
	if err != nil || err2 != nil || strings.Trim(to.Path, "/") != "" {
		return base
	}
	from.Scheme, from.Host = to.Scheme, to.Host
	return from.String()
}

// secrets names a login's credential for redaction: by its server, and by its
// field where there are several.
func secrets(row connector.Server, form []connector.Field, fields map[string]string) *redact.Set {
	var named []redact.Secret
	for _, f := range form {
		if value := fields[f.Name]; f.Secret && value != "" {
			name := row.Slug
			if len(form) > 1 {
				name += "." + f.Name
			}
			named = append(named, redact.Secret{Name: name, Value: value})
		}
	}
	return redact.New(named...)
}
