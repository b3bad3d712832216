package mcpclient

import (
	"context"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// listenPatience is how long a new session waits for its own stream. Some servers
// do not answer the GET before they have something to say.
const listenPatience = 500 * time.Millisecond

// awaitStream waits until the server has opened the stream of a new session, or
// has said that it has none. What it asks there in the middle of a call that came
// before the stream is lost, and the call waits for ever.
func (w *wire) awaitStream(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, listenPatience)
	defer cancel()
	select {
	case <-w.heard:
	case <-ctx.Done():
	}
}

// listenParams are those of subscriptions/listen.
type listenParams struct {
	Notifications mcp.SubscriptionFilter `json:"notifications"`
	Meta          *requestMeta           `json:"_meta,omitempty"`
}

// subscribe holds a subscriptions/listen stream open for the session's life,
// the way in which revision 2026-07-28 tells of changed tools. In the session
// era mcp-go's transport does the like with a GET, which wire.listen paces.
func (s *session) subscribe() {
	var p pace
	for p.wait(s.life) == nil {
		x := s.next(s.wire.credential())
		_, err := s.send(s.life, x, mcp.MethodSubscriptionsListen, listenParams{
			Notifications: mcp.SubscriptionFilter{ToolsListChanged: true},
			Meta:          s.meta(0),
		}, s.mirrored(mcp.MethodSubscriptionsListen))
		if errors.As(err, new(*refusal)) || errors.As(err, new(*rpcError)) {
			return // the server offers no such stream
		}
	}
}
