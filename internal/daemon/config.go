package daemon

import (
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/pkg/api"
)

// Config is the effective configuration, checked.
type Config struct {
	StateDir        string
	Socket          string
	Listen          string // host:port for TCP; empty for none
	DatabaseURL     Secret // empty for the embedded cluster
	MasterKey       Secret // empty where a systemd credential or the key file holds it
	CallbackListen  string // loopback host:port for the callbacks of logins; empty for none
	PublicBaseURL   string // without a slash at its end; empty when the box has none
	LogLevel        slog.Level
	LogFormat       string // "auto", "text" or "json"
	SessionIdle     time.Duration
	ShutdownTimeout time.Duration
	ResultMaxBytes  int
	Generations     int // of agents, that run at once

	// Upstreams are base addresses on loopback, by connector or service, that
	// stand in for the real ones in tests and demos.
	Upstreams map[string]string

	// ModelAddresses are the base addresses of the providers of models, by name and
	// without a slash at their end.
	ModelAddresses map[string]string

	// Integrations is what the keys in the configuration switch on.
	Integrations *integration.Registry

	// CredentialsDir is the folder in which systemd puts the unit's credentials;
	// empty outside a unit. It is no setting: systemd alone sets it.
	CredentialsDir string

	values []api.Setting
}

// Secret is a setting that prints as a mark. string(s) is its value.
type Secret string

const masked = "********"

// Format writes a mark instead of the value, for every verb, and nothing for a
// secret that is not set.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, s.mask()) }

// MarshalText returns a mark instead of the value.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.mask()), nil }

// LogValue returns a mark instead of the value.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.mask()) }

func (s Secret) mask() string {
	if s == "" {
		return ""
	}
	return masked
}
