// Package integration holds the one table of what the box as a whole can do once
// the operator sets its keys, as opposed to a login that an organisation
// connects: the specification, "Integrations". Whoever needs to know asks the
// registry, and nobody asks the environment.
package integration

// Integration is one row of the table.
type Integration struct {
	Name      string
	Variables []Variable
	Purpose   string // what it switches on, for an operator to read

	// What it switches on by name. All three may be empty.
	ModelProviders []string
	NativeTools    []string
	Connectors     []string // slugs
}

// Variable is an environment variable that an integration reads.
type Variable struct {
	Name     string
	Optional bool // tunes the integration, and does not switch it on
	Secret   bool // its value is never shown
}

// table is in the order of the specification.
var table = []Integration{
	{
		Name:           "openrouter",
		Variables:      []Variable{{Name: "OPENROUTER_API_KEY", Secret: true}},
		Purpose:        "OpenRouter models for an organisation with no OpenRouter key of its own",
		ModelProviders: []string{"openrouter"},
	},
	{
		Name:           "deepinfra",
		Variables:      []Variable{{Name: "DEEPINFRA_API_KEY", Secret: true}},
		Purpose:        "DeepInfra models for an organisation with no DeepInfra key of its own",
		ModelProviders: []string{"deepinfra"},
	},
	{
		Name:        "web-search",
		Variables:   []Variable{{Name: "TAVILY_API_KEY", Secret: true}},
		Purpose:     "web search by agents",
		NativeTools: []string{"tavily_search"},
	},
	{
		Name: "group-routing",
		Variables: []Variable{
			{Name: "TYPESAFE_API_KEY", Secret: true},
			{Name: "TYPESAFE_MODEL", Optional: true},
		},
		Purpose: "the choice of recipients and history in group chat",
	},
	{
		Name: "github-app",
		Variables: []Variable{
			{Name: "GITHUB_APP_ID"},
			{Name: "GITHUB_APP_SLUG"},
			{Name: "GITHUB_APP_PRIVATE_KEY", Secret: true},
			{Name: "GITHUB_APP_CLIENT_ID"},
			{Name: "GITHUB_APP_CLIENT_SECRET", Secret: true},
		},
		Purpose:    "the GitHub connector and a guild's repositories",
		Connectors: []string{"github"},
	},
	{
		Name: "google-connectors",
		Variables: []Variable{
			{Name: "GMAIL_OAUTH_CLIENT_ID"},
			{Name: "GMAIL_OAUTH_CLIENT_SECRET", Secret: true},
		},
		Purpose:    "the Gmail and Drive connectors",
		Connectors: []string{"gmail", "drive"},
	},
	{
		Name:      "error-reporting",
		Variables: []Variable{{Name: "SENTRY_DSN", Secret: true}},
		Purpose:   "reports of the box's own errors to Sentry",
	},
}

// Table returns the integrations in the order of the specification.
func Table() []Integration { return table }

// switchesOn reports whether name is a model provider, a native tool or a
// connector of i. The three kinds share no name.
func (i Integration) switchesOn(name string) bool {
	for _, names := range [][]string{i.ModelProviders, i.NativeTools, i.Connectors} {
		for _, n := range names {
			if n == name {
				return true
			}
		}
	}
	return false
}
