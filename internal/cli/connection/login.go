package connection

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// login is a browser login that a person is making.
type login struct {
	app   *app.App
	find  app.Finder
	begun api.Connection    // as connect answered it
	asked []api.LoginChoice // what the person is asked in the course of it
}

// finish sends the person to the browser and waits until the login is made. The
// login that it returns may still be pending where the person has to choose
// something. One that is interrupted is cancelled.
func (l *login) finish(ctx context.Context) (api.Connection, error) {
	l.app.Note("To log in to %s, open this address in a browser:\n\n  %s\n", l.begun.Server, l.begun.AuthorizationURL)
	if open(l.app, l.begun.AuthorizationURL) {
		l.app.Note("It was opened in your browser.")
	}
	if l.app.Interactive() {
		l.app.Note("If the browser ends on a page that does not load, paste its address here.")
	}
	made, err := l.await(ctx)
	if ctx.Err() != nil {
		l.cancel(context.WithoutCancel(ctx))
	}
	return made, err
}

// await looks at the login until it is over. The local API has no events for
// logins.
func (l *login) await(ctx context.Context) (api.Connection, error) {
	pasted, stop := l.app.Typed(ctx)
	defer stop()
	tick := time.NewTicker(pause)
	defer tick.Stop()
	progress := l.app.Progress()
	defer progress.End()
	for {
		l.tell(progress)
		select {
		case <-ctx.Done():
			return l.begun, ctx.Err()
		case text := <-pasted:
			progress.End()
			if err := l.paste(ctx, text); err != nil {
				return l.begun, err
			}
		case <-tick.C:
		}
		now, err := l.find.GetConnection(ctx, l.begun.ID)
		if over, err := l.outcome(now, err); over {
			return now, err
		}
	}
}

// tell counts down where the line is redrawn, and says it once elsewhere.
func (l login) tell(p *app.Progress) {
	if p.Live() {
		p.Show("Waiting for the login, %s left", time.Until(*l.begun.LoginExpiresAt).Round(time.Second))
		return
	}
	p.Show("Waiting for the login until %s", l.begun.LoginExpiresAt.Local().Format(time.TimeOnly))
}

// outcome says whether the login is over, by what the daemon holds of it now.
func (l login) outcome(now api.Connection, err error) (over bool, _ error) {
	switch {
	case app.IsCode(err, api.CodeNotFound):
		return true, failed(l.begun)
	case err != nil:
		return true, err
	case now.Status == "connected":
		return true, nil
	case now.LoginExpiresAt != nil:
		return l.replaced(now)
	case time.Now().After(*l.begun.LoginExpiresAt):
		return true, &api.Problem{Code: api.CodeRejected, Detail: "nobody completed the login in time", Hint: again(l.begun)}
	case now.Status == "pending":
		return true, nil
	}
	return true, failed(l.begun)
}

// replaced tells a login that somebody else began in the place of this one.
func (l login) replaced(now api.Connection) (bool, error) {
	if now.LoginExpiresAt.Equal(*l.begun.LoginExpiresAt) {
		return false, nil
	}
	return true, &api.Problem{Code: api.CodeConflict, Detail: fmt.Sprintf("another login for %s at %s was begun in the place of this one", now.Server, now.Scope)}
}

// failed is the error of a login that ended elsewhere without being made.
func failed(c api.Connection) error {
	left := ""
	if c.Status == "disconnected" {
		left = "; the former login is still disconnected"
	}
	return &api.Problem{
		Code:   api.CodeRejected,
		Detail: fmt.Sprintf("the login for %s at %s was not made: it was declined, failed, or was cancelled, and the browser says which%s", c.Server, c.Scope, left),
		Hint:   again(c),
	}
}

func again(c api.Connection) string {
	return fmt.Sprintf("guildsctl connect %s --at %s tries again", c.Server, c.Scope)
}

// cancelTimeout bounds what an interrupt waits for.
const cancelTimeout = 5 * time.Second

// cancel leaves nothing half-made, and says so: ctx is already without the
// interrupt.
func (l login) cancel(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, cancelTimeout)
	defer stop()
	err := l.find.CancelLogin(ctx, l.begun.ID)
	now, lookErr := l.find.GetConnection(ctx, l.begun.ID)
	switch {
	case err != nil && !app.IsCode(err, api.CodeNotFound):
		l.app.Note("The login could not be cancelled (%v). It ends by itself at %s.", err, l.begun.LoginExpiresAt.Local().Format(time.TimeOnly))
	case lookErr == nil && now.Status == "connected":
		l.app.Note("The login for %s at %s was made before it could be cancelled.", now.Server, now.Scope)
	case l.begun.Status == "disconnected":
		l.app.Note("Cancelled. The login for %s at %s is disconnected, as it was.", l.begun.Server, l.begun.Scope)
	default:
		l.app.Note("Cancelled. Nothing is left of the login for %s at %s.", l.begun.Server, l.begun.Scope)
	}
}

// paste completes the login with the address that the browser ended on. What is no
// such address is told, and the wait goes on.
func (l *login) paste(ctx context.Context, text string) error {
	text = strings.Trim(text, " \t\"'<>")
	if text == "" {
		return nil
	}
	query, wrong := l.read(text)
	if len(l.asked) > 0 {
		query, wrong = l.chosen(text)
	}
	if wrong != "" {
		l.app.Note("%s.", wrong)
		return nil
	}
	done, err := l.find.CompleteLogin(ctx, query)
	switch {
	case app.IsCode(err, api.CodeNotFound):
		l.app.Note("%s", print.Cell(err.Error())) // the browser may have been faster
		return nil
	case err != nil:
		return err
	case len(done.Choices) > 0:
		l.asked = done.Choices
		l.ask()
	case done.Next != "":
		l.app.Note("Go on in the browser:\n\n  %s\n", absolute(text, done.Next))
	}
	return nil
}

// ask lists what the person may choose, for one whose browser does not reach the
// page that asks.
func (l *login) ask() {
	l.app.Note("Which account shall it be? Type its number, or choose in the browser.")
	for i, choice := range l.asked {
		l.app.Note("  %d  %s  %s", i+1, print.Cell(choice.Label), print.Cell(choice.Detail))
	}
}

// chosen returns the query that says which of the choices was typed.
func (l *login) chosen(text string) (query url.Values, wrong string) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(l.asked) {
		return nil, fmt.Sprintf("Type a number from 1 to %d", len(l.asked))
	}
	return url.Values{"state": {l.state()}, "choice": {l.asked[n-1].ID}}, ""
}

const notTheAddress = "That is not the address on which the login ends: "

// read returns the query of a callback's address, or what is wrong with it. A
// provider that leaves the state out gets it from the address that began the login.
func (l login) read(text string) (query url.Values, wrong string) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.RawQuery == "" {
		return nil, notTheAddress + "paste the whole of it, from http to the end"
	}
	query = u.Query()
	if !query.Has("code") && !query.Has("error") && !query.Has("installation_id") && !query.Has("setup_action") {
		return nil, notTheAddress + "it holds neither a code nor an error; log in first, and paste the address that the browser shows then"
	}
	state := l.state()
	if !query.Has("state") {
		query.Set("state", state)
	}
	if query.Get("state") != state {
		return nil, notTheAddress + "it belongs to another login"
	}
	return query, ""
}

// state is what the address that began the login names it by.
func (l login) state() string {
	u, err := url.Parse(l.begun.AuthorizationURL)
	if err != nil {
		return ""
	}
	return u.Query().Get("state")
}

// absolute completes an address on the daemon by the one at which a browser
// reaches it.
func absolute(at, next string) string {
	base, err := url.Parse(at)
	if err != nil {
		return next
	}
	u, err := base.Parse(next)
	if err != nil {
		return next
	}
	return u.String()
}
