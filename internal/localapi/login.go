package localapi

import (
	"cmp"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// begin starts a browser login.
func (s *Server) begin(ctx context.Context, c access.Caller, row connector.Server, scope guild.Scope, existing *connection.Connection, in api.NewConnection) (api.Connection, error) {
	redirectURI, err := s.redirectURI(ctx)
	if err != nil {
		return api.Connection{}, err
	}
	reuse, err := s.reusable(ctx, c, row, scope)
	if err != nil {
		return api.Connection{}, err
	}
	begun, err := s.Logins.Begin(ctx, connection.Attempt{
		Row: row, Scope: scope, Existing: existing, RedirectURI: redirectURI, Scopes: in.Scopes, Reuse: reuse,
	})
	if err != nil {
		return api.Connection{}, err
	}
	out := s.connectionOut(begun.Connection, row)
	out.AuthorizationURL = begun.AuthorizationURL
	return out, nil
}

// redirectURI is where a browser login ends: under the box's public address,
// else at the loopback address by which the caller reached it, else at the one
// on which the daemon waits for browsers on this machine.
func (s *Server) redirectURI(ctx context.Context) (string, error) {
	base := s.Box.Callback
	if host := operation.RequestOf(ctx).Host; loopback(host) {
		base = "http://" + host
	}
	if s.Logins.PublicURL != "" {
		base = s.Logins.PublicURL
	}
	if base == "" {
		return "", guild.Errorf(guild.CodeUnsupported, "browsers have no way back to this box").
			WithHint("set PUBLIC_BASE_URL, or a free callback_listen, for guildsd and start it again")
	}
	return base + api.CompleteLogin.Path, nil
}

func loopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (s *Server) cancelLogin(ctx context.Context, c access.Caller, in *operation.ByID) error {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return err
	}
	return s.Logins.Cancel(ctx, stored.ID)
}

// callbackInput is what a provider sends a browser back with. What else it adds
// is ignored (RFC 6749, section 4.1.2).
type callbackInput struct {
	State  string `query:"state" doc:"The state of the login; GitHub may leave it out, and a cookie holds it then"`
	Cookie string `cookie:"guilds_login" doc:"The state, where the provider leaves it out"`
	Accept string `header:"Accept" doc:"application/json for a program; a page otherwise"`
	query  url.Values
}

// Resolve keeps the whole query: the parameters differ by provider.
func (in *callbackInput) Resolve(hc huma.Context) []error {
	u := hc.URL()
	in.query = u.Query()
	return nil
}

// registerLogin registers the operations that a browser calls. They need no
// caller: the state is the proof.
func (s *Server) registerLogin(h huma.API) {
	op := page(h, api.CompleteLogin)
	op.Responses["200"].Content["application/json"] = &huma.MediaType{Schema: h.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[api.CompletedLogin](), true, "")}
	huma.Register(h, op, func(ctx context.Context, in *callbackInput) (*huma.StreamResponse, error) {
		return s.answer(ctx, in.Accept, s.complete(ctx, in)), nil
	})
	huma.Register(h, page(h, api.ListInstallations), func(ctx context.Context, in *callbackInput) (*huma.StreamResponse, error) {
		return s.answer(ctx, in.Accept, s.showChoices(ctx, in)), nil
	})
	huma.Register(h, page(h, api.PickInstallation), func(ctx context.Context, in *pickInput) (*huma.StreamResponse, error) {
		picked := &callbackInput{State: in.form.Get("state"), query: in.form}
		return s.answer(ctx, "", s.complete(ctx, picked)), nil
	})
	metadata := operation.Declare(h, api.GetClientMetadata)
	operation.TakeAny(&metadata)
	metadata.Responses["200"] = &huma.Response{Description: "The document", Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: huma.TypeObject}}}}
	huma.Register(h, metadata, func(ctx context.Context, _ *operation.Empty) (*huma.StreamResponse, error) {
		return s.clientMetadata(ctx)
	})
}

// pickInput is the form on the page of choices.
type pickInput struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
	form    url.Values
}

// Resolve reads the form.
func (in *pickInput) Resolve(huma.Context) (errs []error) {
	form, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return []error{err}
	}
	in.form = form
	return nil
}

// page declares an operation that answers a browser.
func page(h huma.API, op api.Operation) huma.Operation {
	declared := operation.Declare(h, op)
	operation.TakeAny(&declared)
	declared.Responses["200"] = &huma.Response{
		Description: "A page that says what happened and what to do next",
		Content:     map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	declared.Security = []map[string][]string{}
	return declared
}

// outcome is what a request of a browser login came to.
type outcome struct {
	login api.CompletedLogin
	state string
	err   error
	view  view
}

// complete takes a callback.
func (s *Server) complete(ctx context.Context, in *callbackInput) outcome {
	state := in.State
	if state == "" {
		state = in.Cookie
	}
	if state == "" {
		return failedLogin("", noState(in.query))
	}
	done, err := s.Logins.Complete(ctx, state, in.query)
	if done.Connection.ServerID == "" {
		return failedLogin("", err)
	}
	row, rowErr := s.DB.Server(ctx, done.Connection.ServerID)
	if err = cmp.Or(err, rowErr); err != nil {
		return failedLogin(row.Name, err)
	}
	out := outcome{state: state, login: api.CompletedLogin{Connection: s.connectionOut(done.Connection, row), Next: done.Next}}
	if len(done.Choices) > 0 {
		out.login.Choices = operation.Each(done.Choices, func(c connection.Choice) api.LoginChoice { return api.LoginChoice(c) })
		out.login.Next = api.ListInstallations.Path + "?" + url.Values{"state": {state}}.Encode()
	}
	out.view = connectedView(row, row.Declared(s.Seeds).App, done)
	out.login.Message = out.view.Title + " " + out.view.Text
	return out
}

// noState says why a callback belongs to no login, and how it can get to its own:
// a browser that comes straight from GitHub has no cookie of the box yet.
func noState(query url.Values) error {
	if query.Has("code") || query.Has("installation_id") || query.Has("setup_action") {
		return guild.Errorf(guild.CodeNotFound, "the browser came back without the word that tells which login this is").
			WithHint("Copy the address of this page, and paste it where guildsctl connect waits for the login.")
	}
	return guild.Errorf(guild.CodeNotFound, "this address is where a login ends, and none was begun here").
		WithHint("begin one with: guildsctl connect CONNECTOR --at SCOPE")
}

// showChoices shows what the operator may choose, without spending the state.
func (s *Server) showChoices(ctx context.Context, in *callbackInput) outcome {
	asked, err := s.Logins.Question(ctx, in.State)
	if err != nil {
		return failedLogin("", err)
	}
	return outcome{view: choicesView(in.State, asked)}
}

// answer writes what came of a browser's request: to a program as JSON, to a
// browser as a page, or by sending it on.
func (s *Server) answer(ctx context.Context, accept string, out outcome) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		program := strings.Contains(accept, "application/json")
		switch {
		case out.err != nil && program:
			operation.WriteProblem(w, operation.ProblemOf(ctx, out.err))
		case out.err != nil:
			writePage(w, operation.StatusOf(out.err), out.view)
		case program:
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(out.login) // a caller who is gone needs no answer
		case out.login.Next != "":
			http.SetCookie(w, s.loginCookie(out.state))
			http.Redirect(w, r, out.login.Next, http.StatusFound)
		default:
			writePage(w, http.StatusOK, out.view)
		}
	}}
}

// loginCookie remembers a login's state for the one provider that may leave it
// out of a later callback.
func (s *Server) loginCookie(state string) *http.Cookie {
	return &http.Cookie{
		Name: "guilds_login", Value: state, Path: "/api/mcp/oauth", MaxAge: int((10 * time.Minute).Seconds()),
		HttpOnly: true, Secure: strings.HasPrefix(s.Logins.PublicURL, "https://"), SameSite: http.SameSiteLaxMode,
	}
}

// clientMetadata serves the document by which an authorization server knows a
// public box that it never registered.
func (s *Server) clientMetadata(ctx context.Context) (*huma.StreamResponse, error) {
	document, err := s.Logins.ClientMetadata()
	if err != nil {
		return nil, operation.ProblemOf(ctx, err)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", "application/json")
		_, _ = hc.BodyWriter().Write(document) // a caller who is gone needs no document
	}}, nil
}
