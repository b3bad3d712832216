package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// newestSessions is the newest revision with sessions, offered in initialize.
const newestSessions = mcp.ProtocolVersion20251125

// connect opens a session for a login, in the era that the server speaks.
//
// It begins with the era remembered on the connection and, where nothing is
// remembered, with initialize: a server of both eras answers it too, and the
// probe that the other order needs breaks sessions of servers that answer any
// method with an empty result. A server that does not take the first opening is
// asked the other way ("Versioning and Compatibility", revision 2026-07-28: the
// remembered era is probed anew when it later fails).
func (p *Pool) connect(ctx context.Context, login Login) (*session, error) {
	ways := []func(context.Context, Login) (*session, error){p.initialize, p.discover}
	if mcp.IsModernProtocol(login.Revision) {
		slices.Reverse(ways)
	}
	s, err := ways[0](ctx, login)
	if err != nil && otherEra(err) {
		if second, secondErr := ways[1](ctx, login); secondErr == nil {
			s, err = second, nil
		} else if !otherEra(secondErr) {
			err = secondErr
		}
	}
	if err != nil {
		return nil, unopened(ctx, login, err)
	}
	if p.opts.ListChanged != nil {
		go s.announce(func() { p.opts.ListChanged(login.ID) })
	}
	return s, nil
}

// initialize opens a session of the revisions up to 2025-11-25.
func (p *Pool) initialize(ctx context.Context, login Login) (*session, error) {
	//lint:ignore SA1019 the stream of these revisions is deprecated with them, and is where their servers say that a list has changed
	s, err := p.dial(login, transport.WithContinuousListening())
	if err != nil {
		return nil, err
	}
	s.client = client.NewClient(s.link,
		client.WithProtocolVersion(newestSessions),
		client.WithElicitationHandler(defaults{}))
	s.client.OnNotification(s.notified)
	// The listening stream lasts as long as the session, not as the opening.
	var result *mcp.InitializeResult
	if err = s.client.Start(s.life); err == nil {
		result, err = s.handshake(ctx, &exchange{id: initializeID, header: login.Header})
	}
	if err == nil && mcp.IsModernProtocol(result.ProtocolVersion) {
		err = errOtherEra
	}
	if err != nil {
		s.close()
		return nil, err
	}
	s.revision = result.ProtocolVersion
	s.server = named(&result.ServerInfo)
	s.wire.awaitStream(ctx)
	return s, nil
}

// handshake sends initialize and tells the server's errors from the network's.
func (s *session) handshake(ctx context.Context, x *exchange) (*mcp.InitializeResult, error) {
	result, err := s.client.Initialize(context.WithValue(ctx, exchangeKey{}, x), mcp.InitializeRequest{
		Params: mcp.InitializeParams{ClientInfo: s.self},
	})
	var sent *transport.Error
	switch {
	case err == nil || errors.As(err, new(*refusal)):
		return result, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &sent):
		return nil, x.cause(err)
	case mcp.IsUnsupportedProtocolVersion(err):
		return nil, errOtherEra
	}
	// What is neither a refusal nor a failure to send is the server's own
	// JSON-RPC error, of which mcp-go keeps the message.
	return nil, &rpcError{Message: err.Error()}
}

// errOtherEra says that the server does not speak the era it was asked in.
var errOtherEra = errors.New("the server speaks another protocol era")

// discover prepares the stateless revision 2026-07-28.
func (p *Pool) discover(ctx context.Context, login Login) (*session, error) {
	s, err := p.dial(login)
	if err != nil {
		return nil, err
	}
	s.revision = mcp.ProtocolVersion20260728
	s.link.SetProtocolVersion(s.revision)
	s.link.SetNotificationHandler(s.notified)
	result, err := s.ask(ctx, login.Header)
	if err != nil {
		s.close()
		return nil, err
	}
	if meta := result.GetResultMeta(); meta != nil {
		s.server = named(meta.ServerInfo())
	}
	if tools := result.Capabilities.Tools; tools != nil && tools.ListChanged && p.opts.ListChanged != nil {
		go s.subscribe()
	}
	return s, nil
}

// ask sends server/discover. Some servers of the session era answer every
// method with an empty result, so only one that names the revision counts.
func (s *session) ask(ctx context.Context, cred http.Header) (mcp.DiscoverResult, error) {
	var result mcp.DiscoverResult
	send := func() (json.RawMessage, error) {
		return s.send(ctx, s.next(cred), mcp.MethodServerDiscover, requestParams{Meta: s.meta(0)}, s.mirrored(mcp.MethodServerDiscover))
	}
	raw, err := send()
	if offers(err, s.revision) {
		// "The client retries with a supported version rather than falling back."
		raw, err = send()
	}
	if err != nil {
		return result, err
	}
	if json.Unmarshal(raw, &result) != nil || !slices.Contains(result.SupportedVersions, s.revision) {
		return result, errOtherEra
	}
	return result, nil
}

// offers reports whether a server refuses a version in favour of revision.
func offers(err error, revision string) bool {
	var r *refusal
	if !errors.As(err, &r) || r.rpc == nil || r.rpc.Code != mcp.UNSUPPORTED_PROTOCOL_VERSION {
		return false
	}
	var data mcp.UnsupportedProtocolVersionData
	return json.Unmarshal(r.rpc.Data, &data) == nil && slices.Contains(data.Supported, revision)
}

// otherEra reports whether err may mean that the server speaks the other era:
// it answered, but not to the question. A refused credential, an overloaded
// server and a silent one say nothing about the era.
func otherEra(err error) bool {
	var r *refusal
	if errors.As(err, &r) {
		switch r.status {
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests:
			return false
		}
		return r.status < http.StatusInternalServerError || r.rpc != nil
	}
	return errors.Is(err, errOtherEra) || errors.As(err, new(*rpcError))
}

// requestMeta is the _meta of a request. Revision 2026-07-28 wants the first
// three in each; the session era has settled them in initialize.
type requestMeta struct {
	Revision      string              `json:"io.modelcontextprotocol/protocolVersion,omitempty"`
	Client        *mcp.Implementation `json:"io.modelcontextprotocol/clientInfo,omitempty"`
	Capabilities  *capabilities       `json:"io.modelcontextprotocol/clientCapabilities,omitempty"`
	ProgressToken int64               `json:"progressToken,omitempty"`
}

// capabilities are what the box offers servers: answers to their forms.
type capabilities struct {
	Elicitation struct{} `json:"elicitation"`
}

// meta returns the _meta of a request, or nil when it needs none. Token 0 asks
// for no progress.
func (s *session) meta(token int64) *requestMeta {
	if s.modern() {
		return &requestMeta{Revision: s.revision, Client: &s.self, Capabilities: &capabilities{}, ProgressToken: token}
	}
	if token == 0 {
		return nil
	}
	return &requestMeta{ProgressToken: token}
}

// requestParams are the parameters of a request that has none of its own.
type requestParams struct {
	Meta *requestMeta `json:"_meta,omitempty"`
}

// mirrored returns the headers in which revision 2026-07-28 repeats parts of
// the body, and nil for earlier ones.
func (s *session) mirrored(method mcp.MCPMethod) http.Header {
	if !s.modern() {
		return nil
	}
	return http.Header{mcp.HeaderMethod: {string(method)}}
}

func named(i *mcp.Implementation) string {
	if i == nil {
		return ""
	}
	return strings.TrimSpace(i.Name + " " + i.Version)
}
