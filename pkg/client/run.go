package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListRuns lists runs, the newest first.
func (c *Client) ListRuns(ctx context.Context, q api.RunQuery) ([]api.Run, error) {
	before, limit := "", ""
	if !q.Before.IsZero() {
		before = q.Before.Format(time.RFC3339Nano)
	}
	if q.Limit > 0 {
		limit = strconv.Itoa(q.Limit)
	}
	query := values("scope_id", q.ScopeID, "status", q.Status, "before", before, "limit", limit)
	return do[[]api.Run](ctx, c, api.ListRuns, nil, query, nil)
}

// StartRun starts a direct run of an agent.
func (c *Client) StartRun(ctx context.Context, in api.NewRun) (api.Started, error) {
	return do[api.Started](ctx, c, api.StartRun, nil, nil, in)
}

// GetRun returns a run with its generations and its snapshot.
func (c *Client) GetRun(ctx context.Context, id string) (api.RunDetail, error) {
	return do[api.RunDetail](ctx, c, api.GetRun, []string{id}, nil, nil)
}

// ListMessages returns what is on record of a run after a seq.
func (c *Client) ListMessages(ctx context.Context, id string, after int) ([]api.Message, error) {
	return do[[]api.Message](ctx, c, api.ListMessages, []string{id}, afterSeq(after, false), nil)
}

// ContinueRun sends a message to a run.
func (c *Client) ContinueRun(ctx context.Context, id string, in api.NewMessage) (api.Started, error) {
	return do[api.Started](ctx, c, api.ContinueRun, []string{id}, nil, in)
}

// CancelRun ends what a run is doing. A run that is over is a conflict.
func (c *Client) CancelRun(ctx context.Context, id string) (api.Cancelled, error) {
	return do[api.Cancelled](ctx, c, api.CancelRun, []string{id}, nil, nil)
}

// RunEvent is one event of a run. Of its fields the one that belongs to its name is
// set.
type RunEvent struct {
	Name    string
	Message api.Message     // of api.EventMessage
	Piece   api.Piece       // of api.EventText and api.EventThoughts
	Call    api.ModelCall   // of api.EventCall
	Retry   api.RetryNotice // of api.EventRetry
	Data    json.RawMessage // as it came
}

// maxReconnects is how often in a row a lost stream is asked for again.
const maxReconnects = 30

// WatchRun calls on with each event of a run after a seq, until the run is over, or
// with follow until ctx ends. A stream that is lost is resumed where it broke off:
// each message comes once, and a reset takes back the pieces that come again. An error
// of on ends the watch.
func (c *Client) WatchRun(ctx context.Context, id string, after int, follow bool, on func(RunEvent) error) error {
	lost, partial := 0, false
	for {
		ended, err := c.watchOnce(ctx, id, &after, follow, func(e RunEvent) error {
			if lost > 0 && partial { // what is live comes again from its beginning
				if err := on(RunEvent{Name: api.EventReset, Data: json.RawMessage("{}")}); err != nil {
					return err
				}
			}
			lost = 0
			switch e.Name {
			case api.EventText, api.EventThoughts:
				partial = true
			case api.EventMessage, api.EventReset:
				partial = false
			}
			return on(e)
		})
		again := lost > 0 && isUnavailable(err) // that has broken off the stream, and passes
		if ended && !again || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if lost++; lost > maxReconnects {
			return err
		}
		if lost > 1 {
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
	}
}

// isUnavailable reports whether the daemon lacks its database for now.
func isUnavailable(err error) bool {
	var refused *api.Problem
	return errors.As(err, &refused) && refused.Code == api.CodeUnavailable
}

// errStream is what a stream that broke off is known by.
var errStream = errors.New("the stream of events broke off")

// watchOnce reads one stream. ended is false where it may be asked for again.
func (c *Client) watchOnce(ctx context.Context, id string, after *int, follow bool, on func(RunEvent) error) (ended bool, err error) {
	req, err := c.request(ctx, api.WatchRun, []string{id}, afterSeq(*after, follow), nil)
	if err != nil {
		return true, err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := c.send(req)
	if err != nil {
		var refused *api.Problem
		return errors.As(err, &refused), err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNoContent {
		return true, nil // which says to a reader of events that there will be none
	}
	events := bufio.NewReader(resp.Body)
	for {
		name, data, err := nextEvent(events)
		if name == api.EventOver {
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("%w: %w", errStream, err)
		}
		e, err := readEvent(name, data)
		if err != nil {
			return true, err
		}
		if name == api.EventMessage {
			*after = e.Message.Seq
		}
		if err := on(e); err != nil {
			return true, err
		}
	}
}

func readEvent(name string, data []byte) (RunEvent, error) {
	e := RunEvent{Name: name, Data: data}
	var err error
	switch name {
	case api.EventMessage:
		err = json.Unmarshal(data, &e.Message)
	case api.EventText, api.EventThoughts:
		err = json.Unmarshal(data, &e.Piece)
	case api.EventCall:
		err = json.Unmarshal(data, &e.Call)
	case api.EventRetry:
		err = json.Unmarshal(data, &e.Retry)
	}
	return e, err
}

func afterSeq(after int, follow bool) url.Values {
	seq, stay := "", ""
	if after > 0 {
		seq = strconv.Itoa(after)
	}
	if follow {
		stay = "true"
	}
	return values("after", seq, "follow", stay)
}
