package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMain lets the suite drive this test's own program.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == driveCommand {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestSuite runs every client scenario of the suite.
func TestSuite(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes up to a minute")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	results, err := measure(t.Context(), "../..", self, "", t.Output())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Result != pass {
			t.Errorf("%s: %s", r.Scenario, r.Reason)
		}
	}
	ran := map[string]bool{}
	for _, r := range results {
		ran[r.Scenario] = true
	}
	for _, scenario := range named() {
		if !ran[scenario] {
			t.Errorf("the driver knows the scenario %s, and the suite does not", scenario)
		}
	}
}

// named are the scenarios that the driver treats in a way of their own.
func named() (names []string) {
	for name := range public {
		names = append(names, name)
	}
	for name := range refusals {
		names = append(names, name)
	}
	for name := range extensions {
		names = append(names, name)
	}
	return names
}

func TestListed(t *testing.T) {
	t.Parallel()
	got := listed("Client scenarios (test against a client):\n  - initialize [2025-06-18,2025-11-25]\n  - auth/basic-cimd\n\n")
	if diff := cmp.Diff([]string{"initialize", "auth/basic-cimd"}, got); diff != "" {
		t.Errorf("scenarios (-want +got):\n%s", diff)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ schema, want string }{
		"nothing required": {`{"properties":{"a":{"type":"string"}}}`, `{}`},
		"by type": {
			`{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"string"},"c":{"type":"object","properties":{"d":{"type":"boolean"}},"required":["d"]}},"required":["a","b","c"]}`,
			`{"a":5,"b":"text","c":{"d":true}}`,
		},
		"defaults, then what is listed": {
			`{"type":"object","properties":{"a":{"type":"string","default":"x"},"b":{"type":"string","enum":["y","z"]}},"required":["a","b"]}`,
			`{"a":"x","b":"y"}`,
		},
	}
	for name, tt := range tests {
		args, err := arguments(json.RawMessage(tt.schema))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := json.Marshal(args); err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, want %s (%v)", name, got, tt.want, err)
		}
	}
	for _, schema := range []string{`[]`, `{"type":"string"}`, `{"properties":{"a":{"type":"odd"}},"required":["a"]}`, `{"required":["a"]}`} {
		if args, err := arguments(json.RawMessage(schema)); err == nil {
			t.Errorf("%s was filled in with %v", schema, args)
		}
	}
}

func TestADriverLearnsAScopeOnce(t *testing.T) {
	t.Parallel()
	var d driver
	const said = "ERROR: s asks for the scope mcp:basic mcp:write, which the login s at conformance was not granted"
	for i, want := range []bool{true, false} {
		if got := d.learn(said); got != want {
			t.Errorf("time %d: it learnt something: %t, want %t", i+1, got, want)
		}
	}
	if diff := cmp.Diff([]string{"mcp:basic", "mcp:write"}, d.scopes); diff != "" {
		t.Errorf("scopes (-want +got):\n%s", diff)
	}
	if d.learn("ERROR: the server is down") {
		t.Error("it learnt a scope from another error")
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	const good, bad = `[{"status":"SUCCESS","description":"fine"}]`, `[{"status":"SUCCESS","description":"fine"},{"status":"WARNING","description":"late"},{"status":"FAILURE","description":"x","errorMessage":"broken"}]`
	tests := map[string]struct {
		passed                    bool
		checks, said, complaint   string
		wantResult, wantInReasons string
	}{
		"all is well":           {true, good, driven + "\n", "", pass, ""},
		"checks did not hold":   {false, bad, driven + "\n", "", fail, "late broken"},
		"the driver failed":     {false, good, "", "conformance: no\n such tool\n", fail, "conformance: no such tool"},
		"the suite let it pass": {true, good, "", "conformance: no such tool", fail, "conformance: no such tool"},
	}
	for name, tt := range tests {
		dir := t.TempDir()
		for file, content := range map[string]string{"checks.json": tt.checks, "stdout.txt": tt.said, "stderr.txt": tt.complaint} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := judge("initialize", dir, tt.passed)
		want := Result{Scenario: "initialize", Result: tt.wantResult, Reason: tt.wantInReasons}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got):\n%s%v", name, diff, err)
		}
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	path := filepath.Join(t.TempDir(), "conformance.json")
	err := report(&table, path, []Result{{Scenario: "initialize", Result: pass}, {Scenario: "tools_call", Result: fail, Reason: "broken"}})
	if err == nil || err.Error() != "1 of 2 scenarios did not pass" {
		t.Errorf("a failure is the error %v", err)
	}
	if got := table.String(); !strings.HasSuffix(got, "1 of 2 scenarios pass\n") || !strings.Contains(got, "broken") {
		t.Errorf("the table is\n%s", got)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []map[string]string
	if err := json.Unmarshal(written, &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{
		{"scenario": "initialize", "result": "pass", "reason": ""},
		{"scenario": "tools_call", "result": "fail", "reason": "broken"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("conformance.json (-want +got):\n%s", diff)
	}
}
