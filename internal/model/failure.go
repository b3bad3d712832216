package model

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// failure is the cause of an error of this package: what the engine of a run
// decides by.
type failure struct {
	status  int    // of HTTP, or what the provider gives in its place; 0 without an answer
	words   string // the provider's own, redacted
	kind    string // OpenRouter's error_type; may be empty
	again   bool   // the same request may succeed later
	after   time.Duration
	began   bool // a part of the answer was shown already
	dropped []DroppedTool
	err     error // of the connection; may be nil
}

// Error is for logs.
func (f *failure) Error() string {
	if f.err != nil {
		return f.err.Error()
	}
	return fmt.Sprintf("HTTP %d %s", f.status, f.kind)
}

// Unwrap returns the error of the connection.
func (f *failure) Unwrap() error { return f.err }

func failureOf(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return &failure{}
}

// Retryable reports whether the request that failed with err may succeed if it is
// sent again, and after which pause the provider wants that; 0 where it does not
// say. Complete has then retried as often as it may, or had shown a part of the
// answer.
func Retryable(err error) (after time.Duration, ok bool) {
	f := failureOf(err)
	return f.after, f.again
}

// ContextExceeded reports whether err says that the conversation is longer than
// the model takes. A shorter one may succeed.
func ContextExceeded(err error) bool { return failureOf(err).exceedsContext() }

// meaning is what a status of HTTP is to the box, and what to do then.
type meaning struct {
	code guild.Code
	hint string
}

var meanings = map[int]meaning{
	http.StatusUnauthorized:          {guild.CodeRejected, "check the key of this provider"},
	http.StatusPaymentRequired:       {guild.CodeRejected, "add credits to the account that the key belongs to, or raise the key's limit"},
	http.StatusForbidden:             {guild.CodeDenied, "the key may not use this model, or the provider's moderation stopped the request"},
	http.StatusNotFound:              {guild.CodeNotFound, "see guildsctl model list for the models that there are"},
	http.StatusMethodNotAllowed:      {guild.CodeUnsupported, "the model cannot use tools; give the agent another one, see guildsctl model list"},
	http.StatusRequestTimeout:        {guild.CodeUnavailable, "try again later"},
	http.StatusRequestEntityTooLarge: {guild.CodeUpstream, "the conversation is too long for the provider"},
	http.StatusTooManyRequests:       {guild.CodeUnavailable, "try again later"},
}

func meaningOf(status int) meaning {
	m, known := meanings[status]
	switch {
	case known:
		return m
	case status >= http.StatusInternalServerError:
		return meaning{guild.CodeUnavailable, "try again later"}
	}
	return meaning{guild.CodeUpstream, ""}
}

// mayPass reports whether a status says that the same request may succeed later.
// decisions.md, "Runs": rate limits and 5xx.
func mayPass(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests ||
		status >= http.StatusInternalServerError
}
