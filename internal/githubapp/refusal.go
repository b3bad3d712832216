package githubapp

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// ErrRemoved is in the chain of an error when the App's installation is gone or
// suspended. The connection that holds it is then disconnected; no other error
// is a reason for that.
var ErrRemoved = errors.New("the installation was removed or suspended")

// refusal is an answer of GitHub's API that is no success.
type refusal struct {
	status  int
	message string // GitHub's own words
	header  http.Header
}

func (r *refusal) Error() string { return "GitHub answered with status " + strconv.Itoa(r.status) }

// refuse returns what an answer means to whoever asked, whatever was asked. The
// callers that know more look at the refusal inside.
func refuse(req request, resp *http.Response, body []byte) error {
	r := &refusal{status: resp.StatusCode, message: message(body), header: resp.Header}
	var e *guild.Error
	switch {
	case r.limited():
		e = guild.Errorf(guild.CodeUnavailable, "GitHub was asked to %s and is limiting this box's requests%s", req.what, r.until())
	case r.status == http.StatusUnauthorized:
		e = guild.Errorf(req.as.code, "%s", req.as.refused)
	case r.status >= http.StatusInternalServerError:
		e = guild.Errorf(guild.CodeUnavailable, "GitHub was asked to %s and answered with status %d; try again later", req.what, r.status)
	default:
		e = guild.Errorf(guild.CodeUpstream, "GitHub refused to %s, with status %d%s", req.what, r.status, req.quote(r.message))
	}
	e.Err = r
	return e
}

// answered reports whether err is GitHub's answer with one of some statuses, a
// limit on requests aside.
func answered(err error, statuses ...int) bool {
	var r *refusal
	return errors.As(err, &r) && slices.Contains(statuses, r.status) && !r.limited()
}

// says reports whether GitHub's own words hold a phrase, in any case.
func says(err error, phrase string) bool {
	var r *refusal
	return errors.As(err, &r) && strings.Contains(strings.ToLower(r.message), phrase)
}

// limited tells a limit on requests, of which GitHub has a primary and some
// secondary ones, from a refusal: both come with 403 (GitHub's page "Rate limits
// for the REST API"). A secondary one may come without a header.
func (r *refusal) limited() bool {
	switch r.status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusForbidden:
		return r.header.Get("Retry-After") != "" || r.header.Get("X-Ratelimit-Remaining") == "0" ||
			strings.Contains(strings.ToLower(r.message), "rate limit")
	}
	return false
}

// until says when to ask again, in the words of the header that GitHub sent.
func (r *refusal) until() string {
	if after := r.header.Get("Retry-After"); after != "" {
		if seconds, err := strconv.Atoi(after); err == nil {
			return "; try again in " + (time.Duration(seconds) * time.Second).String()
		}
		if at, err := http.ParseTime(after); err == nil {
			return "; try again after " + at.UTC().Format(time.RFC3339)
		}
	}
	if reset, err := strconv.ParseInt(r.header.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
		return "; try again after " + time.Unix(reset, 0).UTC().Format(time.RFC3339)
	}
	return "; try again in a minute or later"
}

func message(body []byte) string {
	var m struct {
		Message string `json:"message"`
	}
	_ = json.Unmarshal(body, &m) // a page for browsers has no message
	return m.Message
}

// maxQuote is how much of GitHub's own words an error repeats, in bytes.
const maxQuote = 300

// quote returns ": words" on one line, without the credentials of the request and
// what else it hides. They are taken out before the cut: half a token is still
// half a token.
func (r request) quote(words string) string {
	secrets := redact.New(
		redact.Secret{Name: "credential", Value: r.as.secret},
		redact.Secret{Name: "hidden", Value: r.hide})
	words = text.Cap(secrets.Redact(words), maxQuote)
	if words == "" {
		return ""
	}
	return ": " + strings.Join(strings.Fields(words), " ")
}
