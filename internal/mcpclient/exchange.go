package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// exchange is one JSON-RPC request and its answer, as the wire sees it. It
// travels in the request's context, the only thing that mcp-go hands through.
type exchange struct {
	id     int64
	header http.Header // the credential

	taken    atomic.Bool // the server has accepted the request
	answered atomic.Bool // the response has passed on a stream

	mu    sync.Mutex
	body  []byte // of an application/json answer
	fault error  // what the wire found wrong, which mcp-go would not tell
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

func (x *exchange) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.fault = err
}

// afterglow is how long a stream may take to end once it has carried the
// response.
const afterglow = time.Second

// outlast returns a context for the HTTP request of x, and a function that ends
// it. mcp-go cancels its own context with the response in hand, before the
// stream has ended, and net/http then throws the connection away: every call
// would pay for a new one. This context ends with ctx too, but after the
// response only once the stream had time to end by itself.
func (x *exchange) outlast(ctx context.Context) (context.Context, func()) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if x.answered.Load() {
			pause(own, afterglow)
		}
		cancel()
	})
	return own, func() {
		stop()
		cancel()
	}
}

// answer prepares the body of a response for mcp-go: what does not belong to x
// is taken out, and end is called once the connection is free again.
func (x *exchange) answer(resp *http.Response, end func()) error {
	if resp.StatusCode < http.StatusMultipleChoices {
		x.taken.Store(true)
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind == "text/event-stream" {
		resp.Body = newEventFilter(resp.Body, x, end)
		return nil
	}
	defer end()
	defer resp.Body.Close()
	var buf bytes.Buffer
	// The length is only the server's word: believe it as far as it is cheap.
	buf.Grow(int(min(max(0, resp.ContentLength), 64<<10)) + bytes.MinRead)
	if _, err := buf.ReadFrom(resp.Body); err != nil {
		x.fail(err)
		return err
	}
	// mcp-go refuses an answer without an id and throws it away, but that is
	// how some servers say that they lost the session.
	x.mu.Lock()
	x.body = buf.Bytes()
	x.mu.Unlock()
	resp.Body = io.NopCloser(&buf)
	return nil
}

var (
	errOtherAnswer = errors.New("the answer belongs to another request")
	errBroken      = errors.New("the answer broke off or is no JSON-RPC message")
)

// send sends one request and returns its result. The error is a *refusal, a
// *rpcError, the context's, one of the two above, or one of the network's.
func (s *session) send(ctx context.Context, x *exchange, method mcp.MCPMethod, params any, header http.Header) (json.RawMessage, error) {
	resp, err := s.link.SendRequest(context.WithValue(ctx, exchangeKey{}, x), transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(x.id), Method: string(method), Params: params, Header: header,
	})
	switch {
	case err != nil:
		if ctx.Err() != nil {
			s.cancelled(x.id, ctx.Err())
			return nil, ctx.Err()
		}
		return nil, x.cause(err)
	case resp == nil:
		return nil, errBroken
	case resp.ID.Value() != x.id:
		return nil, errOtherAnswer
	case resp.Error != nil:
		return nil, &rpcError{Code: resp.Error.Code, Message: resp.Error.Message}
	}
	return resp.Result, nil
}

// cause finds what went wrong behind an error of mcp-go, whose own texts quote
// addresses and bodies. What fails after the server took the request, such as
// the resumption of a stream, says nothing about whether the tool ran.
func (x *exchange) cause(err error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.fault != nil {
		return x.fault
	}
	if e := rpcErrorIn(x.body); e != nil {
		return e
	}
	if x.taken.Load() {
		return errBroken
	}
	return err
}

// cancelTimeout bounds the notice of a cancellation, in which nobody waits.
const cancelTimeout = 5 * time.Second

// cancelled tells the server that nobody waits for a request any more, which
// mcp-go does not do over HTTP. In the stateless revision the closed connection
// says so by itself.
func (s *session) cancelled(id int64, why error) {
	if s.modern() {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(s.life, cancelTimeout)
		defer cancel()
		// Best effort: the server may be the reason for the cancellation.
		_ = s.link.SendNotification(ctx, mcp.JSONRPCNotification{
			JSONRPC: mcp.JSONRPC_VERSION,
			Notification: mcp.Notification{
				Method: string(mcp.MethodNotificationCancelled),
				Params: mcp.NotificationParams{AdditionalFields: map[string]any{"requestId": id, "reason": why.Error()}},
			},
		})
	}()
}
