package x_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

// documented are the refusals that are on record of X.
func documented(t *testing.T) []connectortest.Answer {
	t.Helper()
	var record struct {
		Cases []struct {
			Status  int               `json:"status"`
			Headers map[string]string `json:"headers"`
			Body    json.RawMessage   `json:"body"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "x/examples/errors.json"), &record); err != nil {
		t.Fatal(err)
	}
	var answers []connectortest.Answer
	for _, c := range record.Cases {
		answers = append(answers, connectortest.Answer{Status: c.Status, Header: c.Headers, Body: string(c.Body)})
	}
	return answers
}

// refusals are what each documented answer says, and what it means.
var refusals = []struct {
	says string
	code guild.Code
}{
	{"X: the arguments are refused (HTTP 400, code invalid-request): The 'query' parameter is required.", guild.CodeInvalid},
	{"X: the credential is not accepted (HTTP 401): Unauthorized", guild.CodeRejected},
	{"X: too many calls until 2099-01-01T00:00:00Z (HTTP 429): Too Many Requests", guild.CodeUnavailable},
	{"X: the account's credits are spent (HTTP 402, code credits): credits depleted", guild.CodeDenied},
	{"X: there is no such user or post (code resource-not-found): Could not find tweet with id: [456].", guild.CodeNotFound},
}

// refused are the documented answers, with a limit that does not end while a test
// runs.
func refused(t *testing.T) []connectortest.Answer {
	t.Helper()
	answers := documented(t)
	if len(answers) != len(refusals) {
		t.Fatalf("%d refusals are documented, and %d expected", len(answers), len(refusals))
	}
	for _, answer := range answers {
		if answer.Header["x-rate-limit-reset"] != "" {
			answer.Header["x-rate-limit-reset"] = "4070908800"
		}
	}
	return answers
}

func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	var all []connectortest.Refusal
	for i, answer := range refused(t) {
		all = append(all, connectortest.Refusal{Answer: answer, Says: "ERROR: " + refusals[i].says})
	}
	problem := func(status int, kind string) connectortest.Answer {
		return connectortest.Answer{Status: status, Body: `{"title":"T","detail":"D","type":"https://api.x.com/2/problems/` + kind + `"}`}
	}
	suite().Refused(t, "user", `{"user":"a"}`, nameOf, append(all,
		connectortest.Refusal{Answer: problem(403, "client-forbidden"), Says: "the token's app belongs to no project with access to the API (HTTP 403, code client-forbidden): D"},
		connectortest.Refusal{Answer: problem(403, "not-authorized-for-resource"), Says: "the user or post is suspended or protected (HTTP 403"},
		connectortest.Refusal{Answer: problem(403, "other"), Says: "the plan or the permissions do not cover this (HTTP 403, code other): D"},
		connectortest.Refusal{Answer: problem(429, "usage-capped"), Says: "the plan's cap is reached"},
		connectortest.Refusal{Answer: problem(404, "resource-unavailable"), Says: "the user or post is not available"},
		connectortest.Refusal{Answer: problem(503, ""), Says: "it has a fault of its own (HTTP 503): D"},
		connectortest.Refusal{
			Answer: connectortest.Answer{Status: 400, Body: `{"errors":[{"parameters":{"id":["x"]},"message":"The id is not valid"}],"title":"Invalid Request","detail":"One or more parameters to your request was invalid.","type":"https://api.twitter.com/2/problems/invalid-request"}`},
			Says:   "(HTTP 400, code invalid-request): The id is not valid",
		},
		connectortest.Refusal{Answer: connectortest.Answer{Status: 500, Body: `{"code":131,"message":"Internal error"}`}, Says: "(HTTP 500, code 131): Internal error"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: `{"errors":[{"title":"Other Error","type":"about:blank"}]}`}, Says: "X: the call is refused: Other Error"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: "<html>"}, Says: "not the JSON"},
	)...)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := suite()
	check := func(answer connectortest.Answer) (*connectortest.Vendor, error) {
		v := connectortest.Start(t, s.Documents...)
		v.Always(nameOf, answer)
		hint, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account))
		if hint != "" {
			t.Errorf("the hint is %q", hint)
		}
		return v, err
	}
	for i, answer := range refused(t) {
		_, err := check(answer)
		var over *connector.Refused
		if guild.CodeOf(err) != refusals[i].code || errors.As(err, &over) != (answer.Status == 401) {
			t.Errorf("HTTP %d %s: %v; want the code %s", answer.Status, answer.Body, err, refusals[i].code)
		}
	}
	v, err := check(connectortest.Answer{Body: `{"data":{"id":"783214","name":"X","username":"X"}}`})
	if err != nil {
		t.Errorf("a good token: %v", err)
	}
	if r := v.Requests()[0]; r.Operation != nameOf || r.Host != "api.x.com" || r.Header.Get("Authorization") != "Bearer "+key || len(r.Query) > 0 {
		t.Errorf("the request was %+v", r)
	}
}
