package group

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// pause is how long a view rests between two looks. Agents take seconds to answer, so
// half of one is not felt.
const pause = 500 * time.Millisecond

// most is how many messages are asked for at once: the API's most.
const most = 500

// view shows the messages of a group as they come. The local API has no events for
// groups, so it looks.
type view struct {
	printer *print.Printer
	finder  app.Finder
	guild   string // id
	seq     int    // of the last message that was looked at
}

// follow shows messages, and then what comes until ctx ends.
func (v *view) follow(ctx context.Context, found []api.GroupMessage) error {
	v.look(found)
	for {
		if err := v.write(found...); err != nil {
			return err
		}
		if err := rest(ctx); err != nil {
			return err
		}
		var err error
		if found, err = v.next(ctx); err != nil {
			return ended(ctx, err)
		}
	}
}

// next returns the messages after those that were looked at.
func (v *view) next(ctx context.Context) ([]api.GroupMessage, error) {
	found, err := v.finder.ListGroupMessages(ctx, v.guild, api.GroupQuery{After: v.seq, Limit: most})
	v.look(found)
	return found, err
}

func (v *view) look(messages []api.GroupMessage) {
	if n := len(messages); n > 0 {
		v.seq = messages[n-1].Seq
	}
}

// write shows messages: a line that says who posted and whom it woke, and the text below
// it, set in.
func (v *view) write(messages ...api.GroupMessage) error {
	for _, m := range messages {
		if done, err := v.printer.Data(m); err != nil {
			return err
		} else if done {
			continue
		}
		head := fmt.Sprintf("%d  %s  %s", m.Seq, m.At.UTC().Format(time.RFC3339), print.Cell(author(m)))
		if len(m.Woken) > 0 {
			head += "  woke " + print.Cell(strings.Join(names(m.Woken), ", "))
		}
		text := strings.ReplaceAll(print.Text(strings.TrimRight(m.Text, "\n")), "\n", "\n  ")
		if _, err := fmt.Fprintf(v.printer.Out, "%s\n  %s\n", head, text); err != nil {
			return err
		}
	}
	return nil
}

// rest waits until it is time to look again.
func rest(ctx context.Context) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return app.ErrSaid
	}
}

// ended makes no failure of a look that an interrupt ended.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return app.ErrSaid
	}
	return err
}
