package integration_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/integration"
)

func registry(set map[string]string) *integration.Registry {
	return integration.New(func(name string) string { return set[name] })
}

func statusOf(t *testing.T, r *integration.Registry, name string) integration.Status {
	t.Helper()
	for _, s := range r.Status() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("there is no integration %q", name)
	return integration.Status{}
}

// The table of the specification, "Integrations", written down once more.
func TestTableIsTheSpecification(t *testing.T) {
	t.Parallel()
	want := []string{
		"openrouter: OPENROUTER_API_KEY; openrouter",
		"deepinfra: DEEPINFRA_API_KEY; deepinfra",
		"web-search: TAVILY_API_KEY; tavily_search",
		"group-routing: TYPESAFE_API_KEY TYPESAFE_MODEL?; ",
		"github-app: GITHUB_APP_ID GITHUB_APP_SLUG GITHUB_APP_PRIVATE_KEY GITHUB_APP_CLIENT_ID GITHUB_APP_CLIENT_SECRET; github",
		"google-connectors: GMAIL_OAUTH_CLIENT_ID GMAIL_OAUTH_CLIENT_SECRET; gmail drive",
		"error-reporting: SENTRY_DSN; ",
	}
	var got []string
	for _, row := range integration.Table() {
		var names []string
		for _, v := range row.Variables {
			name := v.Name
			if v.Optional {
				name += "?"
			}
			names = append(names, name)
		}
		on := append(append(append([]string{}, row.ModelProviders...), row.NativeTools...), row.Connectors...)
		got = append(got, fmt.Sprintf("%s: %s; %s", row.Name, strings.Join(names, " "), strings.Join(on, " ")))
		if row.Purpose == "" {
			t.Errorf("%s does not say what it is for", row.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the table differs (-want +got):\n%s", diff)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	app := map[string]string{
		"GITHUB_APP_ID": "1", "GITHUB_APP_SLUG": "box", "GITHUB_APP_PRIVATE_KEY": "pem",
		"GITHUB_APP_CLIENT_ID": "id", "GITHUB_APP_CLIENT_SECRET": "secret",
	}
	tests := map[string]struct {
		name    string
		env     map[string]string
		state   integration.State
		set     []string
		missing []string
	}{
		"nothing set": {"openrouter", nil, integration.Off, []string{}, []string{"OPENROUTER_API_KEY"}},
		"set":         {"openrouter", map[string]string{"OPENROUTER_API_KEY": "k"}, integration.On, []string{"OPENROUTER_API_KEY"}, []string{}},
		"white space": {"openrouter", map[string]string{"OPENROUTER_API_KEY": " \n"}, integration.Off, []string{}, []string{"OPENROUTER_API_KEY"}},
		"some": {"google-connectors", map[string]string{"GMAIL_OAUTH_CLIENT_ID": "id"}, integration.Incomplete,
			[]string{"GMAIL_OAUTH_CLIENT_ID"}, []string{"GMAIL_OAUTH_CLIENT_SECRET"}},
		"all five": {"github-app", app, integration.On,
			[]string{"GITHUB_APP_ID", "GITHUB_APP_SLUG", "GITHUB_APP_PRIVATE_KEY", "GITHUB_APP_CLIENT_ID", "GITHUB_APP_CLIENT_SECRET"}, []string{}},
		"required without the optional": {"group-routing", map[string]string{"TYPESAFE_API_KEY": "k"}, integration.On,
			[]string{"TYPESAFE_API_KEY"}, []string{}},
		"the optional alone switches nothing on": {"group-routing", map[string]string{"TYPESAFE_MODEL": "m"}, integration.Off,
			[]string{"TYPESAFE_MODEL"}, []string{"TYPESAFE_API_KEY"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := statusOf(t, registry(tt.env), tt.name)
			if got.State != tt.state || !cmp.Equal(got.Set, tt.set) || !cmp.Equal(got.Missing, tt.missing) {
				t.Errorf("%s is %s, set %q, missing %q; want %s, %q, %q", tt.name, got.State, got.Set, got.Missing, tt.state, tt.set, tt.missing)
			}
		})
	}
}

func TestFor(t *testing.T) {
	t.Parallel()
	r := registry(map[string]string{"TAVILY_API_KEY": "k"})
	for name, want := range map[string]string{
		"openrouter": "openrouter", "tavily_search": "web-search", "github": "github-app", "gmail": "google-connectors", "drive": "google-connectors",
	} {
		if got, ok := r.For(name); !ok || got.Name != want {
			t.Errorf("%s depends on %q, %v; want %q", name, got.Name, ok, want)
		}
	}
	if got, _ := r.For("tavily_search"); got.State != integration.On {
		t.Errorf("tavily_search is %s with its key set", got.State)
	}
	if got, ok := r.For("notion"); ok {
		t.Errorf("notion depends on %q; want none", got.Name)
	}
}

func TestStatusHoldsNoValue(t *testing.T) {
	t.Parallel()
	set := map[string]string{}
	for _, row := range integration.Table() {
		for _, v := range row.Variables {
			set[v.Name] = "hunter2-" + v.Name
		}
	}
	r := registry(set)
	if out := fmt.Sprintf("%+v %#v %+v", r.Status(), r.Status(), r); strings.Contains(out, "hunter2") {
		t.Errorf("a value shows in %s", out)
	}
	if got := r.Value("SENTRY_DSN"); got != "hunter2-SENTRY_DSN" {
		t.Errorf("Value gave %q", got)
	}
}
