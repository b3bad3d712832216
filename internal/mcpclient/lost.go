package mcpclient

import (
	"errors"
	"net/http"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
)

// lostError says that the server has forgotten the session. A caller gets to see
// what it wraps, and only when a second session is lost as well.
type lostError struct{ shown error }

func (e *lostError) Error() string { return e.shown.Error() }

// forgotten matches what servers say of a session they do not know. The
// specification wants a plain 404, which not all of them answer.
var forgotten = regexp.MustCompile(`(?i)\bsession\b.*\b(not found|no longer|invalid|expired|unknown|terminated|does not exist|not exist|closed)\b` +
	`|\b(no valid|invalid|unknown|expired|missing|no such) (mcp[- ])?session\b|\bserver not initialized\b`)

// lost reports whether err says that the server has forgotten the session, or
// has come to speak another era; the request did not run in either case. It
// looks at refusals of the protocol only: a tool that talks of sessions does so
// in a result.
func (s *session) lost(err error) bool {
	var r *refusal
	var e *rpcError
	switch {
	case s.modern():
		return eraGone(err)
	case errors.As(err, &r) && r.session:
		return r.status == http.StatusNotFound ||
			r.status == http.StatusBadRequest && forgotten.MatchString(r.message())
	case errors.As(err, &e) && s.link.GetSessionId() != "":
		return (e.Code == -32000 || e.Code == -32001) && forgotten.MatchString(e.Message)
	}
	return false
}

// eraGone reports whether a server that spoke the stateless revision no longer
// does: it says so, or it answers as one that knows nothing of it.
func eraGone(err error) bool {
	if rpcCode(err) == mcp.UNSUPPORTED_PROTOCOL_VERSION {
		return true
	}
	var r *refusal
	return errors.As(err, &r) && (r.status == http.StatusBadRequest || r.status == http.StatusNotFound) &&
		(r.rpc == nil || forgotten.MatchString(r.rpc.Message))
}
