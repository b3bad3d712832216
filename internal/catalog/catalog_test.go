package catalog_test

import (
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// Model providers take names of at most 64 characters, and a model sees
// {slug}_{name}.
var offeredName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func TestSlugsAreUniqueAndWellFormed(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range catalog.Connectors() {
		if seen[c.Slug] {
			t.Errorf("two connectors share the slug %q", c.Slug)
		}
		seen[c.Slug] = true
		if err := guild.CheckSlug(c.Slug); err != nil {
			t.Error(err)
		}
	}
}

func TestConnectorsAreFreshAtEachCall(t *testing.T) {
	t.Parallel()
	want := describe(catalog.Connectors())
	changed := catalog.Connectors()
	for i := range changed {
		c := &changed[i]
		c.Slug = "changed"
		for j := range c.Fields {
			c.Fields[j].Name = "changed"
		}
		for j := range c.Published {
			c.Published[j].Name = "changed"
		}
		for j := range c.DefaultOff {
			c.DefaultOff[j] = "*"
		}
	}
	if diff := cmp.Diff(want, describe(catalog.Connectors())); diff != "" {
		t.Errorf("a caller changed the table:\n%s", diff)
	}
}

func TestURLs(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.Connectors() {
		u, err := url.Parse(c.URL)
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.Slug, err)
		case u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
			t.Errorf("%s: %q is no plain https address", c.Slug, c.URL)
		case strings.HasSuffix(c.URL, "/"):
			t.Errorf("%s: %q ends in a slash, which would be doubled", c.Slug, c.URL)
		}
	}
}

func TestEveryConnectorHasCopy(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.Connectors() {
		checkSentence(t, c.Slug+" description", c.Description)
		checkSentence(t, c.Slug+" limitations", c.Limitations)
		checkSentence(t, c.Slug+" setup hint", c.SetupHint)
		for _, f := range c.Fields {
			checkSentence(t, c.Slug+" help of "+f.Name, f.Help)
			if f.Label == "" {
				t.Errorf("%s: the field %s has no label", c.Slug, f.Name)
			}
		}
		for _, tool := range c.PublishedTools() {
			checkSentence(t, c.Slug+" tool "+tool.Name, tool.Description)
		}
	}
}

func checkSentence(t *testing.T, what, s string) {
	t.Helper()
	if s == "" || !strings.HasSuffix(s, ".") || strings.TrimSpace(s) != s || strings.Contains(s, "\n") {
		t.Errorf("%s is not one line of sentences: %q", what, s)
	}
	if first := s[:min(1, len(s))]; first != strings.ToUpper(first) {
		t.Errorf("%s does not begin like a sentence: %q", what, s)
	}
}

func TestPublishedToolNamesFit(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.Connectors() {
		seen := map[string]bool{}
		for _, tool := range c.PublishedTools() {
			if name := c.Slug + "_" + tool.Name; !offeredName.MatchString(name) {
				t.Errorf("%s does not fit a model provider", name)
			}
			if seen[tool.Name] {
				t.Errorf("%s publishes %s twice", c.Slug, tool.Name)
			}
			seen[tool.Name] = true
		}
	}
}

func TestFieldsFitTheAuthForm(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.Connectors() {
		if asks := len(c.Fields) > 0; asks != (c.Auth == connector.AuthToken) {
			t.Errorf("%s: auth %s with %d fields", c.Slug, c.Auth, len(c.Fields))
		}
		for _, f := range c.Fields {
			if !f.Secret {
				t.Errorf("%s: the field %s would stay out of redaction", c.Slug, f.Name)
			}
		}
	}
}

// A pattern that does not parse, or that fits no published tool, protects
// nothing and nobody would notice.
func TestDefaultOffPatternsHit(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.Connectors() {
		for _, pattern := range c.DefaultOff {
			if _, err := path.Match(pattern, ""); err != nil {
				t.Errorf("%s: the pattern %q: %v", c.Slug, pattern, err)
			}
			if len(c.PublishedTools()) > 0 && len(off([]string{pattern}, c.PublishedTools())) == 0 {
				t.Errorf("%s: the pattern %q fits none of its tools", c.Slug, pattern)
			}
		}
	}
}

// off returns the names of the tools that patterns switch off at first.
func off(patterns []string, tools []connector.PublishedTool) []string {
	var names []string
	for _, tool := range tools {
		if connector.IsDefaultOff(patterns, tool.Name) {
			names = append(names, tool.Name)
		}
	}
	return names
}

func TestDefaultOffOfLocalAdapters(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		"gmail": {"send_message"},
		"wallet": {
			"send", "call", "submit", "swap", "opensea_buy", "opensea_list", "opensea_accept_offer",
			"opensea_collection_offer", "opensea_cancel_order", "uniswap_swap",
		},
	}
	got := map[string][]string{}
	for _, c := range catalog.Connectors() {
		if names := off(c.DefaultOff, c.PublishedTools()); names != nil {
			got[c.Slug] = names
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tools that are off at first (-specification +table):\n%s", diff)
	}
}

// The sentence is all that an operator gets for a refused Connect.
func TestUnbuiltSaysWhy(t *testing.T) {
	t.Parallel()
	for _, c := range catalog.Connectors() {
		if c.Unbuilt == "" {
			if c.Auth == connector.AuthToken && c.Header.Name == "" && !c.Local() {
				t.Errorf("%s connects, but has no header for its token", c.Slug)
			}
			continue
		}
		if !strings.HasPrefix(c.Unbuilt, "this version of guildsd does not yet include ") || !strings.Contains(c.Unbuilt, c.Name) {
			t.Errorf("%s: %q does not say what is missing from which version", c.Slug, c.Unbuilt)
		}
	}
}
