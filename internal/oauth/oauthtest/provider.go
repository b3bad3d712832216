package oauthtest

import (
	"bufio"
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Options choose how a Provider behaves. As JSON they are what the program in
// testdata reads.
type Options struct {
	Lifetime       int               `json:"lifetime,omitempty"` // of access tokens, in seconds; 0 is an hour
	NoRefresh      bool              `json:"noRefresh,omitempty"`
	NoRegistration bool              `json:"noRegistration,omitempty"`
	NoRevocation   bool              `json:"noRevocation,omitempty"`
	Clients        []Client          `json:"clients,omitempty"`
	Documents      map[string]string `json:"documents,omitempty"` // client-ID metadata documents by address
}

// Client is a client that an admin registered by hand.
type Client struct {
	ID           string   `json:"client_id"`
	Secret       string   `json:"client_secret,omitempty"`
	RedirectURIs []string `json:"redirect_uris"`
	Method       string   `json:"token_endpoint_auth_method"`
}

// Fault says what becomes of a request in the place of its answer. It reports
// whether it has answered.
type Fault func(w http.ResponseWriter, r *http.Request) bool

// Provider is an authorization server.
type Provider struct {
	Issuer string // its address

	resource string // audience of its tokens
	secret   string // of the resource, for introspection
	options  Options
	front    *httptest.Server
	process  *process

	mu     sync.Mutex
	proxy  *httputil.ReverseProxy
	fault  Fault
	untold bool
	counts map[string]int
	given  []string // secrets
	client string   // who asked for tokens last
	latest string   // the refresh token that was given out last
}

// startProvider starts an authorization server for the tokens of a resource.
func startProvider(resource string, o Options) (*Provider, error) {
	p := &Provider{resource: resource, secret: "resource-" + rand.Text(), options: o, counts: map[string]int{}}
	p.front = httptest.NewServer(p)
	p.Issuer = p.front.URL
	for _, c := range o.Clients {
		p.note(c.Secret)
	}
	if err := p.start(); err != nil {
		p.front.Close()
		return nil, err
	}
	return p, nil
}

func (p *Provider) close() {
	p.front.CloseClientConnections()
	p.front.Close()
	p.process.end()
}

// Restart ends the server and starts it at the same address. It then knows neither
// the clients that registered themselves nor any login.
func (p *Provider) Restart() error {
	p.process.end()
	return p.start()
}

func (p *Provider) start() error {
	options, err := json.Marshal(p.options)
	if err != nil {
		return err
	}
	var address string
	p.process, address, err = launch("ISSUER="+p.Issuer, "RESOURCE="+p.resource, "RESOURCE_SECRET="+p.secret, "OPTIONS="+string(options))
	if err != nil {
		return err
	}
	to := &url.URL{Scheme: "http", Host: address}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
		ModifyResponse: p.remember,
	}
	return nil
}

// Break lets a fault stand before the server until the next Break; nil mends it.
func (p *Provider) Break(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = f
}

// Untold lets the server leave out how long its tokens live, which RFC 6749 allows.
func (p *Provider) Untold() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.untold = true
}

// Count is the number of requests so far: of one path, as in "/register", or of one
// grant at the token endpoint, as in "refresh_token".
func (p *Provider) Count(what string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counts[what]
}

// Given returns every secret that the server has given out so far, and the
// verifiers and codes that it was shown.
func (p *Provider) Given() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.given...)
}

func (p *Provider) note(secrets ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range secrets {
		if s != "" {
			p.given = append(p.given, s)
		}
	}
}

func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	form := p.read(r)
	p.note(form.Get("code"), form.Get("code_verifier"))
	p.mu.Lock()
	p.counts[r.URL.Path]++
	if grant := form.Get("grant_type"); grant != "" {
		p.counts[grant]++
		p.client = form.Get("client_id")
	}
	fault, proxy := p.fault, p.proxy
	p.mu.Unlock()
	if fault == nil || !fault(w, r) {
		proxy.ServeHTTP(w, r)
	}
}

// read returns a request's form and leaves its body to be read again.
func (p *Provider) read(r *http.Request) url.Values {
	if r.Method != http.MethodPost || r.URL.Path == "/register" {
		return nil
	}
	body := peek(&r.Body)
	form, _ := url.ParseQuery(string(body)) // what cannot be read is the server's to refuse
	return form
}

// remember keeps the secrets of an answer: those of JSON, and the code of a
// redirection.
func (p *Provider) remember(resp *http.Response) error {
	if u, err := resp.Location(); err == nil {
		p.note(u.Query().Get("code"))
		return nil
	}
	var answer struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Secret  string `json:"client_secret"`
		Manage  string `json:"registration_access_token"`
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") && json.Unmarshal(peek(&resp.Body), &answer) == nil {
		p.note(answer.Access, answer.Refresh, answer.Secret, answer.Manage)
		p.mu.Lock()
		defer p.mu.Unlock()
		if answer.Refresh != "" {
			p.latest = answer.Refresh
		}
		if p.untold {
			body := bytes.Replace(peek(&resp.Body), []byte(`"expires_in"`), []byte(`"unsaid_xyz"`), 1)
			resp.Body = io.NopCloser(bytes.NewReader(body))
		}
	}
	return nil
}

// Revoke ends the login whose token was given out last, as its owner would on the
// account's own page. Its client must be a public one.
func (p *Provider) Revoke() error {
	p.mu.Lock()
	form := url.Values{"token": {p.latest}, "client_id": {p.client}}
	p.mu.Unlock()
	resp, err := http.PostForm(p.Issuer+"/revoke", form)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the revocation was answered with HTTP %d", resp.StatusCode)
	}
	return nil
}

// process is the program in testdata at work.
type process struct {
	cmd *exec.Cmd
	err *strings.Builder
}

//go:embed testdata/provider.mjs
var program string

// launch starts the program and returns the address on which it listens.
func launch(env ...string) (*process, string, error) {
	library, err := libraryPath()
	if err != nil {
		return nil, "", err
	}
	p := &process{cmd: exec.Command("node", "--input-type=module", "--no-warnings", "--eval", program), err: &strings.Builder{}}
	p.cmd.Env = append(os.Environ(), append(env, "OIDC_PROVIDER="+library)...)
	p.cmd.Stderr = p.err
	if _, err := p.cmd.StdinPipe(); err != nil { // it ends with this process, and the program with it
		return nil, "", err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, "", err
	}
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			p.end()
			return nil, "", fmt.Errorf("oidc-provider did not start: %w\n%s", err, p.err)
		}
		// oidc-provider greets and warns before it listens.
		if address := strings.TrimSpace(line); strings.HasPrefix(address, "127.0.0.1:") {
			return p, address, nil
		}
	}
}

func (p *process) end() {
	_ = p.cmd.Process.Kill() // one that is gone needs none
	_ = p.cmd.Wait()
}

// libraryPath is where scripts/deps installs oidc-provider.
func libraryPath() (string, error) {
	_, here, _, _ := runtime.Caller(0)
	path := filepath.Join(filepath.Dir(here), "../../../.cache/oidc/node_modules/oidc-provider/lib/index.js")
	if _, err := os.Stat(path); err != nil {
		return "", errors.New("oidc-provider is not installed; run scripts/deps test")
	}
	return path, nil
}
