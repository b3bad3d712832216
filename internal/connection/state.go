package connection

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// stateTimeout bounds how long a run's start waits for the state of one login.
const stateTimeout = 10 * time.Second

// State returns what a run starts with from the logins that serve its agent: for each
// whose connector has a state, its lines; empty where none has. It never fails: what
// could not be had is said in the lines, as a model reads it.
func (l *Logins) State(ctx context.Context, logins []guild.ID) string {
	var lines []string
	for _, id := range logins {
		if said := l.state(ctx, id); said != "" {
			lines = append(lines, said)
		}
	}
	return strings.Join(lines, "\n\n")
}

func (l *Logins) state(ctx context.Context, id guild.ID) (said string) {
	stored, err := l.Store.Login(ctx, id)
	if err != nil {
		l.Log.Error("the state of a login cannot be read", "login", string(id), "error", err)
		return ""
	}
	declared := stored.Row.Declared(l.Seeds)
	if declared.State == nil || stored.Status != Connected {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, stateTimeout)
	defer cancel()
	err = l.use(ctx, stored, func(open opened) (err error) {
		said, err = declared.State(ctx, l.accountOf(stored, open, ""))
		said = open.secrets.Redact(tool.Storable(said))
		return redacted(err, open.secrets)
	})
	if err == nil {
		return said
	}
	l.Log.Warn("a run starts without the state of a login", "login", stored.String(), "error", err)
	why := "a fault of the box, which its log tells"
	if known := (*guild.Error)(nil); errors.As(err, &known) {
		why = known.Error()
	}
	return declared.Name + ": could not be had at " + time.Now().UTC().Format(time.RFC3339) + ": " + why
}
