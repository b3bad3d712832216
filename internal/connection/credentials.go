package connection

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/internal/redact"
)

// credential is what is sealed of a login: what a token form asked for, or what
// a browser login ended with.
type credential struct {
	Fields       map[string]string `json:"fields,omitempty"`
	Grant        *grant            `json:"grant,omitempty"`
	Installation int64             `json:"installation,omitempty"` // of the box's GitHub App
}

// grant is an OAuth login: its token, with the server and the client that it was
// made with, which a refresh or a revocation needs.
type grant struct {
	Server oauth.Server `json:"server"`
	Client oauth.Client `json:"client"`
	Token  oauth.Token  `json:"token"`
	Since  time.Time    `json:"since"` // when the token was given
}

// expiring reports whether the access token will not last for a call.
func (g *grant) expiring(now time.Time) bool {
	if g == nil || g.Token.Expiry.IsZero() {
		return false
	}
	// Of a token that lives for seconds, most of its life is for use.
	skew := min(refreshSkew, g.Token.Expiry.Sub(g.Since)/4)
	return now.Add(skew).After(g.Token.Expiry)
}

// refreshSkew is how long before its end a token is refreshed, at most.
const refreshSkew = time.Minute

// header is how the credential travels to a remote server.
func (c credential) header(row connector.Server) http.Header {
	if c.Grant != nil {
		return connector.Header{Name: "Authorization", Scheme: "Bearer"}.Carry(c.Grant.Token.Access)
	}
	if token := c.Fields[connector.Token]; token != "" {
		return row.Header.Carry(token)
	}
	return nil
}

// secrets are what to mask of a credential.
func (c credential) secrets(row connector.Server, form []connector.Field) *redact.Set {
	return redact.New(c.named(row, form)...)
}

// named names a credential for redaction: by its server, and by its field where
// there are several.
func (c credential) named(row connector.Server, form []connector.Field) []redact.Secret {
	var named []redact.Secret
	for _, f := range form {
		if value := c.Fields[f.Name]; f.Secret && value != "" {
			name := row.Slug
			if len(form) > 1 {
				name += "." + f.Name
			}
			named = append(named, redact.Secret{Name: name, Value: value})
		}
	}
	if g := c.Grant; g != nil {
		for _, value := range []string{g.Token.Access, g.Token.Refresh, g.Client.Secret} {
			named = append(named, redact.Secret{Name: row.Slug, Value: value})
		}
	}
	return named
}

// credentials keeps opened logins, so that a call does not unseal its credential
// and build its redaction set anew. An entry serves for one version of its row.
type credentials struct {
	mu   sync.Mutex
	byID map[guild.ID]opened
}

// version is what a login's row grows with when something to open it with changes:
// its address and header may be edited without a new credential.
type version struct {
	epoch, refreshed int64
	edited           time.Time
}

type opened struct {
	version    version
	credential credential
	session    mcpclient.Login
	secrets    *redact.Set
}

// open returns how to reach a stored login's server, and what to redact.
func (l *Logins) open(stored Stored) (opened, error) {
	version := version{stored.Epoch, stored.Refreshed, stored.Row.UpdatedAt}
	l.opened.mu.Lock()
	entry, ok := l.opened.byID[stored.ID]
	l.opened.mu.Unlock()
	if ok && entry.version == version {
		entry.session.Revision = stored.Revision
		return entry, nil
	}
	c, err := l.unseal(stored)
	if err != nil {
		return opened{}, err
	}
	entry = opened{
		version: version, credential: c, session: l.session(stored.ID, stored.Row, c),
		secrets: c.secrets(stored.Row, stored.Row.Declared(l.Seeds).Fields),
	}
	entry.session.Epoch = stored.Row.UpdatedAt.UnixNano() + stored.Epoch
	entry.session.Revision = stored.Revision
	l.opened.mu.Lock()
	defer l.opened.mu.Unlock()
	if l.opened.byID == nil {
		l.opened.byID = map[guild.ID]opened{}
	}
	l.opened.byID[stored.ID] = entry
	return entry, nil
}

func (l *Logins) unseal(stored Stored) (c credential, err error) {
	plain, err := l.Sealer.Open(stored.Sealed, identity(stored.ID))
	if err != nil {
		return c, fmt.Errorf("the credential of %s: %w", stored, err)
	}
	if err := json.Unmarshal(plain, &c); err != nil {
		return c, fmt.Errorf("the credential of %s is not what was sealed: %w", stored, err)
	}
	return c, nil
}

func (l *Logins) seal(id guild.ID, c credential) ([]byte, error) {
	plain, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return l.Sealer.Seal(plain, identity(id))
}

// Forget drops what is kept in memory of a login, and ends its session.
func (l *Logins) Forget(id guild.ID) {
	l.opened.mu.Lock()
	delete(l.opened.byID, id)
	l.opened.mu.Unlock()
	l.Sessions.Forget(id)
}

// drop is Forget for a login whose credential its server takes no longer: nothing
// is sent with it any more.
func (l *Logins) drop(id guild.ID) {
	l.Sessions.Drop(id)
	l.Forget(id)
}
