package alchemy_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

// documented are the refusals that Alchemy's error reference has, and the forms that
// were seen of its NFT API.
var documented = []struct {
	answer  connectortest.Answer
	says    string     // of a call on base
	checked guild.Code // of Connect
	ends    bool       // the login, at a listing
}{
	{connectortest.Answer{Status: 401, Body: `Must be authenticated!`}, "Alchemy on base: the key is not accepted (HTTP 401): Must be authenticated!", guild.CodeRejected, true},
	{connectortest.Answer{Status: 401, Body: `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid access key"},"id":1}`}, "the key is not accepted (HTTP 401, code -32600): Invalid access key", guild.CodeRejected, true},
	{connectortest.Answer{Status: 403, Body: `{"error":{"code":-32600,"message":"Monthly capacity limit exceeded."}}`}, "the app or its plan does not cover this (HTTP 403, code -32600): Monthly capacity limit exceeded.", guild.CodeRejected, false},
	{connectortest.Answer{Status: 403, Body: `{"error":{"message":"BASE_MAINNET is not enabled for this app."}}`}, "Alchemy on base: the app or its plan does not cover this (HTTP 403): BASE_MAINNET is not enabled for this app.", guild.CodeRejected, false},
	{connectortest.Answer{Status: 400, Body: `{"error":{"message":"Invalid owner"}}`}, "the arguments are refused (HTTP 400): Invalid owner", guild.CodeInvalid, false},
	{connectortest.Answer{Status: 400, Body: `{"jsonrpc":"2.0","error":{"code":-32602,"message":"pageKey is invalid"}}`}, "the arguments are refused (HTTP 400, code -32602): pageKey is invalid", guild.CodeInvalid, false},
	{connectortest.Answer{Status: 404, Body: `<html>`}, "it has no such thing, or does not serve this on the chain (HTTP 404)", guild.CodeNotFound, false},
	{connectortest.Answer{Status: 429, Header: map[string]string{"Retry-After": "0"}, Body: `{"jsonrpc":"2.0","error":{"code":429,"message":"Your app has exceeded its compute units per second capacity."},"id":1}`}, "(HTTP 429, code 429): Your app has exceeded its compute units per second capacity.", guild.CodeUnavailable, false},
	{connectortest.Answer{Status: 503}, "Alchemy on base: it has a fault of its own (HTTP 503)", guild.CodeUnavailable, false},
	{connectortest.Answer{Body: `<html>`}, "Alchemy on base answered with something that is not the JSON it documents", guild.CodeUpstream, false},
}

func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	var all []connectortest.Refusal
	for _, d := range documented {
		all = append(all, connectortest.Refusal{Answer: d.answer, Says: d.says})
	}
	suite().Refused(t, "holdings", `{"owner":"`+vitalik+`","chain":"base"}`, ownerOf, all...)
	suite().Refused(t, "holdings", `{"owner":"`+phantom+`","chain":"solana"}`, dasOf,
		connectortest.Refusal{Answer: connectortest.Answer{Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Pubkey Validation Err"}}`}, Says: "ERROR: Alchemy on solana: the arguments are refused (code -32602): Pubkey Validation Err"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Busy"}}`}, Says: "Alchemy on solana: the call is refused (code -32000): Busy"},
		connectortest.Refusal{Answer: connectortest.Answer{Body: `{"jsonrpc":"2.0","id":1}`}, Says: "neither a result nor an error"},
		connectortest.Refusal{Answer: connectortest.Answer{Status: 401, Body: `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Must be authenticated!"}}`}, Says: "the key is not accepted (HTTP 401"},
	)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := suite()
	for _, d := range documented {
		v := connectortest.Start(t, s.Documents...)
		v.Always(ownerOf, d.answer)
		hint, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account))
		var over *connector.Refused
		if hint != "" || err == nil || guild.CodeOf(err) != d.checked || errors.As(err, &over) != d.ends {
			t.Errorf("HTTP %d %s: %v (ends %v); want the code %s", d.answer.Status, d.answer.Body, err, over != nil, d.checked)
		}
	}
	v := connectortest.Start(t, s.Documents...)
	if _, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account)); err != nil {
		t.Errorf("a good key: %v", err)
	}
	r := v.Requests()[0]
	if r.Operation != ownerOf || r.Host != "eth-mainnet.g.alchemy.com" || r.Query.Encode() != "owner=0x"+strings.Repeat("0", 40)+"&pageSize=1&withMetadata=false" {
		t.Errorf("the request was %+v", r)
	}
}

// lost fails as a network does, with an error that names the whole address.
type lost struct{}

func (lost) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, errors.New("read " + r.URL.String() + ": connection reset")
}

func TestTheKeyInThePathShowsInNoError(t *testing.T) {
	t.Parallel()
	s := suite()
	a := s.Account
	a.HTTP = &http.Client{Transport: lost{}}
	for _, args := range []string{`{"owner":"a.eth"}`, `{"owner":"` + phantom + `","chain":"solana"}`} {
		got := connectortest.Call(t, s.Connector, a.Via(s.Connector.URL), "holdings", args)
		if !got.Failed || bytes.Contains([]byte(got.Text), []byte(key)) {
			t.Errorf("%s: %q", args, got.Text)
		}
	}
	if _, err := s.Connector.Check(t.Context(), a.Via(s.Connector.URL)); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("Connect: %v", err)
	}
}
