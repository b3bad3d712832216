package localapi_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/seal"
	"github.com/guildsbox/guilds/pkg/api"
)

// pages is the callback listener of a box, with a connector whose logins a real
// authorization server makes, and GitHub.
type pages struct {
	db      *postgres.DB
	logins  *connection.Logins
	scope   guild.Scope
	service *oauthtest.Service
	github  *githubtest.Server
	base    string // address of the listener
}

func newPages(t *testing.T) *pages {
	t.Helper()
	seeds := []connector.Connector{{Slug: "github", Name: "GitHub", URL: "https://api.github.com", Auth: connector.AuthOAuth, App: true}}
	p := &pages{db: pgtest.New(t), github: githubtest.Start()}
	t.Cleanup(p.github.Close)
	p.scope = pgtest.Tree(t, p.db, "acme")["acme"]
	if err := p.db.SeedCatalog(t.Context(), seeds); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.service, err = oauthtest.Start(oauthtest.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.service.Close)
	pgtest.AddServer(t, p.db, connector.Server{Slug: "tools", Name: "Tools", URL: p.service.URL, Auth: connector.AuthOAuth})

	log, client := slog.New(slog.DiscardHandler), egress.NewClient(egress.Options{})
	sessions := mcpclient.New(mcpclient.Options{Logger: log})
	t.Cleanup(func() { _ = sessions.Close(t.Context()) }) // the test is over, and so is ctx
	variables := p.github.Environment()
	p.logins = &connection.Logins{
		Store: p.db, Sessions: sessions, Sealer: seal.New(seal.NewKey()), Seeds: seeds, Log: log,
		Upstream: func(string) (string, bool) { return "", false },
		HTTP:     func(bool) *http.Client { return client },
		Variable: func(name string) string { return variables[name] },
	}
	p.logins.GitHub, err = githubapp.New(githubapp.Config{
		AppID: variables["GITHUB_APP_ID"], Slug: githubtest.Slug, ClientID: githubtest.ClientID,
		ClientSecret: p.github.ClientSecret, PrivateKey: p.github.PrivateKey, Upstream: p.github.URL,
	}, client, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	s := &localapi.Server{
		DB: p.db, Logins: p.logins, Seeds: seeds, Log: log, Metrics: prometheus.NewRegistry(),
		Integrations: integration.New(func(name string) string { return variables[name] }),
	}
	listener := httptest.NewServer(s.Browsers(s.Handler()))
	t.Cleanup(listener.Close)
	p.base = listener.URL
	p.github.SetCallbacks(p.base + api.CompleteLogin.Path)
	return p
}

// begin begins a login and returns where the browser goes.
func (p *pages) begin(t *testing.T, slug string) connection.Begun {
	t.Helper()
	rows, err := p.db.Servers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.Slug == slug {
			begun, err := p.logins.Begin(t.Context(), connection.Attempt{Row: row, Scope: p.scope, RedirectURI: p.base + api.CompleteLogin.Path})
			if err != nil {
				t.Fatal(err)
			}
			return begun
		}
	}
	t.Fatalf("there is no %s", slug)
	return connection.Begun{}
}

// chromium starts Chromium, and ends it with the test.
func chromium(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("scripts/deps test installs it: %v", err)
	}
	// The tests may run as root, as whom Chromium's sandbox does not start.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	ctx, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil { // starts it, for as long as ctx lives
		t.Fatal(err)
	}
	ctx, end = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(end)
	return ctx
}

// shown is what a page shows.
type shown struct{ Title, Text, Next string }

// look reads the page that Chromium shows.
func look(t *testing.T, ctx context.Context) shown {
	t.Helper()
	read := chromedp.Evaluate[shown](`({
		Title: document.querySelector("h1").innerText, Text: document.querySelector("p").innerText,
		Next: document.querySelector(".next")?.innerText ?? "",
	})`)
	page, err := chromedp.Run(ctx, read)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// visit sends Chromium to an address, and reads the page on which it ends.
func visit(t *testing.T, ctx context.Context, address string) shown {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	return look(t, ctx)
}

// TestPagesInChromium follows logins with a real browser, from the connector's own
// authorization server to the page on which they end.
func TestPagesInChromium(t *testing.T) {
	t.Parallel()
	p, ctx := newPages(t), chromium(t)

	declined := visit(t, ctx, p.begin(t, "tools").AuthorizationURL+"&login_hint=decline")
	if declined.Title != "Tools is not connected." || !strings.Contains(declined.Text, "the operator said no") || declined.Next == "" {
		t.Errorf("a declined login shows %q", declined)
	}

	// What a server says of itself is text, whatever it looks like.
	begun := p.begin(t, "tools")
	hostile := url.Values{
		"state": {begun.State}, "iss": {p.service.Issuer}, "error": {"access_denied"},
		"error_description": {`</p><script>document.title = "taken"</script><img src=x onerror="document.title = 'taken'">`},
	}
	page := visit(t, ctx, p.base+api.CompleteLogin.Path+"?"+hostile.Encode())
	if !strings.Contains(page.Text, `<script>document.title = "taken"</script>`) {
		t.Errorf("a hostile answer shows %q", page)
	}
	if title, err := chromedp.Run(ctx, chromedp.Title()); err != nil || title != "Tools is not connected." {
		t.Errorf("a hostile answer gives the page the title %q (%v)", title, err)
	}

	begun = p.begin(t, "tools")
	want := shown{"Tools is connected.", "The login belongs to acme.", "You can close this page and go back to the terminal."}
	if diff := cmp.Diff(want, visit(t, ctx, begun.AuthorizationURL)); diff != "" {
		t.Errorf("a login shows (-want +got):\n%s", diff)
	}
	address, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil || !strings.HasPrefix(address, p.base+api.CompleteLogin.Path) {
		t.Errorf("the login ends at %s (%v)", address, err)
	}
	if page := visit(t, ctx, address); page.Title != "The login was not made." || !strings.Contains(page.Text, "was completed already") {
		t.Errorf("the same address again shows %q", page)
	}
}

// TestPageLoadsNothing tries what a page that was broken into would: nothing runs,
// and nothing is sent.
func TestPageLoadsNothing(t *testing.T) {
	t.Parallel()
	p, ctx := newPages(t), chromium(t)
	reached := make(chan string, 16)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached <- r.URL.Path }))
	t.Cleanup(elsewhere.Close)
	visit(t, ctx, p.begin(t, "tools").AuthorizationURL)

	loaded, err := chromedp.Run(ctx, chromedp.Evaluate[int](`performance.getEntriesByType("resource").length`))
	if err != nil || loaded != 0 {
		t.Errorf("the page loads %d things (%v)", loaded, err)
	}
	// The promise is kept once the browser has told of each attempt that it blocked.
	blocked, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`new Promise(done => {
		const blocked = [];
		document.addEventListener("securitypolicyviolation", e => {
			blocked.push(e.effectiveDirective);
			if (blocked.length == 5) done(blocked.sort());
		});
		const add = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields));
		add("script", { textContent: "window.taken = true" });
		add("script", { src: "`+elsewhere.URL+`/script" });
		add("img", { src: "`+elsewhere.URL+`/image" });
		add("style", { textContent: "h1 { color: red }" });
		fetch("`+elsewhere.URL+`/fetch").catch(() => {});
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"connect-src", "img-src", "script-src-elem", "script-src-elem", "style-src-elem"}, blocked); diff != "" {
		t.Errorf("blocked (-want +got):\n%s", diff)
	}
	taken, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("window.taken === true"))
	if err != nil || taken {
		t.Errorf("an injected script ran: %v (%v)", taken, err)
	}
	select {
	case path := <-reached:
		t.Errorf("the page reached %s", path)
	default:
	}
}

// TestPickerInChromium chooses between two installations of the App, as a person
// does who presses a button.
func TestPickerInChromium(t *testing.T) {
	t.Parallel()
	p, ctx := newPages(t), chromium(t)
	p.github.AddUser("ada", "acme-corp", "zeta")
	for _, account := range []string{"acme-corp", "zeta"} {
		p.github.Install(account, "app")
	}
	p.github.Browse(githubtest.Browser{User: "ada", Account: "acme-corp", OmitInstallation: true})
	if page := visit(t, ctx, p.begin(t, "github").AuthorizationURL); page.Title != "Which account shall GitHub use?" {
		t.Fatalf("it shows %q", page)
	}
	choices, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll("button")].map(b => b.innerText.split("\n")[0])`))
	if err != nil || !cmp.Equal(choices, []string{"acme-corp", "zeta"}) {
		t.Fatalf("it offers %q (%v)", choices, err)
	}
	press := chromedp.Click(chromedp.CSS("button:nth-of-type(2)"))
	if err := chromedp.Do(ctx, press, chromedp.WaitVisible(chromedp.CSS(".next"))); err != nil {
		t.Fatal(err)
	}
	if page := look(t, ctx); page.Title != "GitHub is connected." || !strings.Contains(page.Text, "zeta") {
		t.Errorf("after the choice it shows %q", page)
	}
	rows, err := p.db.Connections(t.Context(), postgres.ConnectionFilter{})
	if err != nil || len(rows) != 1 || rows[0].Status != connection.Connected || rows[0].AccountHint != "zeta" {
		t.Errorf("the login is %+v (%v)", rows, err)
	}
}
