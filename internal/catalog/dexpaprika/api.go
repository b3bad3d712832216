package dexpaprika

import (
	"context"
	"net/http"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

// vendor is the API for data. The key is the whole header: a scheme before it makes
// it unreadable.
var vendor = rest.API{
	Name: "DexPaprika",
	Credential: func(a connector.Account) http.Header {
		return http.Header{"Authorization": {a.Fields[connector.Token]}}
	},
	Second: "https://api-pro.dexpaprika.com",
	Meanings: []rest.Meaning{
		{Status: http.StatusForbidden, Code: "wrong_host", Is: guild.CodeDenied, Says: "neither of its hosts serves this to the key"},
		{Status: http.StatusForbidden, Is: guild.CodeDenied, Says: "the plan does not cover this", Hint: "a paid plan may: dexpaprika.com/api/pricing"},
		{Status: http.StatusPaymentRequired, Is: guild.CodeDenied, Says: "the month's credits are spent"},
		{Status: http.StatusNotFound, Is: guild.CodeNotFound, Says: "it knows no such network, token or pool", Hint: "search finds their ids"},
	},
}

// keys is the API for what becomes of a key. A refusal of /usage is one of the key
// (specification, "DexPaprika Connect"), where one of data may be of the plan. Only
// HTTP 401 and a key that counts as none end a login: a host's guard against abuse
// answers HTTP 403 as well, and goes away.
var keys = rest.API{
	Name: vendor.Name, Credential: vendor.Credential, Second: vendor.Second,
	Meanings: []rest.Meaning{
		{Status: http.StatusForbidden, Is: guild.CodeRejected, Says: "the key is not accepted"},
		{Code: keyless, Is: guild.CodeRejected, Says: "it does not know the key, and takes it for none", Ends: true},
	},
}

// keyless is the plan of callers without a key.
const keyless = "keyless"

// check asks which plan a key has, which is the hint.
func check(ctx context.Context, a connector.Account) (string, error) {
	var usage struct {
		Plan string `json:"plan"`
	}
	if err := keys.Get(ctx, a, rest.At("/usage"), nil, &usage); err != nil {
		return "", err
	}
	switch plan := strings.ToLower(usage.Plan); plan {
	case "":
		return "", guild.Errorf(guild.CodeUpstream, "DexPaprika does not say which plan the key has")
	case keyless:
		return "", keys.Refused(rest.Refusal{Code: plan})
	default:
		return plan + " plan", nil
	}
}
