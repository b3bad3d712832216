package dexpaprika_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	freeHost = "api.dexpaprika.com"
	paidHost = "api-pro.dexpaprika.com"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	s := suite()
	for name, tt := range map[string]struct {
		answers []connectortest.Answer
		hint    string
		code    guild.Code // of the error; empty for none
		ends    bool
		hosts   []string
	}{
		"a free key":              {nil, "free plan", "", false, []string{freeHost}},
		"a paid key":              {[]connectortest.Answer{{Status: 403, Body: `{"error":"wrong_host"}`}, {Body: `{"plan":"Pro"}`}}, "pro plan", "", false, []string{freeHost, paidHost}},
		"a key that is not known": {[]connectortest.Answer{{Body: `{"plan":"keyless"}`}}, "", guild.CodeRejected, true, []string{freeHost}},
		"a refused key":           {[]connectortest.Answer{{Status: 401, Body: `{"message":"unauthorized"}`}}, "", guild.CodeRejected, true, []string{freeHost}},
		"refused by both hosts":   {[]connectortest.Answer{{Status: 403, Body: `<html>`}, {Status: 403}}, "", guild.CodeRejected, false, []string{freeHost, paidHost}},
		"keyless at the second":   {[]connectortest.Answer{{Status: 403}, {Body: `{"plan":"keyless"}`}}, "", guild.CodeRejected, true, []string{freeHost, paidHost}},
		"the second has a fault":  {[]connectortest.Answer{{Status: 403, Body: `{"error":"wrong_host"}`}, {Status: 502}}, "", guild.CodeUnavailable, false, []string{freeHost, paidHost}},
		"the second is busy":      {[]connectortest.Answer{{Status: 403}, {Status: 429, Header: map[string]string{"Retry-After": "60"}}}, "", guild.CodeUnavailable, false, []string{freeHost, paidHost}},
		"no plan":                 {[]connectortest.Answer{{Body: `{}`}}, "", guild.CodeUpstream, false, []string{freeHost}},
		"a page":                  {[]connectortest.Answer{{Body: `<html>`}}, "", guild.CodeUpstream, false, []string{freeHost}},
		"a fault":                 {[]connectortest.Answer{{Status: 500}}, "", guild.CodeUnavailable, false, []string{freeHost}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := connectortest.Start(t, s.Documents...)
			v.Answer("GET /usage", tt.answers...)
			hint, err := s.Connector.Check(t.Context(), v.Account(s.Connector, s.Account))
			code := guild.Code("")
			if err != nil {
				code = guild.CodeOf(err)
			}
			var refused *connector.Refused
			if hint != tt.hint || code != tt.code || errors.As(err, &refused) != tt.ends {
				t.Errorf("%q, %v (code %q, ends %v)", hint, err, code, refused != nil)
			}
			var hosts []string
			for _, r := range v.Requests() {
				hosts = append(hosts, r.Host)
				if r.Operation != "GET /usage" || r.Header.Get("Authorization") != key {
					t.Errorf("the request was %+v", r)
				}
			}
			if !slices.Equal(hosts, tt.hosts) {
				t.Errorf("asked at %v; want %v", hosts, tt.hosts)
			}
		})
	}
}

func TestAPaidKeyIsServedByTheOtherHost(t *testing.T) {
	t.Parallel()
	s := suite()
	v := connectortest.Start(t, s.Documents...)
	v.Answer(swapsOf, connectortest.Answer{Status: 403, Body: `{"error":"plan_required"}`}, connectortest.Answer{Body: `{"transactions":[{"id":"tx"}]}`})
	got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "swaps", inPool(""))
	requests := v.Requests()
	if got.Failed || len(requests) != 2 || requests[0].Host != freeHost || requests[1].Host != paidHost {
		t.Errorf("%q after %+v", got.Text, requests)
	}
	if requests[1].Header.Get("Authorization") != key || requests[1].Query.Get("limit") != "15" {
		t.Errorf("the second request was %+v", requests[1])
	}
}
