package connectortest

import (
	"os"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/egress"
)

// LiveVariable makes suites run against the real services.
const LiveVariable = "GUILDSTEST_LIVE"

// Live reports whether suites run against the real services, where no vendor's document
// is needed.
func Live() bool { return os.Getenv(LiveVariable) != "" }

// Variable is where the operator's value for a field of a connector's form is in live
// mode: GUILDSTEST_QONTO_SECRET_KEY. A browser login's access token is the field
// "access_token".
func Variable(slug, field string) string {
	return "GUILDSTEST_" + strings.ToUpper(strings.ReplaceAll(slug+"_"+field, "-", "_"))
}

// RunLive checks the login, and runs the cases that can be run. What a service answers
// changes by the hour, so that of a result only the header is compared.
func (s Suite) RunLive(t *testing.T) {
	t.Helper()
	a := s.operator(t)
	if s.Connector.Check != nil {
		if _, err := s.Connector.Check(t.Context(), a); err != nil {
			t.Fatalf("the service does not take the login: %v", err)
		}
	}
	for _, c := range s.Cases {
		if !c.Live {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			got := Call(t, s.Connector, a, c.Tool, c.Args)
			golden, err := os.ReadFile(c.golden())
			if err != nil {
				t.Fatal(err)
			}
			want, _, _ := strings.Cut(string(golden), "\n")
			if header, _, _ := strings.Cut(got.Text, "\n"); got.Failed || header != want {
				t.Errorf("%s %s: the result is %q; want the header %q", c.Tool, c.Args, got.Text, want)
			}
			for _, value := range a.Fields {
				if strings.Contains(got.Text, value) {
					t.Error("the result shows the credential")
				}
			}
		})
	}
}

// operator returns the account that the operator's variables describe. Without them
// the suite is not run.
func (s Suite) operator(t *testing.T) connector.Account {
	t.Helper()
	a := s.Account
	a.HTTP, a.Fields = egress.NewClient(egress.Options{}), map[string]string{}
	get := func(field string, optional bool) string {
		name := Variable(s.Connector.Slug, field)
		value := os.Getenv(name)
		if value == "" && !optional {
			t.Skipf("%s was not run against the real service: %s is not set", s.Connector.Name, name)
		}
		return value
	}
	for _, f := range s.Connector.Fields {
		a.Fields[f.Name] = get(f.Name, f.Optional)
	}
	if s.Connector.OAuth != nil {
		a.Token = get("access_token", false)
		if s.Connector.OAuth.API != "" {
			return a.Via(s.Connector.OAuth.API)
		}
	}
	return a.Via(s.Connector.URL)
}
