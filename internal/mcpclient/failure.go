package mcpclient

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// Refused is the cause of an error with the code CodeRejected: the server
// answered 401 or 403. Challenge holds its WWW-Authenticate headers, from which
// an OAuth client learns where to log in and which scope is missing.
type Refused struct {
	Status    int
	Challenge []string
}

// Error names the status.
func (r *Refused) Error() string { return fmt.Sprintf("HTTP %d", r.Status) }

// operation says what failed, and what that means for a tool.
type operation struct {
	name string
	ran  string // added where the server may have got the request
}

var (
	opening = operation{name: "the opening of a session"}
	listing = operation{name: "tools/list"}
	calling = operation{name: "tools/call", ran: "; the call may have happened, so check before you repeat it"}
)

// unopened explains why no session could be opened.
func unopened(ctx context.Context, login Login, err error) error {
	u, urlErr := egress.CheckURL(login.URL)
	if urlErr != nil {
		return urlErr
	}
	return explanation{url: u, op: opening, credential: login.Header}.of(ctx, err)
}

// outOfTime is the error of a caller whose context ended while it waited.
func (op operation) outOfTime(ctx context.Context, login Login) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Canceled
	}
	u, err := egress.CheckURL(login.URL)
	if err != nil {
		return err
	}
	return silent(egress.Origin(u), op)
}

func silent(origin string, op operation) error {
	return guild.Errorf(guild.CodeUnavailable, "%s did not answer %s in time%s", origin, op.name, op.ran)
}

// explanation holds what every message needs.
type explanation struct {
	url        *url.URL
	op         operation
	credential http.Header
}

func (e explanation) origin() string { return egress.Origin(e.url) }

// of turns an error of a session into one for the caller.
func (e explanation) of(ctx context.Context, err error) error {
	var (
		r     *refusal
		rpc   *rpcError
		coded *guild.Error
		bad   *json.MarshalerError
	)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return silent(e.origin(), e.op)
	case errors.As(err, &r):
		return e.refused(r)
	case errors.As(err, &rpc):
		return e.answered(rpc)
	case errors.As(err, &coded):
		return e.coded(coded)
	case errors.As(err, &bad):
		return guild.Errorf(guild.CodeInvalid, "the arguments of a tool are a JSON object, and these are not valid JSON")
	case unsent(err):
		return egress.Failure(e.url, err)
	case errors.Is(err, errOtherEra):
		return guild.Errorf(guild.CodeUpstream, "%s speaks no revision of MCP that the box knows (%s, %s and earlier ones)", e.origin(), mcp.ProtocolVersion20260728, newestSessions)
	case errors.Is(err, context.Canceled):
		return guild.Errorf(guild.CodeUnavailable, "the session with %s was ended during %s%s", e.origin(), e.op.name, e.op.ran)
	}
	return guild.Errorf(guild.CodeUpstream, "%s broke off its answer to %s, or sent one that is not MCP%s", e.origin(), e.op.name, e.op.ran)
}

// coded keeps an error that is ready to be shown. One of the upstream kind came
// with the answer, so the call was sent.
func (e explanation) coded(err *guild.Error) error {
	if err.Code != guild.CodeUpstream || e.op.ran == "" {
		return err
	}
	c := *err
	c.Msg += e.op.ran
	return &c
}

// unsent reports whether err came before a byte of the request was sent.
func unsent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" ||
		errors.As(err, new(*net.DNSError)) || errors.As(err, new(*tls.CertificateVerificationError))
}

func (e explanation) refused(r *refusal) error {
	said := e.quote(r.message())
	if r.status == http.StatusUnauthorized || r.status == http.StatusForbidden {
		err := guild.Errorf(guild.CodeRejected, "%s refused the credential (HTTP %d)%s", e.origin(), r.status, said)
		err.Err = &Refused{Status: r.status, Challenge: r.challenge}
		return err
	}
	ran := ""
	if r.status >= http.StatusInternalServerError {
		ran = e.op.ran
	}
	status := strings.TrimSpace(fmt.Sprintf("HTTP %d %s", r.status, http.StatusText(r.status)))
	return guild.Errorf(guild.CodeUpstream, "%s answered %s with %s%s%s", e.origin(), e.op.name, status, said, ran)
}

func (e explanation) answered(rpc *rpcError) error {
	code := ""
	if rpc.Code != 0 {
		code = fmt.Sprintf(" %d", rpc.Code)
	}
	return guild.Errorf(guild.CodeUpstream, "%s answered %s with error%s%s", e.origin(), e.op.name, code, e.quote(rpc.Message))
}
