package githubapp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

// FuzzPrivateKey looks for a key that breaks the reader or shows in its error.
// No seed is a whole key: making one takes minutes under the fuzzer, and the
// tests beside read whole ones.
func FuzzPrivateKey(f *testing.F) {
	for _, seed := range []string{
		"-----BEGIN RSA PRIVATE KEY-----\n-----END RSA PRIVATE KEY-----\n",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx2==\n-----END RSA PRIVATE KEY-----\n",
		"-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-256-CBC,00\n\nMAA=\n-----END RSA PRIVATE KEY-----\n",
		`-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n`,
		`-----BEGIN PRIVATE KEY-----\r\nMBMCAQAwDQYJKoZIhvcNAQEBBQAEAA==\r\n-----END PRIVATE KEY-----`,
		"-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n",
		"-----BEGIN ", `\n\n\r\n`, "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		_, err := githubapp.New(githubapp.Config{
			AppID: "1", Slug: "box", ClientID: "Iv1.box", ClientSecret: "secret", PrivateKey: key,
		}, http.DefaultClient, clock)
		if err == nil {
			return
		}
		if guild.CodeOf(err) != guild.CodeUnsupported {
			t.Errorf("the error has the code %s", guild.CodeOf(err))
		}
		for _, line := range strings.FieldsFunc(key, func(r rune) bool { return r == '\n' || r == '\\' }) {
			// Shorter ones are words of the error itself.
			if len(line) > 24 && strings.Contains(err.Error(), line) {
				t.Errorf("the error shows %q", line)
			}
		}
	})
}
