package qonto_test

import (
	"errors"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

// documented are the refusals that Qonto's pages on errors and limits name.
var documented = []struct {
	answer connectortest.Answer
	says   string
	code   guild.Code
}{
	{connectortest.Answer{Status: 401, Body: `{"errors":[{"code":"unauthorized","detail":"Invalid credentials"}],"trace_id":"0af7651916cd43dd"}`}, "Qonto: the login or the secret key is not accepted (HTTP 401, code unauthorized): Invalid credentials; trace_id 0af7651916cd43dd", guild.CodeRejected},
	{connectortest.Answer{Status: 403, Body: `{"errors":[{"code":"forbidden","detail":"Not allowed","trace_id":"t7"}]}`}, "Qonto: the key, or the role of who made it, does not cover this (HTTP 403, code forbidden): Not allowed; trace_id t7", guild.CodeDenied},
	{connectortest.Answer{Status: 404, Body: `{"errors":[{"code":"not_found","detail":"Not found"}]}`}, "Qonto: there is no such transaction or bank account (HTTP 404, code not_found): Not found", guild.CodeNotFound},
	{connectortest.Answer{Status: 422, Body: `{"errors":[{"code":"not_in_list","detail":"is not in the list","source":{"parameter":"status[]"}},{"code":"invalid","detail":"is no date","source":{"pointer":"/settled_at_from"}}]}`}, "Qonto: the arguments are refused (HTTP 422, code not_in_list): status[]: is not in the list; /settled_at_from: is no date", guild.CodeInvalid},
	{connectortest.Answer{Status: 428, Body: `{"errors":[{"code":"sca_required","detail":"Strong customer authentication required"}]}`}, "Qonto: it asks for a confirmation by the account's holder, which a key cannot give (HTTP 428, code sca_required)", guild.CodeDenied},
	{connectortest.Answer{Status: 429, Header: map[string]string{"Retry-After": "600"}, Body: `{"message":"Too many requests"}`}, "Qonto: too many calls until ", guild.CodeUnavailable},
	{connectortest.Answer{Status: 500, Body: `<html>`}, "Qonto: it has a fault of its own (HTTP 500)", guild.CodeUnavailable},
	{connectortest.Answer{Status: 400, Body: `{"errors":[]}`}, "Qonto: the arguments are refused (HTTP 400)", guild.CodeInvalid},
	{connectortest.Answer{Body: `<html>`}, "Qonto answered with something that is not the JSON it documents", guild.CodeUpstream},
}

func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	var all []connectortest.Refusal
	for _, d := range documented {
		all = append(all, connectortest.Refusal{Answer: d.answer, Says: "ERROR: " + d.says})
	}
	s := suite()
	s.Refused(t, "list_bank_accounts", `{}`, accountsOf, all...)
	s.Refused(t, "list_missing_invoices", `{}`, accountsOf, all...)
	s.Refused(t, "list_missing_invoices", `{}`, transactionsOf, all...)
	s.Refused(t, "get_transaction", `{"id":"`+lamp+`"}`, transactionOf, all...)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := suite()
	check := func(answer *connectortest.Answer) (connectortest.Request, string, error) {
		v := connectortest.Start(t, s.Documents...)
		if answer != nil {
			v.Always(organizationOf, *answer)
		}
		hint, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account))
		if n := len(v.Requests()); n != 1 {
			t.Errorf("%d requests; a refused login must not be tried again", n)
		}
		return v.Requests()[0], hint, err
	}
	for _, d := range documented {
		_, _, err := check(&d.answer)
		var over *connector.Refused
		if guild.CodeOf(err) != d.code || errors.As(err, &over) != (d.answer.Status == 401) {
			t.Errorf("HTTP %d %s: %v; want the code %s", d.answer.Status, d.answer.Body, err, d.code)
		}
	}
	r, hint, err := check(nil)
	if hint != "Lamps SAS" || err != nil {
		t.Errorf("%q, %v", hint, err)
	}
	if r.Operation != organizationOf || r.Host != "thirdparty.qonto.com" || r.Header.Get("Authorization") != login+":"+secret || len(r.Query) > 0 {
		t.Errorf("the request was %+v", r)
	}
	// The documented organisation has no legal name, and its other name is the login.
	if _, hint, err := check(&connectortest.Answer{Body: example(t, "organizations_slug_deprecated")}); hint != "" || err != nil {
		t.Errorf("%q, %v", hint, err)
	}
}
