package google

import (
	"encoding/json"
	"net/http"
	"strings"
	"unicode"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
)

// refusal is the body of an answer that is an error.
type refusal struct {
	Error struct {
		Message string `json:"message"`
		Status  string `json:"status"`
		Errors  []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
		Details []struct {
			Reason string `json:"reason"`
		} `json:"details"`
	} `json:"error"`
}

// meaning is what a reason of Google is to the box, and what to do then.
type meaning struct {
	code guild.Code
	hint string
}

const (
	reconnect = "connect again"
	tickAll   = "connect again and leave every permission ticked on Google's page"
	enableAPI = "enable the API in the Google Cloud project of GMAIL_OAUTH_CLIENT_ID, wait some minutes, and connect again"
	later     = "try again later"
)

// meanings are by the reason in details, which is the newer form, and in errors.
var meanings = map[string]meaning{
	"SERVICE_DISABLED":                {guild.CodeUnsupported, enableAPI},
	"accessNotConfigured":             {guild.CodeUnsupported, enableAPI},
	"ACCESS_TOKEN_SCOPE_INSUFFICIENT": {guild.CodeRejected, tickAll},
	"insufficientPermissions":         {guild.CodeRejected, tickAll},
	"authError":                       {guild.CodeRejected, reconnect},
	"insufficientFilePermissions":     {guild.CodeNotFound, ""}, // the account must not see it
	"domainPolicy":                    {guild.CodeDenied, "ask an administrator of the account's Google Workspace to allow the app"},
	"failedPrecondition":              {guild.CodeRejected, "connect again with an account that uses this service"},
	"rateLimitExceeded":               {guild.CodeUnavailable, later},
	"userRateLimitExceeded":           {guild.CodeUnavailable, later},
	"dailyLimitExceeded":              {guild.CodeUnavailable, later},
}

// byStatus serve where no reason is known.
var byStatus = map[int]meaning{
	http.StatusUnauthorized:    {guild.CodeRejected, reconnect},
	http.StatusForbidden:       {guild.CodeDenied, ""},
	http.StatusNotFound:        {guild.CodeNotFound, ""},
	http.StatusTooManyRequests: {guild.CodeUnavailable, later},
}

func refused(origin string, status int, body []byte) error {
	var r refusal
	_ = json.Unmarshal(body, &r) // the page of a proxy says nothing that helps
	m := r.meaning(status)
	err := guild.Errorf(m.code, "%s refused (HTTP %d)%s", origin, status, quote(r.Error.Message))
	if m.hint != "" {
		err = err.WithHint("%s", m.hint)
	}
	if status == http.StatusUnauthorized {
		err.Err = &connector.Refused{}
	}
	return err
}

func (r refusal) meaning(status int) meaning {
	var reasons []string
	for _, d := range r.Error.Details {
		reasons = append(reasons, d.Reason)
	}
	for _, e := range r.Error.Errors {
		reasons = append(reasons, e.Reason)
	}
	for _, reason := range reasons {
		if m, ok := meanings[reason]; ok {
			return m
		}
	}
	if m, ok := byStatus[status]; ok {
		return m
	}
	if status >= http.StatusInternalServerError {
		return meaning{guild.CodeUnavailable, later}
	}
	return meaning{guild.CodeUpstream, ""}
}

// maxQuote is how much of Google's own words an error repeats, in bytes. The one
// about a disabled API, with its address, is about that long.
const maxQuote = 400

// quote returns ": words" on one line, or nothing where there are none.
func quote(words string) string {
	words = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1 // neither control sequences nor turned text in a terminal
		}
		return r
	}, strings.ToValidUTF8(words, ""))
	if words = strings.Join(strings.Fields(words), " "); words == "" {
		return ""
	}
	return ": " + text.Cap(words, maxQuote)
}
