package connection

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// FlowTTL is how long a browser login may take from Connect to its callback.
const FlowTTL = 15 * time.Minute

// Begun is a browser login on its way.
type Begun struct {
	Connection       Connection
	AuthorizationURL string // where the operator's browser goes
	State            string // what the callback brings back; the proof that it is this one
}

// Attempt is what Begin needs to know of a Connect.
type Attempt struct {
	Row         connector.Server
	Scope       guild.Scope
	Existing    *Connection // the pending or disconnected login there; nil where there is none
	RedirectURI string
	Scopes      []string // to ask for beside those that the server names
	Reuse       bool     // whether the operator can see a login of this connector already (GitHub)

	former Stored // the login as it is stored when the callback comes
}

// flow is what a callback needs, sealed until then.
type flow struct {
	Connection  guild.ID        `json:"connection"`
	RedirectURI string          `json:"redirect_uri"`
	Keep        json.RawMessage `json:"keep"`
	Asked       Question        `json:"asked"`
}

// form is one way in which a browser login goes. Which one a connector has is
// read off what it declares.
type form interface {
	// begin returns where to send the browser, and what finish needs.
	begin(ctx context.Context, a Attempt, state string) (address string, keep any, err error)
	// finish takes what the callback brought.
	finish(ctx context.Context, a Attempt, state string, keep json.RawMessage, q url.Values) (finished, error)
}

// finished is what a callback leads to: exactly one of its first three is set.
type finished struct {
	credential *credential     // the login is made
	next       string          // the browser goes on, and comes back with the same state
	choices    []Choice        // the operator chooses, and the browser comes back with the same state
	elsewhere  string          // with choices: where the browser goes on for something that is none of them
	keep       json.RawMessage // what the way back needs, with next and choices

	hint    string // which account it is
	listing Listing
	pending bool // the operator still has to choose something before it counts as connected
}

// Question is what an operator is asked in the course of a login.
type Question struct {
	Server    string   `json:"-"` // the connector's name
	Choices   []Choice `json:"choices,omitempty"`
	Elsewhere string   `json:"elsewhere,omitempty"` // where to go for something that is none of the choices
}

// Choice is one thing that an operator may choose in the course of a login.
type Choice struct {
	ID     string
	Label  string
	Detail string
}

func flowIdentity(id guild.ID) string { return "oauth_flows/" + string(id) }

func hashState(state string) []byte {
	sum := sha256.Sum256([]byte(state))
	return sum[:]
}

// Begin starts a browser login: it makes a pending connection, or tries one that
// is pending or disconnected again, which stays what it is until the callback.
func (l *Logins) Begin(ctx context.Context, a Attempt) (Begun, error) {
	declared := a.Row.Declared(l.Seeds)
	if err := refuse(a.Row, declared, a.Scope, a.Existing); err != nil {
		return Begun{}, err
	}
	id, state := guild.NewID(), rand.Text()
	if a.Existing != nil {
		id = a.Existing.ID
	}
	address, keep, err := l.form(declared).begin(ctx, a, state)
	if err != nil {
		return Begun{}, err
	}
	begun := Begun{AuthorizationURL: address, State: state}
	f, err := l.sealFlow(flow{Connection: id, RedirectURI: a.RedirectURI}, keep, state, time.Now().Add(FlowTTL))
	if err != nil {
		return Begun{}, err
	}
	begun.Connection, err = l.Store.BeginLogin(ctx, NewLogin{ID: id, ServerID: a.Row.ID, ScopeID: a.Scope.ID}, f)
	if err == nil && ctx.Err() != nil {
		// Nobody is left who could send a browser there.
		err = joined(ctx.Err(), l.Store.AbandonLogin(context.WithoutCancel(ctx), id))
	}
	return begun, err
}

// StoredFlow is a browser login on its way, as the store keeps it.
type StoredFlow struct {
	Connection guild.ID
	StateHash  []byte
	Sealed     []byte
	ExpiresAt  time.Time
}

func (l *Logins) sealFlow(f flow, keep any, state string, expires time.Time) (StoredFlow, error) {
	var err error
	if f.Keep, err = json.Marshal(keep); err != nil {
		return StoredFlow{}, err
	}
	plain, err := json.Marshal(f)
	if err != nil {
		return StoredFlow{}, err
	}
	sealed, err := l.Sealer.Seal(plain, flowIdentity(f.Connection))
	return StoredFlow{Connection: f.Connection, StateHash: hashState(state), Sealed: sealed, ExpiresAt: expires}, err
}

// Completed is what a callback came to.
type Completed struct {
	Connection Connection
	Next       string   // where the browser goes on; empty when the login is over
	Choices    []Choice // what the operator is asked; empty when nothing
	Pending    bool     // connected but for what the operator still has to choose
}

// Complete takes a callback. Its state serves once: a second callback with it,
// one that comes too late and one that was never asked for are not found. A
// callback that is refused deletes a new pending connection, and leaves one that
// was disconnected with its bindings.
func (l *Logins) Complete(ctx context.Context, state string, q url.Values) (Completed, error) {
	// The browser may go away; what it brought serves once and is not lost.
	ctx = context.WithoutCancel(ctx)
	taken, err := l.Store.TakeFlow(ctx, hashState(state))
	if guild.CodeOf(err) == guild.CodeNotFound {
		return Completed{}, errNoFlow()
	}
	if err != nil {
		return Completed{}, err
	}
	done, err := l.complete(ctx, taken, state, q)
	if err != nil {
		return done, errors.Join(err, l.Store.AbandonLogin(ctx, taken.Connection))
	}
	return done, nil
}

func errNoFlow() error {
	return guild.Errorf(guild.CodeNotFound, "this login was completed already, has expired, or was never begun").
		WithHint("begin it again with: guildsctl connect")
}

func (l *Logins) openFlow(stored StoredFlow) (f flow, err error) {
	plain, err := l.Sealer.Open(stored.Sealed, flowIdentity(stored.Connection))
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(plain, &f)
}

func (l *Logins) complete(ctx context.Context, taken StoredFlow, state string, q url.Values) (Completed, error) {
	stored, err := l.Store.Login(ctx, taken.Connection)
	if err != nil {
		return Completed{}, err
	}
	done := Completed{Connection: stored.Connection}
	f, err := l.openFlow(taken)
	if err != nil {
		return done, err
	}
	a := Attempt{Row: stored.Row, Existing: &stored.Connection, RedirectURI: f.RedirectURI, former: stored}
	end, err := l.form(stored.Row.Declared(l.Seeds)).finish(ctx, a, state, f.Keep, q)
	if err != nil {
		return done, err
	}
	done.Next, done.Choices, done.Pending = end.next, end.choices, end.pending
	if end.credential == nil {
		f.Asked = Question{Choices: end.choices, Elsewhere: end.elsewhere}
		again, err := l.sealFlow(f, end.keep, state, taken.ExpiresAt)
		if err != nil {
			return done, err
		}
		return done, l.Store.PutFlow(ctx, again)
	}
	done.Connection, err = l.keep(ctx, stored, end)
	return done, err
}

// Question returns what the operator is asked in the course of a login. It does not
// spend the state.
func (l *Logins) Question(ctx context.Context, state string) (Question, error) {
	kept, err := l.Store.PeekFlow(ctx, hashState(state))
	if guild.CodeOf(err) == guild.CodeNotFound {
		return Question{}, errNoFlow()
	}
	if err != nil {
		return Question{}, err
	}
	f, err := l.openFlow(kept)
	if err != nil {
		return Question{}, err
	}
	stored, err := l.Store.Login(ctx, kept.Connection)
	if err == nil && len(f.Asked.Choices) == 0 {
		err = guild.Errorf(guild.CodeConflict, "this login asks for no choice")
	}
	f.Asked.Server = stored.Row.Name
	return f.Asked, err
}

// keep stores the login that a callback ended with.
func (l *Logins) keep(ctx context.Context, stored Stored, end finished) (Connection, error) {
	sealed, err := l.seal(stored.ID, *end.credential)
	if err != nil {
		return stored.Connection, err
	}
	defer l.Forget(stored.ID)
	return l.Store.SaveLogin(ctx, NewLogin{
		ID: stored.ID, ServerID: stored.ServerID, ScopeID: stored.ScopeID,
		Sealed: sealed, AccountHint: end.hint, Pending: end.pending, Listing: end.listing,
	})
}

// Cancel ends a browser login that is on its way: a new pending connection is
// deleted, and one that was disconnected stays so.
func (l *Logins) Cancel(ctx context.Context, id guild.ID) error { return l.Store.AbandonLogin(ctx, id) }
