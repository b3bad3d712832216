package twitterapi_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

// refusals are what each refusal on record says, and what it means.
var refusals = []struct {
	says string
	code guild.Code
}{
	{"too many calls until 2099-01-01T00:00:00Z (HTTP 429, code Too Many Requests): For free-tier users, the QPS limit is one request every 5 seconds.", guild.CodeUnavailable},
	{"the account's credits are spent (HTTP 402, code Unauthorized): Credits is not enough.Please recharge", guild.CodeDenied},
	{"the credential is not accepted (HTTP 401, code Unauthorized): Invalid API key", guild.CodeRejected},
	{"the arguments are refused (HTTP 400): tweet_id is required", guild.CodeInvalid},
	{"the arguments are refused (HTTP 422): query.userName: missing", guild.CodeInvalid},
	{"there is no such user or post: user not found", guild.CodeNotFound},
}

// documented are the refusals that are on record of TwitterAPI.io, with a limit that
// does not end while a test runs.
func documented(t *testing.T) []connectortest.Answer {
	t.Helper()
	var record struct {
		Cases []struct {
			Status int             `json:"status"`
			Body   json.RawMessage `json:"body"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "twitterapi-io/errors.json"), &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Cases) != len(refusals) {
		t.Fatalf("%d refusals are documented, and %d expected", len(record.Cases), len(refusals))
	}
	var answers []connectortest.Answer
	for _, c := range record.Cases {
		answers = append(answers, connectortest.Answer{Status: c.Status, Header: map[string]string{"Retry-After": "Thu, 01 Jan 2099 00:00:00 GMT"}, Body: string(c.Body)})
	}
	return answers
}

func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	var all []connectortest.Refusal
	for i, answer := range documented(t) {
		all = append(all, connectortest.Refusal{Answer: answer, Says: "ERROR: TwitterAPI.io: " + refusals[i].says})
	}
	suite().Refused(t, "posts", `{"user":"x"}`, postsOf, append(all,
		connectortest.Refusal{Answer: connectortest.Answer{Status: 500, Body: `{"detail":"oops"}`}, Says: "it has a fault of its own (HTTP 500): oops"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: "<html>"}, Says: "not the JSON"},
	)...)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := suite()
	const infoOf = "GET /oapi/my/info"
	check := func(answer connectortest.Answer) (*connectortest.Vendor, error) {
		v := connectortest.Start(t, s.Documents...)
		v.Always(infoOf, answer)
		_, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account))
		return v, err
	}
	for i, answer := range documented(t) {
		_, err := check(answer)
		var over *connector.Refused
		if guild.CodeOf(err) != refusals[i].code || errors.As(err, &over) != (answer.Status == 401) {
			t.Errorf("HTTP %d %s: %v; want the code %s", answer.Status, answer.Body, err, refusals[i].code)
		}
	}
	for body, code := range map[string]guild.Code{
		`{}`: guild.CodeRejected, `{"recharge_credits":"many"}`: guild.CodeRejected, "<html>": guild.CodeUpstream, "": guild.CodeUpstream,
	} {
		if _, err := check(connectortest.Answer{Body: body}); guild.CodeOf(err) != code {
			t.Errorf("%q: %v; want the code %s", body, err, code)
		}
	}
	for _, name := range []string{"my_info", "my_info.observed"} {
		v, err := check(connectortest.Answer{Body: answer(t, name)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r := v.Requests()[0]; r.Operation != infoOf || r.Host != "api.twitterapi.io" || r.Header.Get("X-Api-Key") != key || len(r.Query) > 0 {
			t.Errorf("the request was %+v", r)
		}
	}
}
