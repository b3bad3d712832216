package operation

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"

	"github.com/guildsbox/guilds/internal/access"
)

type contextKey int

const (
	callerKey contextKey = iota
	requestKey
)

// CallerOf returns who a request comes from. Without authentication before it
// a request has no caller, who may nothing.
func CallerOf(ctx context.Context) access.Caller {
	c, _ := ctx.Value(callerKey).(access.Caller)
	return c
}

// WithCaller says who a request comes from.
func WithCaller(r *http.Request, c access.Caller) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), callerKey, c))
}

// Request is what logs and problems say of a request.
type Request struct {
	ID   string
	Host string // as the caller addressed the daemon
	base *slog.Logger
}

// Log is the log of a request, with its id.
func (r Request) Log() *slog.Logger { return r.base.With("request", r.ID) }

// RequestOf returns the request that a context is of.
func RequestOf(ctx context.Context) Request {
	r, ok := ctx.Value(requestKey).(Request)
	if !ok {
		return Request{base: slog.Default()}
	}
	return r
}

// WithRequest gives a request its id.
func WithRequest(r *http.Request, log *slog.Logger) (*http.Request, string) {
	var b [8]byte
	rand.Read(b[:])
	id := hex.EncodeToString(b[:])
	ctx := context.WithValue(r.Context(), requestKey, Request{ID: id, Host: r.Host, base: log})
	return r.WithContext(ctx), id
}
