package localapi_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestAddServer(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, tt := range []struct {
		name           string
		in             api.NewServer
		header, scheme string
	}{
		{"a bearer token", api.NewServer{Slug: "one", URL: "https://one.test/mcp", Auth: "token"}, "Authorization", "Bearer"},
		{"a header of its own", api.NewServer{Slug: "two", URL: "https://two.test/mcp", Auth: "token", Header: "X-API-KEY"}, "X-API-KEY", ""},
		{"a scheme of its own", api.NewServer{Slug: "three", URL: "https://three.test/mcp", Auth: "token", Scheme: "Token"}, "Authorization", "Token"},
		{"no login", api.NewServer{Slug: "four", URL: "http://127.0.0.1:1/mcp", Auth: "none"}, "", ""},
	} {
		got, err := b.local.AdminAddServer(t.Context(), tt.in)
		if err != nil || got.Header != tt.header || got.Scheme != tt.scheme || got.Name != tt.in.Slug || got.CopySource != "admin" || got.Seeded {
			t.Errorf("%s: %+v (%v); want the header %q with the scheme %q", tt.name, got, err, tt.header, tt.scheme)
		}
	}
}

func TestAddServerRefuses(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, tt := range []struct {
		name string
		in   api.NewServer
		code string
		says []string
	}{
		{"a slug that is taken", api.NewServer{Slug: "tools", URL: "https://x.test/mcp", Auth: "none"}, api.CodeConflict, []string{"connector tools"}},
		{"every problem at once", api.NewServer{Slug: "No", URL: "http://x.test/mcp", Auth: "token", Header: "a b"}, api.CodeInvalid, []string{"slug: ", "url: ", "header: "}},
		{"a header of the transport", api.NewServer{Slug: "x", URL: "https://x.test/mcp", Auth: "token", Header: "accept"}, api.CodeInvalid, []string{"belongs to the transport"}},
		{"a header of the protocol", api.NewServer{Slug: "x", URL: "https://x.test/mcp", Auth: "token", Header: "mcp-anything"}, api.CodeInvalid, []string{"belongs to the transport"}},
		{"a scheme of two words", api.NewServer{Slug: "x", URL: "https://x.test/mcp", Auth: "token", Scheme: "a b"}, api.CodeInvalid, []string{"is not a scheme"}},
		{"a form that is none", api.NewServer{Slug: "x", URL: "https://x.test/mcp", Auth: "password"}, api.CodeInvalid, nil},
		{"a metadata address", api.NewServer{Slug: "x", URL: "http://169.254.169.254/mcp", Auth: "none", AllowPrivate: true}, api.CodeInvalid, []string{"url: "}},
	} {
		_, err := b.local.AdminAddServer(t.Context(), tt.in)
		t.Log(tt.name)
		wantProblem(t, err, tt.code, tt.says...)
	}
}

func TestEditServer(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	in := b.things(t, "acme")
	words, url := "Ours.", "https://elsewhere.test/mcp"
	edited, err := b.local.AdminEditServer(t.Context(), in["$weather"], api.EditServer{Description: &words})
	if err != nil || edited.Description != words || edited.CopySource != "admin" || edited.Name != "Weather" {
		t.Errorf("an edited row: %+v (%v)", edited, err)
	}
	_, err = b.local.AdminEditServer(t.Context(), in["$weather"], api.EditServer{URL: &url})
	wantProblem(t, err, api.CodeDenied, "the product's own")
	_, err = b.local.AdminDropServer(t.Context(), in["$weather"], false)
	wantProblem(t, err, api.CodeDenied, "part of the product")
	_, err = b.local.AdminResetServer(t.Context(), in["$tools"])
	wantProblem(t, err, api.CodeDenied, "added by an admin")
	reset, err := b.local.AdminResetServer(t.Context(), in["$weather"])
	if err != nil || reset.Description != "" || reset.CopySource != "seed" {
		t.Errorf("a row that was reset: %+v (%v)", reset, err)
	}
	_, err = b.local.AdminEditTool(t.Context(), in["$weather"], "none", api.EditTool{Description: &words})
	wantProblem(t, err, api.CodeNotFound, "published tool none")
	moved, err := b.local.AdminEditServer(t.Context(), in["$tools"], api.EditServer{URL: &url})
	if err != nil || moved.URL != url {
		t.Errorf("a row of an admin's that moved: %+v (%v)", moved, err)
	}
	dropped, err := b.local.AdminDropServer(t.Context(), in["$tools"], false)
	if err != nil || len(dropped.Connections) != 1 || dropped.DryRun {
		t.Errorf("a row of an admin's that was dropped: %+v (%v)", dropped, err)
	}
}

// An admin who read a row before another edited it is told to look again.
func TestAnEditOfWhatWasReadBefore(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	in, words, later := b.things(t, "acme"), "Ours.", "Theirs."
	read, err := b.local.AdminEditServer(t.Context(), in["$weather"], api.EditServer{Description: &words})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.local.AdminEditServer(t.Context(), in["$weather"], api.EditServer{Name: &words, UpdatedAt: &read.UpdatedAt}); err != nil {
		t.Errorf("an edit of the row as it is: %v", err)
	}
	for name, edit := range map[string]func() error{
		"the row": func() error {
			_, err := b.local.AdminEditServer(t.Context(), in["$weather"], api.EditServer{Description: &later, UpdatedAt: &read.UpdatedAt})
			return err
		},
		"a tool": func() error {
			_, err := b.local.AdminEditTool(t.Context(), in["$weather"], "today", api.EditTool{Description: &later, UpdatedAt: &read.UpdatedAt})
			return err
		},
	} {
		err := edit()
		wantProblem(t, err, api.CodeConflict, "somebody else changed the connector weather")
		if p, ok := err.(*api.Problem); ok && !strings.Contains(p.Hint, "guildsctl catalog show weather") {
			t.Errorf("%s: the hint is %q", name, p.Hint)
		}
	}
}

func TestOnlyPublishedServersAreListed(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	in, hidden := b.things(t, "acme"), false
	if _, err := b.local.AdminEditServer(t.Context(), in["$tools"], api.EditServer{Published: &hidden}); err != nil {
		t.Fatal(err)
	}
	listed, err := b.at(t, "acme", access.Viewer).ListServers(t.Context())
	if err != nil || len(listed) != 3 || listed[0].Slug != "github" || listed[2].Slug != "weather" {
		t.Errorf("published: %+v (%v)", listed, err)
	}
	all, err := b.local.AdminListServers(t.Context())
	if err != nil || len(all) != 4 {
		t.Errorf("all: %+v (%v)", all, err)
	}
}
