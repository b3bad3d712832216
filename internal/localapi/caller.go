package localapi

import (
	"net/http"
	"strings"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// platform is the scope of a caller who reaches everything.
var platform = guild.Scope{ID: guild.PlatformID, Level: guild.Platform, Path: "platform", Chain: []guild.ID{guild.PlatformID}}

// Socket lets in whom the kernel says is on the other end of the unix socket.
// Whoever may connect is an instance admin.
func (s *Server) Socket(next http.Handler, may func(Peer) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, ok := PeerOf(r.Context())
		if !ok || !may(peer) {
			s.refuse(w, noPeer, operation.NewProblem(http.StatusForbidden, "only root, the daemon's own user and members of the group guilds may use this socket"))
			return
		}
		if !forBrowser(r) && s.fromBrowser(w, r) {
			return
		}
		next.ServeHTTP(w, operation.WithCaller(r, access.Caller{Mode: access.BySocket, Role: access.Admin, Scope: platform, Name: peer.String()}))
	})
}

// Browsers lets in whoever follows a browser login, and nobody else: the state
// that such a request brings is its proof.
func (s *Server) Browsers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !forBrowser(r) {
			s.refuse(w, noLogin, operation.NewProblem(http.StatusNotFound, "only browser logins end here"))
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
		if s.fromBrowser(w, r) {
			return
		}
		scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || secret == "" {
			s.refuseToken(w)
			return
		}
		token, err := s.DB.TokenByHash(r.Context(), access.Hash(strings.TrimSpace(secret)))
		if guild.CodeOf(err) == guild.CodeNotFound {
			s.refuseToken(w)
			return
		}
		if err != nil {
			r, _ = operation.WithRequest(r, s.Log) // no operation is reached that would
			operation.WriteProblem(w, operation.ProblemOf(r.Context(), err))
			return
		}
		next.ServeHTTP(w, operation.WithCaller(r, token.Caller()))
	})
}

func (s *Server) refuseToken(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="guildsd"`)
	s.refuse(w, noToken, operation.NewProblem(http.StatusUnauthorized, "a valid bearer token is needed here; make one on the box with: guildsctl token create --at SCOPE --role ROLE"))
}

// fromBrowser refuses a request that a web page made: the API is for programs,
// and a page must not act with what a browser on the operator's machine reaches.
func (s *Server) fromBrowser(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Origin") == "" && r.Header.Get("Referer") == "" {
		return false
	}
	s.refuse(w, webPage, operation.NewProblem(http.StatusForbidden, "requests from web pages are refused"))
	return true
}
