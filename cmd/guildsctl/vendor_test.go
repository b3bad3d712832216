package main_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/group/typesafe"
	"github.com/guildsbox/guilds/internal/native/search"
)

// vendorKey is the key that every vendor knows.
const vendorKey = "canary-key-Zq81xW4f"

// vendors are made from the vendors' own documents, by slug. Each knows vendorKey.
var vendors = map[string][]connectortest.Document{
	"tavily": {{
		File: "tavily/openapi.yaml", Base: search.Address,
		Accepts:  connectortest.Header("Authorization", "Bearer "+vendorKey),
		Rejected: connectortest.Answer{Status: 401, Body: `{"detail":{"error":"Unauthorized: missing or invalid API key."}}`},
	}},
	"typesafe": {{
		File: "typesafe/typesafe-openapi.cut.json", Base: typesafe.Address,
		Accepts:  connectortest.Header("Authorization", "Bearer "+vendorKey),
		Rejected: connectortest.Answer{Status: 401, Body: `{"detail":{"error_type":"authentication_error","message":"Cannot authenticate with the server."}}`},
	}},
	"coingecko": {{
		File: "coingecko/openapi.json", Base: "https://pro-api.coingecko.com/api/v3",
		Accepts:  connectortest.Header("X-Cg-Pro-Api-Key", vendorKey),
		Rejected: connectortest.Answer{Status: 401, Body: `{"status":{"error_code":10002,"error_message":"API Key Missing. Please make sure you're using the right authentication method."}}`},
	}},
	"qonto": {{
		Text: ours("qonto/testdata/openapi.yaml"), Base: "https://thirdparty.qonto.com",
		Accepts:  connectortest.Header("Authorization", "lamps-canary-1234:"+vendorKey),
		Rejected: connectortest.Answer{Status: 401, Body: `{"errors":[{"code":"unauthorized","detail":"Invalid credentials"}]}`},
	}},
	"dexpaprika": dexPaprika,
	"alchemy":    {alchemyAt("alchemy/openapi.yaml", "", "/nft"), alchemyAt("", ours("alchemy/testdata/das.yaml"), "")},
	"x": {{
		File: "x/openapi-legacy-dialect.json", Base: "https://api.x.com",
		Accepts:  connectortest.Header("Authorization", "Bearer "+vendorKey),
		Rejected: connectortest.Answer{Status: 401, Body: `{"title":"Unauthorized","type":"about:blank","status":401,"detail":"Unauthorized"}`},
	}},
	"twitterapi": {{
		Text: ours("twitterapi/testdata/openapi.yaml"), Base: "https://api.twitterapi.io",
		Accepts:  connectortest.Header("X-Api-Key", vendorKey),
		Rejected: connectortest.Answer{Status: 401, Body: `{"error":"Unauthorized","message":"Invalid API key"}`},
	}},
}

// dexPaprika says what becomes of a key in a document of its own. Its data is served
// to any key, as if there were none.
var dexPaprika = []connectortest.Document{
	{File: "dexpaprika/openapi.yaml", Base: "https://api.dexpaprika.com"},
	{
		Text: ours("dexpaprika/testdata/usage.yaml"), Base: "https://api.dexpaprika.com",
		Accepts:  connectortest.Header("Authorization", vendorKey),
		Rejected: connectortest.Answer{Body: `{"plan":"keyless"}`},
	},
}

// alchemyAt is one of Alchemy's APIs, which have the key as a segment of the path.
func alchemyAt(file, text, path string) connectortest.Document {
	return connectortest.Document{
		File: file, Text: text, Base: "https://eth-mainnet.g.alchemy.com" + path,
		Accepts:  func(r *http.Request) bool { return slices.Contains(strings.Split(r.URL.Path, "/"), vendorKey) },
		Rejected: connectortest.Answer{Status: 401, Body: "Must be authenticated!"},
	}
}

// ours is a document that the tests of a connector bring, for what its vendor does
// not publish.
func ours(name string) string {
	text, err := os.ReadFile(filepath.Join("../../internal/catalog", filepath.FromSlash(name)))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// hasVendor is the condition vendor:SLUG of scripts that need a vendor's document.
// Where all must pass, a script fails for want of it instead of being skipped.
func hasVendor(slug string) (bool, error) {
	documents, known := vendors[slug]
	if !known {
		return false, fmt.Errorf("there is no vendor %q", slug)
	}
	v, err := connectortest.Open(documents...)
	if err == nil {
		v.Close()
	}
	return err == nil || os.Getenv("CI") == "true", nil
}

// vendorCommand controls a vendor on the loopback address:
//
//	vendor start SLUG                          VENDOR_URL is its address, VENDOR_KEY its key
//	vendor answer METHOD PATH STATUS FILE      how it answers an operation from now on
//	vendor stop                                nobody listens there any more
//	vendor faults                              fails where a request did not fit the document
func vendorCommand(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	switch args[0] {
	case "start":
		var err error
		s.vendor, err = connectortest.Open(vendors[args[1]]...)
		ts.Check(err)
		ts.Setenv("VENDOR_URL", s.vendor.URL)
		ts.Setenv("VENDOR_KEY", vendorKey)
	case "answer":
		var status int
		_, err := fmt.Sscan(args[3], &status)
		ts.Check(err)
		s.vendor.Always(args[1]+" "+args[2], connectortest.Answer{Status: status, Body: ts.ReadFile(args[4])})
	case "stop":
		s.vendor.Close()
	case "faults":
		if faults := s.vendor.Faults(); len(faults) > 0 {
			ts.Fatalf("%s", strings.Join(faults, "\n"))
		}
	default:
		ts.Fatalf("vendor does not know %s", args[0])
	}
}
