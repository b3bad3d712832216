package google_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/guild"
)

const readonly = "https://www.googleapis.com/auth/gmail.readonly"

func account(s *googletest.Server, token string) connector.Account {
	return connector.Account{HTTP: http.DefaultClient, Token: token, Base: s.URL + "/gmail/v1"}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	status := func(code int, raw string) googletest.Refusal { return googletest.Refusal{Status: code, Raw: raw} }
	for _, tt := range []struct {
		name    string
		refusal googletest.Refusal
		code    guild.Code
		says    string
		hint    string
	}{
		{"the API is not enabled", googletest.ServiceDisabled, guild.CodeUnsupported, "has not been used in project 123456789012 before", "enable the API in the Google Cloud project"},
		{"a scope is missing", googletest.ScopeInsufficient, guild.CodeRejected, "insufficient authentication scopes", "leave every permission ticked"},
		{"a scope is missing, in the older form alone", googletest.Refusal{Status: 403, Reason: "insufficientPermissions", Message: "Insufficient Permission"}, guild.CodeRejected, "(HTTP 403, code insufficientPermissions): Insufficient Permission", "leave every permission ticked"},
		{"the token is no good", googletest.Unauthenticated, guild.CodeRejected, "invalid authentication credentials", "connect again"},
		{"too many calls", googletest.RateLimited, guild.CodeUnavailable, "User Rate Limit Exceeded", "try again later"},
		{"an account without mail", googletest.MailNotEnabled, guild.CodeRejected, "Mail service not enabled", "with an account that uses this service"},
		{"the older form alone", googletest.Refusal{Status: 403, Reason: "accessNotConfigured", Message: "Access Not Configured."}, guild.CodeUnsupported, "Access Not Configured.", "enable the API"},
		{"an administrator forbids it", googletest.Refusal{Status: 403, Reason: "domainPolicy", Message: "The domain administrators have disabled Drive apps."}, guild.CodeDenied, "have disabled Drive apps", "ask an administrator"},
		{"a reason that is not known", googletest.Refusal{Status: 403, Reason: "newReason", Message: "Something new."}, guild.CodeDenied, "Something new.", ""},
		{"not found", googletest.Refusal{Status: 404, Reason: "notFound", Message: "Requested entity was not found."}, guild.CodeNotFound, "was not found", ""},
		{"429", googletest.Refusal{Status: 429, Message: "Too many concurrent requests for user."}, guild.CodeUnavailable, "Too many concurrent", "try again later"},
		{"a bad request", googletest.Refusal{Status: 400, Reason: "invalid", Message: "Invalid Value"}, guild.CodeInvalid, "(HTTP 400, code invalid): Invalid Value", ""},
		{"down", status(503, "<html>Service Unavailable</html>"), guild.CodeUnavailable, "(HTTP 503)", "try again later"},
		{"control sequences", googletest.Refusal{Status: 400, Message: "a\x1b[31m\n b"}, guild.CodeInvalid, "(HTTP 400): a[31m b", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := googletest.Start(t)
			s.Refuse("gmail.users.getProfile", tt.refusal)
			err := google.API.Get(t.Context(), account(s, s.Allow(readonly)), rest.At("/users/me/profile"), nil, &struct{}{})
			var e *guild.Error
			if !errors.As(err, &e) || e.Code != tt.code || !strings.Contains(e.Msg, tt.says) || !strings.Contains(e.Hint, tt.hint) {
				t.Fatalf("the error is %#v; want the code %s, %q, and the hint %q", err, tt.code, tt.says, tt.hint)
			}
			if tt.hint == "" && e.Hint != "" {
				t.Errorf("the hint is %q; want none", e.Hint)
			}
			refused := (*connector.Refused)(nil)
			if errors.As(err, &refused) != (tt.refusal.Status == http.StatusUnauthorized) {
				t.Errorf("HTTP %d has the cause %v", tt.refusal.Status, e.Err)
			}
		})
	}
}

func TestGetMeetsNoAnswer(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }))
	t.Cleanup(page.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		base string
		code guild.Code
	}{
		{"something that is no JSON", t.Context(), page.URL, guild.CodeUpstream},
		{"nothing listens", t.Context(), gone.URL, guild.CodeUnavailable},
		{"no address", t.Context(), "ftp://files.test", guild.CodeInvalid},
		{"the caller is gone", cancelled, page.URL, guild.CodeInternal},
	} {
		err := google.API.Get(tt.ctx, connector.Account{HTTP: http.DefaultClient, Token: "t", Base: tt.base}, rest.At("/x"), nil, &struct{}{})
		if guild.CodeOf(err) != tt.code || err == nil {
			t.Errorf("%s: %v; want the code %s", tt.name, err, tt.code)
		}
	}
}
