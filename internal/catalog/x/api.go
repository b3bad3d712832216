package x

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

// vendor is the API. A token goes out as it was pasted: it may hold %2B and %3D,
// which are part of it.
var vendor = rest.API{
	Name:       "X",
	Credential: func(a connector.Account) http.Header { return bearer.Carry(a.Fields[connector.Token]) },
	Words:      words,
	Reset:      "x-rate-limit-reset",
	Meanings: []rest.Meaning{
		{Code: "client-forbidden", Is: guild.CodeRejected, Says: "the token's app belongs to no project with access to the API"},
		{Code: "usage-capped", Is: guild.CodeDenied, Says: "the plan's cap is reached"},
		{Code: forbidden, Is: guild.CodeDenied, Says: "the user or post is suspended or protected"},
		{Code: "not-authorized-for-resource", Is: guild.CodeDenied, Says: "the user or post is suspended or protected"},
		{Code: "resource-not-found", Is: guild.CodeNotFound, Says: "there is no such user or post"},
		{Code: "resource-unavailable", Is: guild.CodeNotFound, Says: "the user or post is not available"},
		{Status: http.StatusPaymentRequired, Is: guild.CodeDenied, Says: "the account's credits are spent"},
		{Status: http.StatusBadRequest, Is: guild.CodeInvalid, Says: "the arguments are refused"},
	},
}

var bearer = connector.Header{Name: "Authorization", Scheme: "Bearer"}

// problem is what X says of what it does not answer, as HTTP statuses and as entries
// of an answer with HTTP 200.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

// forbidden is the title of a suspended user, whose type is that of one that is not
// there.
const forbidden = "Forbidden"

// refusal reads the end of a problem's type, an address, as its code.
func (p problem) refusal() rest.Refusal {
	r := rest.Refusal{Message: p.Detail}
	if r.Message == "" {
		r.Message = p.Title
	}
	if at := strings.LastIndex(p.Type, "/problems/"); at >= 0 {
		r.Code = p.Type[at+len("/problems/"):]
	}
	return r
}

// words reads a problem. The message of its first error says what is wrong with an
// argument, where the detail only says that one is.
func words(got rest.Answer) rest.Refusal {
	var body struct {
		problem
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	if json.Unmarshal(got.Body, &body) != nil || body.problem == (problem{}) {
		return rest.Words(got)
	}
	r := body.refusal()
	if len(body.Errors) > 0 && body.Errors[0].Message != "" {
		r.Message = body.Errors[0].Message
	}
	return r
}

// missing is the error of an answer without data: X reports what is not there, or
// not to be seen, with HTTP 200.
func missing(problems []problem) error {
	if len(problems) == 0 {
		return guild.Errorf(guild.CodeUpstream, "X answered with neither data nor a reason")
	}
	r := problems[0].refusal()
	if problems[0].Title == forbidden {
		r.Code = forbidden
	}
	return vendor.Refused(r)
}

// check looks up a user that is always there (specification, "X Connect"). Such a
// token belongs to an app, which the API does not name, and so there is no hint.
func check(ctx context.Context, a connector.Account) (string, error) {
	_, err := lookUp(ctx, a, rest.At("/users/by/username/{username}", "X"), nil)
	return "", err
}
