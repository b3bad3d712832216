package githubapp

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

const (
	// appTokenLife is the specification's; GitHub allows ten minutes.
	appTokenLife = 9 * time.Minute
	// appTokenBackdate is what GitHub advises, for a box whose clock is ahead.
	appTokenBackdate = 60 * time.Second
)

// appTokenHeader is {"alg":"RS256","typ":"JWT"}.
const appTokenHeader = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9"

// appCredential signs a token as the App itself (RFC 7515 and RFC 7519, signed
// as RFC 7518, section 3.3, says).
func (a *App) appCredential() (credential, error) {
	now := a.now()
	claims, err := json.Marshal(map[string]any{
		"iss": a.oauth.ClientID, // which GitHub prefers to the App ID
		"iat": now.Add(-appTokenBackdate).Unix(),
		"exp": now.Add(appTokenLife).Unix(),
	})
	if err != nil {
		return credential{}, err
	}
	signed := appTokenHeader + "." + base64.RawURLEncoding.EncodeToString(claims)
	digest := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(nil, a.key, crypto.SHA256, digest[:])
	if err != nil {
		return credential{}, err
	}
	return credential{
		secret:  signed + "." + base64.RawURLEncoding.EncodeToString(signature),
		code:    guild.CodeUnsupported,
		refused: "GitHub does not accept what the box signs as its App; check that GITHUB_APP_CLIENT_ID and GITHUB_APP_PRIVATE_KEY are those of one App, and that the box's clock is right",
	}, nil
}
