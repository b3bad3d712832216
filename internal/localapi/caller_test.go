package localapi_test

import (
	"os"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/pkg/api"
)

func TestThePeerOfTheSocketDecides(t *testing.T) {
	t.Parallel()
	seen := make(chan localapi.Peer, 1)
	b := newBox(t, func(p localapi.Peer) bool { seen <- p; return false })
	if p := b.send(t, "", "GET", "/healthz", "").problem(t); p.Status != 403 || p.Code != api.CodeDenied {
		t.Errorf("a peer that may not connect: %+v", p)
	}
	got := <-seen
	groups, err := os.Getgroups()
	if err != nil {
		t.Fatal(err)
	}
	if got.PID != os.Getpid() || got.UID != os.Geteuid() || got.GID != os.Getegid() {
		t.Errorf("the peer is %+v; want this process", got)
	}
	for _, gid := range groups {
		if !got.InGroup(gid) {
			t.Errorf("the peer %+v is not in the group %d", got, gid)
		}
	}
	if got.InGroup(4_000_000) {
		t.Errorf("the peer %+v is in a group that it is not in", got)
	}
}

func TestRequestsThatReachNoOperation(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	token := b.token(t, "platform", access.Admin)
	large := `{"name":"` + strings.Repeat("x", 8<<20) + `"}`
	for _, tt := range []struct {
		name                  string
		token, method, target string
		body                  string
		header                []string
		status                int
		code                  string
	}{
		{name: "a page's Origin", method: "GET", target: "/healthz", header: []string{"Origin", "http://evil.test"}, status: 403, code: api.CodeDenied},
		{name: "a page's null Origin", method: "GET", target: "/healthz", header: []string{"Origin", "null"}, status: 403, code: api.CodeDenied},
		{name: "a page's Referer", method: "GET", target: "/healthz", header: []string{"Referer", "http://evil.test/x"}, status: 403, code: api.CodeDenied},
		{name: "a page's Origin with a token", token: token, method: "GET", target: "/healthz", header: []string{"Origin", "http://evil.test"}, status: 403, code: api.CodeDenied},
		{name: "a preflight", token: token, method: "OPTIONS", target: "/api/scopes", header: []string{"Origin", "http://evil.test"}, status: 403, code: api.CodeDenied},
		{name: "a token that nobody has", token: "guilds_none", method: "GET", target: "/healthz", status: 401, code: api.CodeDenied},
		{name: "another scheme", token: token, method: "GET", target: "/healthz", header: []string{"Authorization", "Basic " + token}, status: 401, code: api.CodeDenied},
		{name: "no token", token: token, method: "GET", target: "/healthz", header: []string{"Authorization", ""}, status: 401, code: api.CodeDenied},
		{name: "an unknown path", method: "GET", target: "/api/none", status: 404, code: api.CodeNotFound},
		{name: "an unknown path with a token", token: token, method: "GET", target: "/", status: 404, code: api.CodeNotFound},
		{name: "another method", method: "PATCH", target: "/api/scopes", status: 404, code: api.CodeNotFound},
		{name: "a page with scripts", method: "GET", target: "/docs", status: 404, code: api.CodeNotFound},
		{name: "a huge body", method: "POST", target: "/api/scopes", body: large, status: 413, code: api.CodeInvalid},
		{name: "a body that is no JSON", method: "POST", target: "/api/scopes", body: "{", status: 400, code: api.CodeInvalid},
		{name: "a body of another kind", method: "POST", target: "/api/scopes", body: "<x/>", header: []string{"Content-Type", "text/xml"}, status: 415, code: api.CodeInvalid},
		{name: "a body that does not fit", method: "POST", target: "/api/scopes", body: `{"slug":1}`, status: 422, code: api.CodeInvalid},
		{name: "an id that is none", method: "GET", target: "/api/scopes/x", status: 422, code: api.CodeInvalid},
		{name: "a level that is none", method: "GET", target: "/api/scopes?level=x", status: 422, code: api.CodeInvalid},
		{name: "NUL in a query", method: "GET", target: "/api/scopes?path=%00", status: 422, code: api.CodeInvalid},
		{name: "text that is not UTF-8 in a query", method: "GET", target: "/api/scopes?path=%ff", status: 422, code: api.CodeInvalid},
		{name: "NUL in a name", method: "GET", target: "/api/tools/a%00", status: 422, code: api.CodeInvalid},
		{name: "NUL in a body", method: "POST", target: "/api/scopes", body: `{"parent_id":"00000000-0000-7000-8000-000000000000","slug":"x","name":"a\u0000"}`, status: 422, code: api.CodeInvalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := b.send(t, tt.token, tt.method, tt.target, tt.body, tt.header...)
			if p := got.problem(t); p.Status != tt.status || p.Code != tt.code || p.Ref != "" {
				t.Errorf("%+v; want HTTP %d and the code %s", p, tt.status, tt.code)
			}
			if tt.status == 401 && got.header.Get("WWW-Authenticate") == "" {
				t.Error("it does not say how to log in")
			}
		})
	}
}

// A fault of the box shows as a reference, with nothing of its cause.
func TestAFaultOfTheBox(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	token := b.token(t, "acme", access.Viewer)
	b.db.Close()
	for _, credential := range []string{"", token} {
		p := b.send(t, credential, "GET", "/readyz", "").problem(t)
		if p.Status < 500 || p.Code == api.CodeInternal && (p.Ref == "" || !strings.Contains(p.Detail, p.Ref)) {
			t.Errorf("without its database the box says %+v", p)
		}
	}
}

// A request that reaches no operation is counted by what was wrong with it.
func TestMetricsCountWhatIsRefused(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	b.send(t, "guilds_none", "GET", "/api/scopes", "")
	b.send(t, "guilds_none", "GET", "/api/scopes", "", "Authorization", "")
	b.send(t, "", "GET", "/api/scopes", "", "Origin", "null")
	got := b.send(t, "", "GET", "/metrics", "")
	for _, want := range []string{
		`guilds_http_refused_total{reason="token"} 2`, `guilds_http_refused_total{reason="page"} 1`,
		`guilds_http_refused_total{reason="peer"} 0`, `guilds_http_refused_total{reason="path"} 0`,
	} {
		if !strings.Contains(got.body, want) {
			t.Errorf("the metrics hold no %s:\n%s", want, got.body)
		}
	}
}

func TestMetricsNameOperationsAndNoPaths(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for _, target := range []string{"/api/scopes/" + b.id("acme"), "/api/none/secret-path", "/api/tools/secret-tool"} {
		b.send(t, "", "GET", target, "")
	}
	got := b.send(t, "", "GET", "/metrics", "")
	for _, want := range []string{`operation="get-scope"`, `operation="other"`, `operation="get-tool",status="404"`} {
		if !strings.Contains(got.body, want) {
			t.Errorf("the metrics hold no %s:\n%s", want, got.body)
		}
	}
	for _, leak := range []string{"secret", b.id("acme")} {
		if strings.Contains(got.body, leak) {
			t.Errorf("the metrics hold %s", leak)
		}
	}
	if !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") || got.header.Get("X-Request-Id") == "" {
		t.Errorf("the headers are %v", got.header)
	}
}
