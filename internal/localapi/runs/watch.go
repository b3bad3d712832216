package runs

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/pkg/api"
)

type watchInput struct {
	operation.ByID
	After  int    `query:"after" minimum:"0" doc:"Only messages after this seq"`
	LastID int    `header:"Last-Event-ID" minimum:"0" doc:"As after, for a reader that lost the stream"`
	Follow bool   `query:"follow" doc:"Stay when the run is over, for what it does next"`
	Accept string `header:"Accept"`
}

// registerWatch registers the one operation that answers with events without end.
func (a Area) registerWatch(h huma.API) {
	op := operation.Declare(h, api.WatchRun)
	op.Description = "Server-sent events. Stored messages come with their seq as the event's id; what is live (text, thoughts, reset, call, retry) comes once, " +
		"on the daemon that runs the generation. Without follow the stream ends when the run is over."
	op.Responses["200"] = &huma.Response{
		Description: "Events",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	huma.Register(h, op, func(ctx context.Context, in *watchInput) (*huma.StreamResponse, error) {
		caller := operation.CallerOf(ctx)
		if err := operation.See.Check(caller); err != nil {
			return nil, operation.ProblemOf(ctx, err)
		}
		r, err := a.reach(ctx, caller, in.ID)
		if err != nil {
			return nil, operation.ProblemOf(ctx, err)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			w := watch{Area: a, run: r.ID, after: cmp.Or(in.After, in.LastID), follow: in.Follow, ended: true, events: operation.Stream(hc)}
			if err := w.until(hc.Context()); err != nil && hc.Context().Err() == nil {
				operation.RequestOf(ctx).Log().Warn("a stream of events broke off", "run", r.ID, "error", err)
			}
		}}, nil
	})
}

// watch is one who watches a run.
type watch struct {
	Area
	run    guild.ID
	after  int  // the seq of the last message that was sent
	ended  bool // it may be the last of the run
	follow bool
	events *operation.EventWriter
}

// beatEvery is how often a stream on which nothing happens says that it lives.
const beatEvery = 15 * time.Second

// until sends events until the run is over, or without end.
func (w *watch) until(ctx context.Context) error {
	watcher, leave := w.Hub.Watch(w.run)
	defer leave()
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for {
		for _, live := range watcher.Take() {
			if err := w.send(ctx, live); err != nil {
				return err
			}
		}
		over, err := w.over(ctx)
		if err != nil || over {
			return err
		}
		select {
		case <-watcher.Wakes:
		case <-beat.C:
			// Where this daemon does not hear of others, this is when it looks.
			if err := errors.Join(w.events.Beat(), w.stored(ctx, run.Live{})); err != nil {
				return err
			}
			w.ended = true
		case <-w.Hub.Done():
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// send sends what is live, but for what belongs to a message that was sent already.
func (w *watch) send(ctx context.Context, live run.Live) error {
	if live.Kind != run.LiveStored && live.Seq < w.after {
		return nil
	}
	return senders[live.Kind](w, ctx, live)
}

// over reports whether the stream has nothing more to say.
func (w *watch) over(ctx context.Context) (bool, error) {
	if w.follow || !w.ended {
		return false, nil
	}
	w.ended = false
	r, err := w.DB.Run(ctx, w.run)
	if err != nil || !r.Status.Over() {
		return false, err
	}
	if err := w.stored(ctx, run.Live{}); err != nil {
		return true, err
	}
	return true, w.events.Send("", api.EventOver, struct{}{})
}

// senders send each kind of what happens.
var senders = map[string]func(*watch, context.Context, run.Live) error{
	run.LiveStored: (*watch).stored,
	run.LiveText: func(w *watch, _ context.Context, l run.Live) error {
		return w.events.Send("", api.EventText, api.Piece{Text: l.Text})
	},
	run.LiveThoughts: func(w *watch, _ context.Context, l run.Live) error {
		return w.events.Send("", api.EventThoughts, api.Piece{Text: l.Text})
	},
	run.LiveReset: func(w *watch, _ context.Context, _ run.Live) error {
		return w.events.Send("", api.EventReset, struct{}{})
	},
	run.LiveCallKind: func(w *watch, _ context.Context, l run.Live) error {
		return w.events.Send("", api.EventCall, api.ModelCall{ID: l.Call.ID, Name: l.Call.Tool, Arguments: l.Call.Arguments})
	},
	run.LiveRetry: func(w *watch, _ context.Context, l run.Live) error {
		return w.events.Send("", api.EventRetry, api.RetryNotice{Why: l.Text, InMS: l.In.Milliseconds()})
	},
}

// stored sends the messages up to a seq that were not sent yet. Later ones wait: what
// was live before them comes first.
func (w *watch) stored(ctx context.Context, l run.Live) error {
	if l.Seq > 0 && l.Seq <= w.after {
		return nil
	}
	messages, err := w.DB.Messages(ctx, w.run, w.after)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if l.Seq > 0 && m.Seq > l.Seq {
			return nil
		}
		if err := w.events.Send(strconv.Itoa(m.Seq), api.EventMessage, messageOut(m)); err != nil {
			return err
		}
		w.after, w.ended = m.Seq, w.ended || m.Kind == run.End
	}
	return nil
}
