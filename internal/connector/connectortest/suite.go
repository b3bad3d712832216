package connectortest

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

// Suite is what an adapter is held against.
type Suite struct {
	Connector connector.Connector
	Documents []Document
	Account   connector.Account // its credential, and what the operator chose
	Cases     []Case
}

// Case is one call of a tool whose result is the golden file testdata/<name>.tsv.
type Case struct {
	Name    string
	Tool    string
	Args    string              // JSON
	Answers map[string][]Answer // by operation; what is not here is the documented example
	Failed  bool                // the result is a failure

	// Live says that the case can be asked of the real service: what it asks for is
	// there, and the answer has the golden file's header.
	Live bool
}

// Run runs every case against the vendor, or in live mode those that can be against
// the real service.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	if Live() {
		s.RunLive(t)
		return
	}
	for _, c := range s.Cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			v := Start(t, s.Documents...)
			for operation, answers := range c.Answers {
				v.Answer(operation, answers...)
			}
			got := Call(t, s.Connector, v.Account(s.Connector, s.Account), c.Tool, c.Args)
			if got.Failed != c.Failed {
				t.Errorf("failed is %v; want %v", got.Failed, c.Failed)
			}
			tooltest.Golden(t, c.golden(), got.Text+"\n")
		})
	}
}

func (c Case) golden() string { return filepath.Join("testdata", c.Name+".tsv") }

// Refusal is an answer that refuses, and what the model is to read of it.
type Refusal struct {
	Answer Answer
	Says   string // a part of the result
}

// Refused calls a tool once for each refusal of an operation, and checks that each is
// a failure that says so, and none shows the credential.
func (s Suite) Refused(t *testing.T, tool, args, operation string, refusals ...Refusal) {
	t.Helper()
	for _, r := range refusals {
		v := Start(t, s.Documents...)
		v.Always(operation, r.Answer)
		got := Call(t, s.Connector, v.Account(s.Connector, s.Account), tool, args)
		if !got.Failed || !strings.Contains(got.Text, r.Says) {
			t.Errorf("HTTP %d %s: the result is %q; want %q", r.Answer.Status, r.Answer.Body, got.Text, r.Says)
		}
		for _, value := range s.Account.Fields {
			if strings.Contains(got.Text, value) && !strings.Contains(r.Answer.Body, value) {
				t.Errorf("the result shows the credential: %q", got.Text)
			}
		}
	}
}

// Call calls a tool of an adapter, and fails the test where there is none, or where
// the failure is a fault of the adapter's own.
func Call(t testing.TB, c connector.Connector, a connector.Account, name, args string) tool.Result {
	t.Helper()
	for _, one := range c.Tools(a) {
		if one.Name == name {
			got, err := one.Run(t.Context(), &tool.Call{}, json.RawMessage(args))
			if err != nil {
				t.Errorf("%s %s: %v", name, args, err)
			}
			return got
		}
	}
	t.Fatalf("%s has no tool %s", c.Slug, name)
	return tool.Result{}
}
