package oauth

import (
	"errors"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Refusal is the cause of an error with which an authorization server answered.
// It holds nothing of what the server said but the code.
type Refusal struct {
	Status int    // of HTTP; 0 where the browser brought the answer
	Code   string // of RFC 6749, sections 4.1.2.1 and 5.2, or RFC 7591, section 3.2.2; may be empty
}

// Error names status and code.
func (r *Refusal) Error() string { return fmt.Sprintf("HTTP %d %s", r.Status, r.Code) }

// InvalidGrant reports whether err says that the code or the refresh token is
// good no more. It is the only failure of a refresh that ends a login.
func InvalidGrant(err error) bool { return refusedWith(err, "invalid_grant") }

// InvalidClient reports whether err says that the server does not know the
// client, or not by this secret. A client that was registered by itself is then
// of no more use; a configured one is to be put right, and its logins stay.
func InvalidClient(err error) bool { return refusedWith(err, "invalid_client") }

func refusedWith(err error, code string) bool {
	var r *Refusal
	return errors.As(err, &r) && r.Code == code && !mayPass(r.Status)
}

// A meaning is what an error code of OAuth is to the box, and what to do then.
type meaning struct {
	code guild.Code
	next string
}

var meanings = map[string]meaning{
	"access_denied":                 {guild.CodeRejected, "the login was declined there; connect again and allow it, or ask an administrator of that service to"},
	"invalid_grant":                 {guild.CodeRejected, "it has expired, was used before, or was revoked; connect again"},
	"invalid_client":                {guild.CodeRejected, "the client is not known there, or not by this secret; check the client that is configured for it; one that the box registered by itself is registered anew when you connect again"},
	"unauthorized_client":           {guild.CodeRejected, "the client is not allowed this; check its settings at that service"},
	"invalid_scope":                 {guild.CodeRejected, "it does not grant these scopes; check those on the connector's row of the catalog"},
	"invalid_target":                {guild.CodeUpstream, "it gives no tokens for this server; check the address of the server"},
	"consent_required":              {guild.CodeRejected, "connect again, and consent there"},
	"login_required":                {guild.CodeRejected, "connect again, and log in there"},
	"temporarily_unavailable":       {guild.CodeUnavailable, "try again later"},
	"server_error":                  {guild.CodeUnavailable, "try again later"},
	"slow_down":                     {guild.CodeUnavailable, "try again later"},
	"unsupported_grant_type":        {guild.CodeUnsupported, "the service does not offer this form of login"},
	"unsupported_response_type":     {guild.CodeUnsupported, "the service does not offer this form of login"},
	"invalid_redirect_uri":          {guild.CodeUnsupported, "it does not allow the box's callback address; many services need https there, which PUBLIC_BASE_URL sets"},
	"redirect_uri_mismatch":         {guild.CodeUnsupported, "the callback address is not one that the client was registered with; add it there"},
	"invalid_client_metadata":       {guild.CodeUnsupported, "it does not take the box as a client"},
	"unapproved_software_statement": {guild.CodeUnsupported, "it takes only clients that it has approved"},
}

// A complaint is an error as an authorization server gives it.
type complaint struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// refused makes the error for a request of what to origin. said are the server's
// words, with every secret of the request masked.
func refused(origin, what string, status int, c complaint, said string) error {
	var err *guild.Error
	if !strings.HasSuffix(said, "...") { // which says that they were cut
		said = strings.TrimSuffix(said, ".") // the sentence goes on after them
	}
	m, known := meanings[c.Code]
	switch {
	case mayPass(status):
		err = guild.Errorf(guild.CodeUnavailable, "%s answered %s with HTTP %d%s%s; try again later", origin, what, status, inBrackets(c.Code), said)
	case c.Code == "":
		// Most often a page of what stands before the server. It says nothing
		// of the login, which must not end by it.
		err = guild.Errorf(guild.CodeUnavailable, "%s answered %s with HTTP %d and without a reason; check the address of the server if it stays so", origin, what, status)
	case known:
		err = guild.Errorf(m.code, "%s refused %s%s%s; %s", origin, what, inBrackets(c.Code), said, m.next)
	default:
		err = guild.Errorf(guild.CodeUpstream, "%s refused %s%s%s; this may be a fault of the service", origin, what, inBrackets(c.Code), said)
	}
	err.Err = &Refusal{Status: status, Code: c.Code}
	return err
}

func inBrackets(code string) string {
	if code == "" {
		return ""
	}
	return " (" + short(code) + ")"
}
