package extension_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/internal/oauth/extension"
)

// endpoint answers every request with one body, and hands on the forms.
func endpoint(t *testing.T, status int, body string) (address string, forms <-chan url.Values) {
	t.Helper()
	sent := make(chan url.Values, 4)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		sent <- r.PostForm
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/token", sent
}

const token = `{"access_token":"A","token_type":"Bearer","expires_in":60}`

func server(endpoint string) oauth.Server {
	return oauth.Server{Issuer: "https://as.h.test", Resource: "https://mcp.h.test/mcp", TokenEndpoint: endpoint}
}

func TestClientCredentials(t *testing.T) {
	t.Parallel()
	address, forms := endpoint(t, http.StatusOK, token)
	c := oauth.Client{ID: "c1", Secret: "p", AuthMethod: "client_secret_post"}
	got, err := extension.ClientCredentials(context.Background(), http.DefaultClient, server(address), c)
	if err != nil || got.Access != "A" {
		t.Fatalf("token %v, error %v", got, err)
	}
	want := url.Values{"grant_type": {"client_credentials"}, "client_id": {"c1"}, "client_secret": {"p"}, "resource": {"https://mcp.h.test/mcp"}}
	if diff := cmp.Diff(want, <-forms); diff != "" {
		t.Errorf("form (-want +got):\n%s", diff)
	}
}

func TestSignedCredentials(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	address, forms := endpoint(t, http.StatusOK, token)
	if _, err := extension.SignedCredentials(context.Background(), http.DefaultClient, server(address), "c1", key); err != nil {
		t.Fatal(err)
	}
	form := <-forms
	claims := verified(t, &key.PublicKey, form.Get("client_assertion"))
	if claims["iss"] != "c1" || claims["sub"] != "c1" || claims["aud"] != "https://as.h.test" || claims["jti"] == "" {
		t.Errorf("claims %v", claims)
	}
	form.Del("client_assertion")
	want := url.Values{
		"grant_type": {"client_credentials"}, "resource": {"https://mcp.h.test/mcp"},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
	}
	if diff := cmp.Diff(want, form); diff != "" {
		t.Errorf("form (-want +got):\n%s", diff)
	}
}

// verified returns the claims of a token that key has signed by ES256.
func verified(t *testing.T, key *ecdsa.PublicKey, jwt string) map[string]any {
	t.Helper()
	parts := strings.Split(jwt, ".")
	if len(parts) != 3 {
		t.Fatalf("%q has not three parts", jwt)
	}
	var raw [3][]byte
	for i, part := range parts {
		var err error
		if raw[i], err = base64.RawURLEncoding.DecodeString(part); err != nil {
			t.Fatal(err)
		}
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	r, s := new(big.Int).SetBytes(raw[2][:32]), new(big.Int).SetBytes(raw[2][32:])
	if len(raw[2]) != 64 || !ecdsa.Verify(key, digest[:], r, s) {
		t.Fatal("the signature is wrong")
	}
	var claims map[string]any
	if err := json.Unmarshal(raw[1], &claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

func TestCrossApp(t *testing.T) {
	t.Parallel()
	provider, asked := endpoint(t, http.StatusOK, `{"access_token":"JAG","issued_token_type":"urn:ietf:params:oauth:token-type:id-jag","token_type":"N_A"}`)
	address, forms := endpoint(t, http.StatusOK, token)
	c := oauth.Client{ID: "c1", Secret: "p", AuthMethod: "client_secret_post"}
	who := extension.Identity{TokenEndpoint: provider, ClientID: "idp1", IDToken: "ID"}
	got, err := extension.CrossApp(context.Background(), http.DefaultClient, server(address), c, who)
	if err != nil || got.Access != "A" {
		t.Fatalf("token %v, error %v", got, err)
	}
	if diff := cmp.Diff(url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:token-exchange"}, "client_id": {"idp1"},
		"subject_token": {"ID"}, "subject_token_type": {"urn:ietf:params:oauth:token-type:id_token"},
		"requested_token_type": {"urn:ietf:params:oauth:token-type:id-jag"},
		"audience":             {"https://as.h.test"}, "resource": {"https://mcp.h.test/mcp"},
	}, <-asked); diff != "" {
		t.Errorf("form for the provider (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {"JAG"},
		"client_id": {"c1"}, "client_secret": {"p"}, "resource": {"https://mcp.h.test/mcp"},
	}, <-forms); diff != "" {
		t.Errorf("form for the server (-want +got):\n%s", diff)
	}
}

func TestCrossAppWithoutAnAssertion(t *testing.T) {
	t.Parallel()
	provider, _ := endpoint(t, http.StatusBadRequest, `{"error":"invalid_grant","error_description":"s3cret-id"}`)
	address, forms := endpoint(t, http.StatusOK, token)
	who := extension.Identity{TokenEndpoint: provider, IDToken: "s3cret-id"}
	_, err := extension.CrossApp(context.Background(), http.DefaultClient, server(address), oauth.Client{ID: "c1"}, who)
	if guild.CodeOf(err) != guild.CodeRejected || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("error %v", err)
	}
	if len(forms) != 0 {
		t.Error("the server was asked without an assertion")
	}
}
