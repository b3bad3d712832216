package githubapp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
)

// The document is GitHub's and not part of this repository.
const (
	upstreams    = "../../../shared/upstreams" // beside the repository, unless GUILDSTEST_UPSTREAMS names another folder
	documentName = "github/api.github.com.cut.json"
	howToGetIt   = "it is generated/api.github.com.json of the npm package @octokit/openapi 23.0.2; save it as " + documentName + " in a folder and name that folder in GUILDSTEST_UPSTREAMS"
)

var load = sync.OnceValues(func() (*openapi3.T, error) {
	folder := os.Getenv("GUILDSTEST_UPSTREAMS")
	if folder == "" {
		folder = filepath.FromSlash(upstreams)
	}
	return openapi3.NewLoader().LoadFromFile(filepath.Join(folder, documentName))
})

// TestContract goes through every call of the API once and sees that each was
// held against GitHub's document. All other tests use the same check.
func TestContract(t *testing.T) {
	t.Parallel()
	document, err := load()
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("GitHub's OpenAPI document cannot be read (%v); %s", err, howToGetIt)
	}
	if err != nil {
		t.Skipf("GitHub's OpenAPI document cannot be read (%v); %s", err, howToGetIt)
	}
	client := egress.NewClient(egress.Options{})
	checked := &contract{t: t, document: document, next: client.Transport}
	client.Transport = checked
	b := setupWith(t, client)
	b.github.AddUser("ada", "acme")
	id := b.github.Install("acme", "app")

	token := b.consent(t, "ada")
	_, listed := b.Installations(b.ctx, token)
	_, found := b.Installation(b.ctx, id)
	_, minted := b.Mint(b.ctx, id, []githubapp.RepositoryRef{{URL: "https://github.com/acme/app"}})
	if err := errors.Join(listed, found, minted, b.Discard(b.ctx, token)); err != nil {
		t.Fatal(err)
	}

	for _, operation := range []string{
		"GET /user/installations", "DELETE /applications/{client_id}/token", "GET /app/installations/{installation_id}",
		"POST /app/installations/{installation_id}/access_tokens", "GET /installation/repositories",
	} {
		if checked.seen[operation] == 0 {
			t.Errorf("%s was not held against the document", operation)
		}
	}
}

// contract holds what passes through it against the document.
type contract struct {
	t        *testing.T
	document *openapi3.T
	next     http.RoundTripper

	mu   sync.Mutex
	seen map[string]int // by method and path as the document writes it
}

// undocumented are answers that GitHub gives and its document leaves out. They
// have the form of its basic errors.
var undocumented = map[string][]int{
	"GET /app/installations/{installation_id}": {http.StatusUnauthorized, http.StatusForbidden},
	"DELETE /applications/{client_id}/token":   {http.StatusUnauthorized, http.StatusNotFound},
}

func (c *contract) RoundTrip(req *http.Request) (*http.Response, error) {
	if strings.HasPrefix(req.URL.Path, "/login/oauth/") {
		return c.next.RoundTrip(req) // not part of the API
	}
	path, item, names := c.find(req.URL.Path)
	if item == nil || item.GetOperation(req.Method) == nil {
		c.t.Errorf("GitHub documents no %s %s", req.Method, req.URL.Path)
		return c.next.RoundTrip(req)
	}
	c.count(req.Method + " " + path)
	copied := req.Clone(req.Context())
	if req.GetBody != nil {
		copied.Body, _ = req.GetBody() // of a bytes.Reader, which cannot fail
	}
	in := &openapi3filter.RequestValidationInput{
		Request: copied, PathParams: names,
		Route:   &routers.Route{Spec: c.document, Path: path, PathItem: item, Method: req.Method, Operation: item.GetOperation(req.Method)},
		Options: &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	if err := openapi3filter.ValidateRequest(req.Context(), in); err != nil {
		c.t.Errorf("%s %s is not as GitHub documents it: %v", req.Method, path, err)
	}
	resp, err := c.next.RoundTrip(req)
	if err == nil {
		c.check(in, resp)
	}
	return resp, err
}

func (c *contract) check(in *openapi3filter.RequestValidationInput, resp *http.Response) {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Errorf("the answer cannot be read: %v", err)
	}
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	operation := in.Route.Method + " " + in.Route.Path
	for _, status := range undocumented[operation] {
		if resp.StatusCode == status {
			c.checkBasicError(operation, body)
			return
		}
	}
	answer := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: resp.StatusCode, Header: resp.Header, Options: in.Options,
	}
	answer.SetBodyBytes(body)
	if err := openapi3filter.ValidateResponse(in.Request.Context(), answer); err != nil {
		c.t.Errorf("the answer to %s, status %d, is not as GitHub documents it: %v", operation, resp.StatusCode, err)
	}
}

func (c *contract) checkBasicError(operation string, body []byte) {
	var document any
	err := json.Unmarshal(body, &document)
	if err == nil {
		err = c.document.Components.Schemas["basic-error"].Value.VisitJSON(document)
	}
	if err != nil {
		c.t.Errorf("the refusal of %s is no basic error: %v", operation, err)
	}
}

func (c *contract) count(operation string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil {
		c.seen = map[string]int{}
	}
	c.seen[operation]++
}

// find returns the documented path that a request's path fits.
func (c *contract) find(path string) (string, *openapi3.PathItem, map[string]string) {
	for documented, item := range c.document.Paths.Map() {
		if names, ok := fit(strings.Split(documented, "/"), strings.Split(path, "/")); ok {
			return documented, item, names
		}
	}
	return "", nil, nil
}

func fit(documented, path []string) (map[string]string, bool) {
	names := map[string]string{}
	if len(documented) != len(path) {
		return nil, false
	}
	for n, part := range documented {
		switch {
		case strings.HasPrefix(part, "{"):
			names[strings.Trim(part, "{}")] = path[n]
		case part != path[n]:
			return nil, false
		}
	}
	return names, true
}

// TestContractSeesAWrongAnswer keeps the check from passing everything.
func TestContractSeesAWrongAnswer(t *testing.T) {
	t.Parallel()
	document, err := load()
	if err != nil {
		t.Skipf("GitHub's OpenAPI document cannot be read (%v); TestContract says how to get it", err)
	}
	in := &openapi3filter.RequestValidationInput{
		Request: &http.Request{Method: http.MethodPost},
		Route: &routers.Route{
			Spec: document, Method: http.MethodPost,
			Operation: document.Paths.Value("/app/installations/{installation_id}/access_tokens").Post,
		},
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	for status, body := range map[int]string{201: `{"token": 7, "expires_at": "soon"}`, 418: `{}`} {
		answer := &openapi3filter.ResponseValidationInput{
			RequestValidationInput: in, Status: status, Options: in.Options,
			Header: http.Header{"Content-Type": {"application/json"}},
		}
		answer.SetBodyBytes([]byte(body))
		if openapi3filter.ValidateResponse(t.Context(), answer) == nil {
			t.Errorf("status %d with %s passes for GitHub's", status, body)
		}
	}
}
