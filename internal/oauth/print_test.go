package oauth_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/oauth"
)

func TestNothingPrintsItsSecrets(t *testing.T) {
	t.Parallel()
	c := oauth.Client{ID: "c1", Secret: clientSecret, Issuer: "https://as.h.test"}
	values := map[string]any{
		"client": c,
		"login":  oauth.Login{Client: c, Server: oauth.Server{Issuer: "https://as.h.test"}, State: "s3cret-state", Verifier: verifier},
		"token":  oauth.Token{Access: accessToken, Refresh: refreshToken, Expiry: time.Now()},
	}
	for name, v := range values {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
				fmt.Fprintf(&out, verb+"\n", v)
				fmt.Fprintf(&out, verb+"\n", []any{v, &v})
			}
			slog.New(slog.NewJSONHandler(&out, nil)).Info("m", "value", v)
			slog.New(slog.NewTextHandler(&out, nil)).Info("m", "value", v)
			if got := out.String(); strings.Contains(got, "s3cret") || !strings.Contains(got, name) {
				t.Errorf("printed:\n%s", got)
			}
		})
	}
}
