package daemon

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/integration"
)

// What is secret in the configuration does not reach the log in any form.
func TestLogShowsNoSecret(t *testing.T) {
	t.Parallel()
	const password, tavily = `p&ss "word`, "tvly-4f7Qz81x"
	database := url.URL{Scheme: "postgres", User: url.UserPassword("guilds", password), Host: "db.test", Path: "/guilds"}
	config := &Config{
		DatabaseURL: Secret(database.String()),
		MasterKey:   Secret(strings.Repeat("0123456789abcdef", 4)),
		Integrations: integration.New(func(name string) string {
			return map[string]string{"TAVILY_API_KEY": tavily}[name]
		}),
	}
	quoted, err := json.Marshal(password)
	if err != nil {
		t.Fatal(err)
	}
	leaks := map[string]string{
		"the address":          string(config.DatabaseURL),
		"the master key":       string(config.MasterKey),
		"a password":           password,
		"a password as JSON":   strings.Trim(string(quoted), `"`),
		"a password in a URL":  url.QueryEscape(password),
		"a key":                tavily,
		"a key in base64":      base64.StdEncoding.EncodeToString([]byte(tavily)),
		"a key within base64":  base64.StdEncoding.EncodeToString([]byte("user:" + tavily)),
		"a key in base64, URL": base64.RawURLEncoding.EncodeToString([]byte(tavily)),
	}
	for _, format := range []string{"text", "json"} {
		for name, leak := range leaks {
			var out bytes.Buffer
			log := newLog(&out, format, slog.LevelDebug, false, boxSecrets(config))
			log.With("with", leak).WithGroup("group").Error("message "+leak, "text", leak, "error", fmt.Errorf("wrapped: %w", errors.New(leak)), "secret", config.MasterKey)
			if n := strings.Count(out.String(), "[redacted:"); n < 4 || strings.Contains(out.String(), leak) {
				t.Errorf("%s as %s has %d marks of 4:\n%s", name, format, n, &out)
			}
		}
	}
}

func TestLogFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		format   string
		terminal bool
		json     bool
	}{{"auto", true, false}, {"auto", false, true}, {"text", false, false}, {"json", true, true}} {
		var out bytes.Buffer
		log := newLog(&out, tt.format, slog.LevelInfo, tt.terminal, nil)
		log.Debug("too quiet")
		log.Info("heard", "took", 1500*time.Millisecond)
		if got := json.Valid(out.Bytes()); got != tt.json {
			t.Errorf("format %s on a terminal %t is JSON %t:\n%s", tt.format, tt.terminal, got, &out)
		}
		if !strings.Contains(out.String(), "1.5s") || strings.Contains(out.String(), "quiet") {
			t.Errorf("the log is:\n%s", &out)
		}
	}
}
