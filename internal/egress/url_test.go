package egress_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestCheckURL(t *testing.T) {
	t.Parallel()
	tests := []struct {
		raw  string
		want string // part of the error; empty when the URL is good
	}{
		{"https://mcp.example.test/mcp", ""},
		{"https://mcp.example.test:8443/mcp?tenant=a", ""},
		{"https://10.1.2.3/mcp", ""}, // whether private is allowed is the client's business
		{"http://127.0.0.1:8080/mcp", ""},
		{"http://[::1]:8080/mcp", ""},
		{"http://localhost/mcp", ""},
		{"http://LocalHost./mcp", ""},
		{"http://mcp.example.test/mcp", "in clear"},
		{"http://localhost.example.test/mcp", "in clear"},
		{"http://10.1.2.3/mcp", "in clear"},
		{"ftp://mcp.example.test/", `"ftp" is not a scheme`},
		{"mcp.example.test/mcp", "names no host"},
		{"https:///mcp", "names no host"},
		{"https://user:hunter22@mcp.example.test/", "user name or password"},
		{"https://mcp.example.test/mcp#top", "fragment"},
		{"https://mcp.example.test/mcp#", "fragment"},
		{"https://mcp.example.test:0/", "port"},
		{"https://mcp.example.test:70000/", "port"},
		{"https://mcp.example.test:/", "port"},
		{"https://169.254.169.254/latest/meta-data", "never allowed"},
		{"https://[::ffff:169.254.169.254]/", "never allowed"},
		{"https://[64:ff9b::a9fe:a9fe]/", "never allowed"},
		{"https://[fe80::1%25eth0]/", "never allowed"},
		{"https://0.0.0.0/", "never allowed"},
		{"http://[::]:80/", "in clear"},
		{"https://hidden-key@mcp.example.test/?k=hidden-key", "user name"},
		{"https://exa mple.test/?k=hidden-key", "not a URL"},
	}
	for _, tt := range tests {
		u, err := egress.CheckURL(tt.raw)
		if tt.want == "" {
			if err != nil || u == nil {
				t.Errorf("CheckURL(%q) = %v, %v; want it accepted", tt.raw, u, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("CheckURL(%q) = %v; want an error with %q", tt.raw, err, tt.want)
			continue
		}
		code := guild.CodeInvalid
		if tt.want == "never allowed" {
			code = guild.CodeDenied
		}
		if guild.CodeOf(err) != code {
			t.Errorf("CheckURL(%q): code %s, want %s", tt.raw, guild.CodeOf(err), code)
		}
		for _, secret := range []string{"hunter22", "hidden-key"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("CheckURL(%q): the error %q repeats a secret", tt.raw, err)
			}
		}
	}
}

func TestOriginHasOneSpelling(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"HTTPS://MCP.Example.Test:443/a?b": "https://mcp.example.test",
		"http://127.0.0.1:80/":             "http://127.0.0.1",
		"https://a.test:80/":               "https://a.test:80",
		"http://[::1]:8080/":               "http://[::1]:8080",
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := egress.Origin(u); got != want {
			t.Errorf("Origin(%s) = %s, want %s", raw, got, want)
		}
	}
}
