package connection

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
)

// Stored is a login as the store keeps it, with the server that it is for.
type Stored struct {
	Connection
	Row    connector.Server
	Sealed []byte // the sealed credential
	Epoch  int64  // grows with each new login

	Refreshed int64 // grows with each refresh of the login's token
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

	// BeginLogin makes a pending login with its flow, or puts the flow beside one
	// that is pending or disconnected. It is a conflict while a connected one
	// exists.
	BeginLogin(ctx context.Context, l NewLogin, f StoredFlow) (Connection, error)
	// TakeFlow returns the flow with a state, once; it is not found when it has
	// expired. SaveLogin and AbandonLogin remove it, and PutFlow keeps it for another
	// callback. PeekFlow does not take it.
	TakeFlow(ctx context.Context, stateHash []byte) (StoredFlow, error)
	PeekFlow(ctx context.Context, stateHash []byte) (StoredFlow, error)
	PutFlow(ctx context.Context, f StoredFlow) error
	// SaveFolder limits the login with a credential of this epoch to a folder, whose
	// name becomes its hint. One that waited for it is connected by that, and gets
	// its enabled binding.
	SaveFolder(ctx context.Context, id guild.ID, epoch int64, folder connector.Folder) (Connection, error)
	// SaveCoins pins coins on the login with a credential of this epoch, in place of
	// those that were. One that was renewed or ended since is a conflict.
	SaveCoins(ctx context.Context, id guild.ID, epoch int64, coins []connector.Coin) error
	// OtherLogins reports whether there is a login for one of the servers, by slug,
	// beside the one with an id, that holds a credential and is not disconnected.
	OtherLogins(ctx context.Context, id guild.ID, servers []string) (bool, error)
	// AbandonLogin removes a login's flow, and the login where it is pending.
	AbandonLogin(ctx context.Context, id guild.ID) error
	// Renew calls renew with a login whose row is locked, and stores what comes
	// of it in the same transaction, also where renew returns an error. It
	// returns the login as it is then.
	Renew(ctx context.Context, id guild.ID, renew func(Stored) (Renewal, error)) (Stored, error)
	// IdleLogins returns the connected browser logins whose last refresh is older
	// than age.
	IdleLogins(ctx context.Context, age time.Duration) ([]Stored, error)

	// SaveSelected stores which repositories the GitHub login with a credential of
	// this epoch is for, and mirrors those of a guild's own login.
	SaveSelected(ctx context.Context, id guild.ID, epoch int64, selected []githubapp.Selected) error
	// Selected returns the repositories that a GitHub login is for.
	Selected(ctx context.Context, id guild.ID) ([]githubapp.Selected, error)
	// UsedRepositories returns the repositories of a guild, its own and inherited
	// ones, by the login that reaches them.
	UsedRepositories(ctx context.Context, guild guild.ID) (map[guild.ID][]githubapp.RepositoryRef, error)
	// FollowRepositories stores names, addresses and ids as GitHub has them now, in
	// a login's selection and in the guilds' repositories.
	FollowRepositories(ctx context.Context, id guild.ID, granted []githubapp.Granted) error

	// Clients returns the sealed OAuth clients of a server by redirect URI, the
	// admin's own under the empty one.
	Clients(ctx context.Context, server guild.ID) (map[string][]byte, error)
	SaveClient(ctx context.Context, server guild.ID, redirectURI string, sealed []byte) error
	DropClient(ctx context.Context, server guild.ID, redirectURI string) error
}

// NewLogin is a login that its server has taken.
type NewLogin struct {
	ID       guild.ID
	ServerID guild.ID
	ScopeID  guild.ID
	Sealed   []byte
	Listing  Listing

	AccountHint string
	Coins       []connector.Coin // nil leaves those that a former login has
	Pending     bool             // the operator still has to choose something
}

// Status is the status that the login is saved with.
func (l NewLogin) Status() Status {
	if l.Pending {
		return Pending
	}
	return Connected
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
	ID         guild.ID        `json:"id"`
	Connection guild.ID        `json:"connection,omitempty"` // empty for a native tool
	Scope      guild.ID        `json:"scope,omitempty"`      // the scope that asked; empty when the login itself was tested
	Server     string          `json:"server"`               // its slug, or Native
	Tool       string          `json:"tool"`
	Caller     string          `json:"caller"`
	Arguments  json.RawMessage `json:"arguments"`
	Result     string          `json:"result"`
	Failed     bool            `json:"failed,omitempty"`
	Duration   time.Duration   `json:"duration"` // ns
	At         time.Time       `json:"at"`       // when it was over
}

// Native stands for the server in the record of a native tool's call.
const Native = "native"

// Sessions are the MCP sessions of the box, pooled by connection.
type Sessions interface {
	List(ctx context.Context, l mcpclient.Login) (mcpclient.Listing, error)
	Call(ctx context.Context, l mcpclient.Login, remoteName string, args json.RawMessage, progress func(mcpclient.Progress)) (mcpclient.Result, error)
	Forget(id guild.ID)
	Drop(id guild.ID)
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

	HTTP      func(allowPrivate bool) *http.Client // for requests that leave the box
	Variable  func(name string) string             // the box's OAuth clients, by the names of their variables
	PublicURL string                               // PUBLIC_BASE_URL; empty where the box has none
	GitHub    *githubapp.App                       // nil where the box has none

	// Files returns the workspace of the scope that calls a tool, empty where a login
	// itself is tested.
	Files func(scope guild.ID) connector.Files

	opened   credentials
	listings singleflight.Group
	renewals singleflight.Group
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
func (l *Logins) session(id guild.ID, row connector.Server, c credential) mcpclient.Login {
	login := mcpclient.Login{ID: id, URL: row.URL, AllowPrivate: row.AllowPrivate, Header: c.header(row)}
	if base, ok := l.Upstream(row.Slug); ok {
		login.URL = connector.Rebase(row.URL, base)
	}
	return login
}

// form returns the way in which a connector's browser login goes.
func (l *Logins) form(declared connector.Connector) form {
	if declared.App {
		return appForm{logins: l}
	}
	return grantForm{logins: l, declared: declared}
}
