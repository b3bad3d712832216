package gmail_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/google/googletest"
)

// methods are those that each tool asks.
var methods = map[string]struct{ method, args string }{
	"search_threads": {"gmail.users.threads.list", `{}`},
	"get_thread":     {"gmail.users.threads.get", `{"thread_id":"t1"}`},
	"get_message":    {"gmail.users.messages.get", `{"message_id":"m1"}`},
	"list_labels":    {"gmail.users.labels.list", `{}`},
	"list_drafts":    {"gmail.users.drafts.list", `{}`},
	"create_draft":   {"gmail.users.drafts.create", `{"subject":"s","body":"b"}`},
	"send_message":   {"gmail.users.messages.send", `{"to":["a@example.com"],"subject":"s","body":"b"}`},
}

// Every answer of https://developers.google.com/workspace/gmail/api/guides/handle-errors
// says what it means, and shows no token.
func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		refusal googletest.Refusal
		says    string
	}{
		{googletest.Refusal{Status: 400, Reason: "invalidArgument", State: "INVALID_ARGUMENT", Message: "Invalid To header"}, "the arguments are refused (HTTP 400, code invalidArgument): Invalid To header"},
		{googletest.MailNotEnabled, "the account does not have this service (HTTP 400, code failedPrecondition): Mail service not enabled"},
		{googletest.Unauthenticated, "the credential is not accepted (HTTP 401, code authError)"},
		{googletest.ScopeInsufficient, "the login lacks a permission (HTTP 403, code ACCESS_TOKEN_SCOPE_INSUFFICIENT)"},
		{googletest.ServiceDisabled, "the API is not enabled (HTTP 403, code SERVICE_DISABLED)"},
		{googletest.RateLimited, "too many calls (HTTP 403, code userRateLimitExceeded)"},
		{googletest.Refusal{Status: 403, Reason: "dailyLimitExceeded", Message: "Daily Limit Exceeded"}, "too many calls (HTTP 403, code dailyLimitExceeded)"},
		{googletest.Refusal{Status: 429, Reason: "rateLimitExceeded", Message: "Too many concurrent requests for user."}, "too many calls (HTTP 429, code rateLimitExceeded): Too many concurrent"},
		{googletest.Refusal{Status: 500, Reason: "backendError", Message: "Backend Error"}, "it has a fault of its own (HTTP 500, code backendError)"},
		{googletest.Refusal{Status: 503, Raw: "<html>Service Unavailable</html>"}, "it has a fault of its own (HTTP 503)"},
	} {
		for name, of := range methods {
			s, a := start(t, invoice)
			s.Refuse(of.method, tt.refusal, tt.refusal)
			got := call(t, a, name, of.args)
			if !got.Failed || !strings.HasPrefix(got.Text, "ERROR: Google: "+tt.says) || strings.Contains(got.Text, a.Token) {
				t.Errorf("%s: %q; want %q", name, got.Text, tt.says)
			}
		}
	}
}
