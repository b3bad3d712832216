package localapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strings"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

type contextKey int

const (
	callerKey contextKey = iota
	requestKey
)

// callerOf returns who a request comes from. Without authentication before it
// a request has no caller, who may nothing.
func callerOf(ctx context.Context) access.Caller {
	c, _ := ctx.Value(callerKey).(access.Caller)
	return c
}

func withCaller(r *http.Request, c access.Caller) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), callerKey, c))
}

// request is what logs and problems say of a request.
type request struct {
	id   string
	host string // as the caller addressed the daemon
	base *slog.Logger
}

// log is the log of a request, with its id.
func (r request) log() *slog.Logger { return r.base.With("request", r.id) }

func requestOf(ctx context.Context) request {
	r, ok := ctx.Value(requestKey).(request)
	if !ok {
		return request{base: slog.Default()}
	}
	return r
}

// withRequest gives a request its id.
func withRequest(r *http.Request, log *slog.Logger) (*http.Request, string) {
	var b [8]byte
	rand.Read(b[:])
	id := hex.EncodeToString(b[:])
	ctx := context.WithValue(r.Context(), requestKey, request{id: id, host: r.Host, base: log})
	return r.WithContext(ctx), id
}

// platform is the scope of a caller who reaches everything.
var platform = guild.Scope{ID: guild.PlatformID, Level: guild.Platform, Path: "platform", Chain: []guild.ID{guild.PlatformID}}

// Socket lets in whom the kernel says is on the other end of the unix socket.
// Whoever may connect is an instance admin.
func (s *Server) Socket(next http.Handler, may func(Peer) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, ok := PeerOf(r.Context())
		if !ok || !may(peer) {
			writeProblem(w, newProblem(http.StatusForbidden, "only root, the daemon's own user and members of the group guilds may use this socket"))
			return
		}
		if !forBrowser(r) && fromBrowser(w, r) {
			return
		}
		next.ServeHTTP(w, withCaller(r, access.Caller{Mode: access.BySocket, Role: access.Admin, Scope: platform, Name: peer.String()}))
	})
}

// Browsers lets in whoever follows a browser login, and nobody else: the state
// that such a request brings is its proof.
func (s *Server) Browsers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !forBrowser(r) {
			writeProblem(w, newProblem(http.StatusNotFound, "only browser logins end here"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// forBrowser reports whether a request is for one of the pages of a browser
// login, which need no other proof than their state.
func forBrowser(r *http.Request) bool { return browserPaths[r.URL.Path] }

var browserPaths = map[string]bool{
	api.CompleteLogin.Path: true, api.ListInstallations.Path: true, api.GetClientMetadata.Path: true,
}

// Tokens lets in whoever holds a bearer token.
func (s *Server) Tokens(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forBrowser(r) {
			next.ServeHTTP(w, r)
			return
		}
		if fromBrowser(w, r) {
			return
		}
		scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || secret == "" {
			refuseToken(w)
			return
		}
		token, err := s.DB.TokenByHash(r.Context(), access.Hash(strings.TrimSpace(secret)))
		if guild.CodeOf(err) == guild.CodeNotFound {
			refuseToken(w)
			return
		}
		if err != nil {
			r, _ = withRequest(r, s.Log) // no operation is reached that would
			writeProblem(w, problemOf(r.Context(), err))
			return
		}
		next.ServeHTTP(w, withCaller(r, token.Caller()))
	})
}

func refuseToken(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="guildsd"`)
	writeProblem(w, newProblem(http.StatusUnauthorized, "a valid bearer token is needed here; make one on the box with: guildsctl token create --at SCOPE --role ROLE"))
}

// fromBrowser refuses a request that a web page made: the API is for programs,
// and a page must not act with what a browser on the operator's machine reaches.
func fromBrowser(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Origin") == "" && r.Header.Get("Referer") == "" {
		return false
	}
	writeProblem(w, newProblem(http.StatusForbidden, "requests from web pages are refused"))
	return true
}
