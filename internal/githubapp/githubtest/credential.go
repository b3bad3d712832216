package githubtest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	maxAppTokenLife       = 10 * time.Minute
	installationTokenLife = time.Hour
	// installationTokenLength is that of the form which GitHub has rolled out
	// since April 2026, ghs_APPID_JWT.
	installationTokenLength = 900
)

// token is an installation token.
type token struct {
	installation int64
	repositories []int64 // nil for all
	expires      time.Time
}

func longToken() string {
	value := fmt.Sprintf("ghs_%d_", AppID)
	for len(value) < installationTokenLength {
		value += rand.Text() + "."
	}
	return value[:installationTokenLength]
}

// asApp lets in requests that the App has signed.
func (s *Server) asApp(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if refused := s.refusesAppToken(bearer(r)); refused != nil {
			refused.send(w)
			return
		}
		next(w, r)
	}
}

func bearer(r *http.Request) string {
	value, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return value
}

// refusesAppToken checks a token as RFC 7519 and GitHub's page "Generating a JSON
// web token (JWT) for a GitHub App" say.
func (s *Server) refusesAppToken(value string) *Answer {
	var header struct {
		Algorithm string `json:"alg"`
	}
	var claims struct {
		Issuer   any   `json:"iss"` // the client ID, or the App ID as a text or a number
		IssuedAt int64 `json:"iat"`
		Expires  int64 `json:"exp"`
	}
	parts := strings.Split(value, ".")
	if len(parts) != 3 || !decode(parts[0], &header) || !decode(parts[1], &claims) || header.Algorithm != "RS256" {
		return &badAppToken
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err != nil || rsa.VerifyPKCS1v15(s.key, crypto.SHA256, digest[:], signature) != nil {
		return &badAppToken
	}
	issuer := fmt.Sprintf("%.0f", claims.Issuer)
	if text, ok := claims.Issuer.(string); ok {
		issuer = text
	}
	now := s.now()
	switch {
	case issuer != ClientID && issuer != strconv.Itoa(AppID):
		return &badAppToken
	case claims.Expires > now.Add(maxAppTokenLife).Unix():
		return &farExpiry
	case claims.IssuedAt > now.Unix(), claims.Expires <= now.Unix():
		return &badAppToken
	}
	return nil
}

func decode(part string, into any) bool {
	raw, err := base64.RawURLEncoding.DecodeString(part)
	return err == nil && json.Unmarshal(raw, into) == nil
}
