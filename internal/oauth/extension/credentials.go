package extension

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/oauth"
)

// assertionLife is how long an assertion of a client is good for.
const assertionLife = 5 * time.Minute

// ClientCredentials logs the client itself in, RFC 6749, section 4.4.
func ClientCredentials(ctx context.Context, client *http.Client, s oauth.Server, c oauth.Client) (oauth.Token, error) {
	return oauth.Grant(ctx, client, s, c, "the client's credentials", url.Values{"grant_type": {"client_credentials"}})
}

// SignedCredentials logs the client itself in by the method private_key_jwt, RFC
// 7523, section 2.2. key is one on the curve P-256, for ES256.
func SignedCredentials(ctx context.Context, client *http.Client, s oauth.Server, id string, key *ecdsa.PrivateKey) (oauth.Token, error) {
	now := time.Now()
	assertion, err := sign(key, map[string]any{
		"iss": id, "sub": id, "aud": s.Issuer, "jti": rand.Text(),
		"iat": now.Unix(), "exp": now.Add(assertionLife).Unix(),
	})
	if err != nil {
		return oauth.Token{}, err
	}
	return oauth.Grant(ctx, client, s, oauth.Client{}, "the client's assertion", url.Values{
		"grant_type":            {"client_credentials"},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
		"client_assertion":      {assertion},
	})
}

// sign makes a JSON Web Token in the compact form of RFC 7515, section 3.1, by
// ES256: the two numbers of the signature side by side, 32 bytes each.
func sign(key *ecdsa.PrivateKey, claims map[string]any) (string, error) {
	body, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"alg":"ES256","typ":"JWT"}`)) + "." + encode(body)
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return text + "." + encode(signature), nil
}
