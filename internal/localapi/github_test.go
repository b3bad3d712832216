package localapi_test

import (
	"bytes"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
	"github.com/guildsbox/guilds/internal/seal"
	"github.com/guildsbox/guilds/pkg/api"
)

// hub is a box whose App is registered at a GitHub of the test's own. It has the
// product's connectors, and is served over TCP alone. What it wrote is searched for
// credentials at the end of each test.
type hub struct {
	*box
	github   *githubtest.Server
	logins   *connection.Logins
	serverID string // of the connector github
	database string
	said     *transcript // the log, and every answer
}

// newHub starts a box; change may change its environment.
func newHub(t testing.TB, change ...func(environment map[string]string)) *hub {
	t.Helper()
	h := &hub{database: pgtest.URL(t), said: &transcript{}}
	db, err := postgres.Open(t.Context(), h.database, postgres.Options{MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	h.box = &box{db: &pgtest.Recorder{DB: db}, tree: pgtest.Tree(t, db, "acme", "acme/research", "acme/research/scout", "acme/ops", "beta")}
	tcp := httptest.NewUnstartedServer(nil)
	h.tcp = "http://" + tcp.Listener.Addr().String()
	h.github = githubtest.Start(h.tcp + api.CompleteLogin.Path)
	t.Cleanup(h.github.Close)
	environment := h.github.Environment()
	for _, f := range change {
		f(environment)
	}
	s := h.server(t, environment)
	tcp.Config.Handler = h.said.of(s.Tokens(s.Handler()))
	tcp.Start()
	t.Cleanup(tcp.Close)
	h.local = h.at(t, "platform", access.Admin)
	h.serverID = h.slug(t, "github")
	t.Cleanup(func() { h.holdsNoSecret(t) })
	return h
}

// slug returns the id of a connector.
func (h *hub) slug(t testing.TB, slug string) string {
	t.Helper()
	servers, err := h.db.Servers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range servers {
		if s.Slug == slug {
			return string(s.ID)
		}
	}
	t.Fatalf("the catalog has no %s", slug)
	return ""
}

// server puts a box together as guildsd does.
func (h *hub) server(t testing.TB, environment map[string]string) *localapi.Server {
	t.Helper()
	seeds := catalog.Connectors()
	if err := h.db.SeedCatalog(t.Context(), seeds); err != nil {
		t.Fatal(err)
	}
	integrations := integration.New(func(name string) string { return environment[name] })
	log := slog.New(slog.NewTextHandler(h.said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	pool := mcpclient.New(mcpclient.Options{Logger: log})
	t.Cleanup(func() { _ = pool.Close(t.Context()) }) // the test is over, so ctx is, and calls are cut off
	outgoing := egress.NewClient(egress.Options{})
	h.logins = &connection.Logins{
		Store: h.db, Sessions: pool, Sealer: seal.New(seal.NewKey()), Seeds: seeds, Log: log,
		Upstream: func(string) (string, bool) { return "", false },
		HTTP:     func(bool) *http.Client { return outgoing }, Variable: integrations.Value,
	}
	app, err := githubapp.New(githubapp.Config{
		AppID: environment["GITHUB_APP_ID"], Slug: environment["GITHUB_APP_SLUG"], ClientID: environment["GITHUB_APP_CLIENT_ID"],
		ClientSecret: environment["GITHUB_APP_CLIENT_SECRET"], PrivateKey: environment["GITHUB_APP_PRIVATE_KEY"], Upstream: h.github.URL,
	}, outgoing, time.Now)
	if err == nil {
		h.logins.GitHub = app
	}
	return &localapi.Server{
		DB: h.db.DB, Logins: h.logins, Seeds: seeds, Natives: nativesOf(h.db.DB, integrations), Integrations: integrations, Metrics: prometheus.NewRegistry(), Log: log,
		Box: localapi.Box{StartedAt: time.Now(), Sessions: pool.Len, Warnings: func() []string { return nil }, Settings: []api.Setting{}},
	}
}

// transcript keeps what a box wrote.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *transcript) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// of writes down every answer of a handler, headers included.
func (s *transcript) of(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		var head bytes.Buffer
		_ = answer.Header().Write(&head) // a buffer takes everything
		_, _ = s.Write(append(head.Bytes(), answer.Body.Bytes()...))
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes()) // the test has gone
	})
}

var installationInPath = regexp.MustCompile(`^/app/installations/(\d+)`)

// holdsNoSecret fails where a credential that passed between the box and GitHub, or
// the id of an installation, stands in what the box wrote or in its database.
func (h *hub) holdsNoSecret(t testing.TB) {
	t.Helper()
	dump, err := exec.Command("pg_dump", "--dbname", h.database).CombinedOutput()
	if err != nil {
		t.Errorf("pg_dump: %v\n%s", err, dump)
		return
	}
	secrets := h.github.Secrets()
	for _, r := range h.github.Requests() {
		if found := installationInPath.FindStringSubmatch(r.Path); found != nil {
			secrets = append(secrets, found[1])
		}
	}
	for place, text := range map[string]string{"the database": string(dump), "an answer or the log": h.said.String()} {
		for _, secret := range secrets {
			// Whole, or any line of it: a key has many.
			for _, line := range strings.Split(strings.TrimSpace(secret), "\n") {
				if !strings.HasPrefix(line, "-----") && strings.Contains(text, line) {
					t.Errorf("%s holds %q", place, line)
				}
			}
		}
	}
}

// begin connects GitHub at a scope, up to the browser.
func (h *hub) begin(t testing.TB, path string) api.Connection {
	t.Helper()
	made, err := h.local.Connect(t.Context(), api.NewConnection{ServerID: h.serverID, ScopeID: h.id(path)})
	if err != nil {
		t.Fatal(err)
	}
	if made.Status == "connected" || made.AuthorizationURL == "" {
		t.Fatalf("a login that was begun is %+v", made)
	}
	return made
}

// page is what a browser ended on.
type page struct {
	status  int
	address *url.URL
	text    string
}

// browser follows redirects and keeps cookies, as browsers do.
func browser(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// open opens an address, and returns the page that the browser ends on.
func open(t testing.TB, b *http.Client, address string) page {
	t.Helper()
	resp, err := b.Get(address)
	return read(t, resp, err)
}

// hop opens an address, and returns where it sends the browser.
func hop(t testing.TB, b *http.Client, address string) string {
	t.Helper()
	once := *b
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := once.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		t.Fatalf("%s answers %s and sends the browser nowhere", address, resp.Status)
	}
	return to.String()
}

func read(t testing.TB, resp *http.Response, err error) page {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return page{resp.StatusCode, resp.Request.URL, string(body)}
}

// want fails the test where the page is another one.
func (p page) want(t testing.TB, status int, words ...string) {
	t.Helper()
	if p.status != status {
		t.Errorf("the page %s has the status %d; want %d\n%s", p.address.Path, p.status, status, p.text)
	}
	for _, w := range words {
		if !strings.Contains(p.text, w) {
			t.Errorf("the page does not say %q:\n%s", w, p.text)
		}
	}
}

// connected connects GitHub at a scope as ada, who reaches the accounts acme and
// globex, on an account that has the App or gets it.
func (h *hub) connected(t testing.TB, path, account string, repositories ...string) api.Connection {
	t.Helper()
	h.ada(githubtest.Browser{Account: account, Repositories: repositories})
	made := h.begin(t, path)
	b := browser(t)
	end := open(t, b, made.AuthorizationURL)
	if strings.Contains(end.text, `name="choice"`) {
		end = h.choose(t, b, end, account)
	}
	end.want(t, http.StatusOK, "GitHub is connected.", account)
	return h.wantLogin(t, made.ID, "connected", account)
}

// ada sits in front of the browser.
func (h *hub) ada(b githubtest.Browser) {
	h.github.AddUser("ada", "acme", "globex")
	b.User = "ada"
	h.github.Browse(b)
}

// wantLogin fails the test where a login has another status or account.
func (h *hub) wantLogin(t testing.TB, id, status, hint string) api.Connection {
	t.Helper()
	got, err := h.local.GetConnection(t.Context(), id)
	if err != nil || got.Status != status || got.AccountHint != hint {
		t.Errorf("the login is %q as %q (%v); want %q as %q", got.Status, got.AccountHint, err, status, hint)
	}
	if live := h.github.LiveUserTokens(); live != 0 {
		t.Errorf("%d user tokens were not discarded", live)
	}
	return got
}

// wantGone fails the test where a login, which was new, is still there, or cannot
// be begun again.
func (h *hub) wantGone(t testing.TB, made api.Connection) {
	t.Helper()
	_, err := h.local.GetConnection(t.Context(), made.ID)
	wantProblem(t, err, api.CodeNotFound)
	if live := h.github.LiveUserTokens(); live != 0 {
		t.Errorf("%d user tokens were not discarded", live)
	}
	h.begin(t, made.Scope)
}

var choiceForm = regexp.MustCompile(`<button name="choice" value="([^"]*)">([^<]*)`)

// choose presses the button of an account.
func (h *hub) choose(t testing.TB, b *http.Client, p page, account string) page {
	t.Helper()
	for _, button := range choiceForm.FindAllStringSubmatch(p.text, -1) {
		if button[2] == account {
			return h.post(t, b, p.address.Query().Get("state"), button[1])
		}
	}
	t.Fatalf("the page has no button for %s:\n%s", account, p.text)
	return page{}
}

func (h *hub) post(t testing.TB, b *http.Client, state, choice string) page {
	t.Helper()
	resp, err := b.PostForm(h.tcp+api.PickInstallation.Path, url.Values{"state": {state}, "choice": {choice}})
	return read(t, resp, err)
}
