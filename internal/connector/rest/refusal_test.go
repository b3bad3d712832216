package rest_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestRefusals(t *testing.T) {
	t.Parallel()
	planned := vendor
	planned.Meanings = []rest.Meaning{
		{Code: "10005", Is: guild.CodeDenied, Says: "the plan does not cover this"},
		{Status: 400, Code: "10011", Is: guild.CodeRejected, Says: "this is a Demo key", Ends: true},
	}
	for _, tt := range []struct {
		status int
		body   string
		code   guild.Code
		ends   bool
		want   string
	}{
		{401, `{"message":"Bad key"}`, guild.CodeRejected, true, "Vendor: the credential is not accepted (HTTP 401): Bad key"},
		{401, `{"code":10005,"message":"PRO only"}`, guild.CodeDenied, false, "Vendor: the plan does not cover this (HTTP 401, code 10005): PRO only"},
		{400, `{"code":"10011","message":"Demo"}`, guild.CodeRejected, true, "Vendor: this is a Demo key (HTTP 400, code 10011): Demo"},
		{400, `{"error":"No such order"}`, guild.CodeUpstream, false, "Vendor: the call is refused (HTTP 400): No such order"},
		{402, `{}`, guild.CodeDenied, false, "Vendor: the account has no credit left, or its plan does not cover this (HTTP 402)"},
		{403, `<html>Forbidden</html>`, guild.CodeDenied, false, "Vendor: the plan or the permissions do not cover this (HTTP 403)"},
		{404, `coin not found`, guild.CodeNotFound, false, "Vendor: there is no such thing (HTTP 404): coin not found"},
		{502, "a\x1b[31m\n\u202eb", guild.CodeUnavailable, false, "Vendor: it has a fault of its own (HTTP 502): a[31m b"},
	} {
		_, a := serve(t, answer{status: tt.status, body: tt.body})
		err := planned.Get(t.Context(), a, rest.At("/x"), nil, &struct{}{})
		var refused *connector.Refused
		if err == nil || err.Error() != tt.want || guild.CodeOf(err) != tt.code || errors.As(err, &refused) != tt.ends {
			t.Errorf("HTTP %d %s: %v (code %s, ends %v); want %q", tt.status, tt.body, err, guild.CodeOf(err), refused != nil, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]rest.Refusal{
		`{"error":{"message":"m","code":400}}`:                                {Code: "400", Message: "m"},
		`{"errors":[{"code":"not_in_list","detail":"d"}],"trace_id":"t"}`:     {Code: "not_in_list", Message: "d"},
		`{"status":{"error_code":10002,"error_message":"Missing"}}`:           {Code: "10002", Message: "Missing"},
		`{"error":"plan_required","message":"Upgrade"}`:                       {Code: "plan_required", Message: "Upgrade"},
		`{"type":"https://t/x","title":"T","detail":"D","status":403}`:        {Code: "https://t/x", Message: "D"},
		`{"detail":["a","b"]}`:                                                {Message: "a"},
		`{"success":false,"error":{"code":"E","message":"M"}}`:                {Code: "E", Message: "M"},
		`{"code":410,"message":"Gone","replacement":"/x"}`:                    {Code: "410", Message: "Gone"},
		`{"error":{"status":{"error_code":10012,"error_message":"Too old"}}}`: {Code: "10012", Message: "Too old"},
		`Must be authenticated!`:                                              {Message: "Must be authenticated!"},
		"<!DOCTYPE html>":                                                     {}, "": {}, `[]`: {}, `{"a":1}`: {}, "\xff": {},
	} {
		if diff := cmp.Diff(want, rest.Words(rest.Answer{Body: []byte(body)})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"m"}}`))
	f.Add([]byte(`[[[{"errors":["x"]}]]]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		err := vendor.Refused(rest.Words(rest.Answer{Body: body}))
		if len(err.Error()) > 600 {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
	})
}
