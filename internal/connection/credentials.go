package connection

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/redact"
)

// credentials keeps opened logins, so that a call does not unseal its credential
// and build its redaction set anew. An entry serves for one epoch of one row.
type credentials struct {
	mu   sync.Mutex
	byID map[guild.ID]opened
}

type opened struct {
	version string
	session mcpclient.Login
	secrets *redact.Set
}

// open returns how to reach a stored login's server, and what to redact.
func (l *Logins) open(stored Stored) (opened, error) {
	// The row's address and header may be edited without a new credential.
	version := fmt.Sprint(stored.Epoch, stored.Row.UpdatedAt.UnixNano())
	l.opened.mu.Lock()
	entry, ok := l.opened.byID[stored.ID]
	l.opened.mu.Unlock()
	if ok && entry.version == version {
		entry.session.Revision = stored.Revision
		return entry, nil
	}
	plain, err := l.Sealer.Open(stored.Sealed, identity(stored.ID))
	if err != nil {
		return opened{}, fmt.Errorf("the credential of %s: %w", stored, err)
	}
	var fields map[string]string
	if err := json.Unmarshal(plain, &fields); err != nil {
		return opened{}, fmt.Errorf("the credential of %s is not what was sealed: %w", stored, err)
	}
	entry = opened{version: version, session: l.session(stored.ID, stored.Row, fields), secrets: secrets(stored.Row, stored.Row.Declared(l.Seeds).Fields, fields)}
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

// Forget drops what is kept in memory of a login, and ends its session.
func (l *Logins) Forget(id guild.ID) {
	l.opened.mu.Lock()
	delete(l.opened.byID, id)
	l.opened.mu.Unlock()
	l.Sessions.Forget(id)
}
