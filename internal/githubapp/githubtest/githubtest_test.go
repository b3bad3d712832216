package githubtest_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
)

const callback = "http://127.0.0.1:7777/callback"

func start(t *testing.T) *githubtest.Server {
	t.Helper()
	s := githubtest.Start(callback)
	t.Cleanup(s.Close)
	return s
}

// sign makes a JWT with the server's key.
func sign(t *testing.T, s *githubtest.Server, header string, claims map[string]any) string {
	t.Helper()
	block, _ := pem.Decode([]byte(s.PrivateKey))
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signed := base64.RawURLEncoding.EncodeToString([]byte(header)) + "." + base64.RawURLEncoding.EncodeToString(payload)
	digest := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature)
}

func do(t *testing.T, method, address, bearer string, header http.Header, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	for name := range header {
		req.Header.Set(name, header.Get(name))
	}
	req.Header.Set("Authorization", "Bearer "+bearer)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

func TestAppTokens(t *testing.T) {
	t.Parallel()
	s := start(t)
	address := fmt.Sprintf("%s/app/installations/%d", s.URL, s.Install("acme"))
	const rs256 = `{"alg":"RS256","typ":"JWT"}`
	now := time.Now()
	claims := func(issuer any, from, to time.Duration) map[string]any {
		return map[string]any{"iss": issuer, "iat": now.Add(from).Unix(), "exp": now.Add(to).Unix()}
	}
	good := claims(githubtest.ClientID, -time.Minute, 9*time.Minute)
	tests := map[string]struct {
		token string
		want  int
	}{
		"by the client ID":       {sign(t, s, rs256, good), 200},
		"by the App ID":          {sign(t, s, rs256, claims(githubtest.AppID, -time.Minute, 9*time.Minute)), 200},
		"by the App ID as text":  {sign(t, s, rs256, claims(fmt.Sprint(githubtest.AppID), -time.Minute, 9*time.Minute)), 200},
		"by another App":         {sign(t, s, rs256, claims("Iv1.other", -time.Minute, 9*time.Minute)), 401},
		"by nobody":              {sign(t, s, rs256, claims(nil, -time.Minute, 9*time.Minute)), 401},
		"of another algorithm":   {sign(t, s, `{"alg":"none"}`, good), 401},
		"for more than ten":      {sign(t, s, rs256, claims(githubtest.ClientID, 0, 11*time.Minute)), 401},
		"from the future":        {sign(t, s, rs256, claims(githubtest.ClientID, time.Minute, 9*time.Minute)), 401},
		"that has expired":       {sign(t, s, rs256, claims(githubtest.ClientID, -10*time.Minute, -time.Second)), 401},
		"without signature":      {sign(t, s, rs256, good)[:60], 401},
		"with another signature": {sign(t, s, rs256, good) + "AA", 401},
		"that is none":           {"", 401},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, body := do(t, http.MethodGet, address, tt.token, nil, ""); got != tt.want {
				t.Errorf("the status is %d, want %d: %s", got, tt.want, body)
			}
		})
	}
}

// TestExchangeAnswersInTheFormThatIsAskedFor, since GitHub's default is not JSON.
func TestExchangeAnswersInTheFormThatIsAskedFor(t *testing.T) {
	t.Parallel()
	s := start(t)
	form := url.Values{"client_id": {githubtest.ClientID}, "client_secret": {s.ClientSecret}, "code": {"unknown"}}.Encode()
	for accept, want := range map[string]string{"application/json": `"error":"bad_verification_code"`, "": "error=bad_verification_code&"} {
		header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {accept}}
		status, body := do(t, http.MethodPost, s.URL+"/login/oauth/access_token", "", header, form)
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("Accept %q: status %d with %s, want 200 with %s", accept, status, body, want)
		}
	}
}

func TestPagesThatGitHubDoesNotHave(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, path := range []string{"/apps/other/installations/new", "/login/oauth/authorize?client_id=other", "/rate_limit"} {
		if got, _ := do(t, http.MethodGet, s.URL+path, "", nil, ""); got != http.StatusNotFound {
			t.Errorf("%s: the status is %d, want 404", path, got)
		}
	}
}

func TestABrowserIsSentOnlyToCallbacksOfTheApp(t *testing.T) {
	t.Parallel()
	s := start(t)
	const moved = "http://127.0.0.1:8888/callback"
	s.SetCallbacks(moved)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for to, want := range map[string]string{moved: moved + "?code=", callback: moved + "?error=redirect_uri_mismatch"} {
		q := url.Values{"client_id": {githubtest.ClientID}, "redirect_uri": {to}}
		resp, err := client.Get(s.URL + "/login/oauth/authorize?" + q.Encode())
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header.Get("Location"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: the browser is sent to %s, want %s", to, got, want)
		}
	}
}
