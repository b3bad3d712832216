package dexpaprika_test

import (
	"encoding/json"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

// documented are the refusals that are on record of DexPaprika.
func documented(t *testing.T) []connectortest.Answer {
	t.Helper()
	var record struct {
		Cases []struct {
			Status  int               `json:"status"`
			Headers map[string]string `json:"headers"`
			Body    json.RawMessage   `json:"body"`
			Text    string            `json:"body_text"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "dexpaprika/errors.json"), &record); err != nil {
		t.Fatal(err)
	}
	var answers []connectortest.Answer
	for _, c := range record.Cases {
		body := c.Text
		if body == "" {
			body = string(c.Body)
		}
		answers = append(answers, connectortest.Answer{Status: c.Status, Header: c.Headers, Body: body})
	}
	return answers
}

func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	says := []string{
		"the plan does not cover this (HTTP 403, code plan_required): this endpoint requires a Dev or Pro plan",
		"neither of its hosts serves this to the key (HTTP 403, code wrong_host): use api.dexpaprika.com",
		"the plan does not cover this (HTTP 403): OHLCV history beyond the last 24 hours requires an API key",
		"the plan does not cover this (HTTP 403)",
		"the call is refused (HTTP 410, code 410): endpoint removed",
		"too many calls until 2",
		"the month's credits are spent (HTTP 402): quota",
		"the call is refused (HTTP 400): Missing query parameter.",
		"it knows no such network, token or pool (HTTP 404): Token not found on this network.",
		"it has a fault of its own (HTTP 500, code ORIGIN_ERROR): Upstream service failed to respond",
	}
	answers := documented(t)
	if len(answers) != len(says) {
		t.Fatalf("%d refusals are documented, and %d expected", len(answers), len(says))
	}
	var refusals []connectortest.Refusal
	for i, answer := range answers {
		if answer.Header["Retry-After"] != "" {
			answer.Header["Retry-After"] = "60" // longer than a call lasts, so that nothing waits
		}
		refusals = append(refusals, connectortest.Refusal{Answer: answer, Says: "ERROR: DexPaprika: " + says[i]})
	}
	suite().Refused(t, "search", `{"query":"x"}`, searchOf, append(refusals,
		connectortest.Refusal{Answer: connectortest.Answer{Status: 401, Body: `{"message":"unauthorized"}`}, Says: "the credential is not accepted (HTTP 401): unauthorized"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: "<html>"}, Says: "not the JSON"},
	)...)
}
