package mcpclient

import (
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

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
