package daemon

import (
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/model"
)

// setting is one row of the table of settings.
type setting struct {
	name    string // in guildsd.yaml, and in what guildsd config prints
	env     string // the environment variable
	flag    string // without its hyphens; empty for what must not stand in a list of processes or is rarely set
	def     string // the default
	defText string // the default in words, where it depends on the machine
	secret  bool
	help    string
	read    reader
}

// reader checks a value and keeps it in the configuration. Its error says what
// would be right and repeats no value.
type reader func(c *Config, value string) error

const (
	kib = 1 << 10
	mib = 1 << 20
)

// settings is the table, in the order in which it is shown. The variables of the
// integrations follow it.
var settings = append([]setting{
	{name: "state_dir", env: "GUILDS_STATE_DIR", flag: "state-dir",
		defText: "`/var/lib/guilds` as root, else `$XDG_STATE_HOME/guilds`",
		help:    "folder of all that the box keeps: the embedded database, the master key",
		read:    path(func(c *Config) *string { return &c.StateDir })},
	{name: "socket", env: "GUILDS_SOCKET", flag: "socket",
		defText: "`/run/guilds/guildsd.sock` as root, else `$XDG_RUNTIME_DIR/guilds/guildsd.sock`",
		help:    "unix socket that guildsctl speaks to",
		read:    path(func(c *Config) *string { return &c.Socket })},
	{name: "listen", env: "GUILDS_LISTEN", flag: "listen",
		help: "address host:port to serve token holders on over TCP; off when empty",
		read: optional(hostPort(func(c *Config) *string { return &c.Listen }))},
	{name: "callback_listen", env: "GUILDS_CALLBACK_LISTEN", flag: "callback-listen", def: "127.0.0.1:7434",
		help: "loopback address host:port at which browsers on this machine end a login; off when empty",
		read: optional(loopbackPort(func(c *Config) *string { return &c.CallbackListen }))},
	{name: "public_base_url", env: "PUBLIC_BASE_URL", flag: "public-base-url",
		help: "address under which browsers reach the box, for the callbacks of logins",
		read: optional(baseURL(func(c *Config) *string { return &c.PublicBaseURL }))},
	{name: "database_url", env: "GUILDS_DATABASE_URL", secret: true,
		help: "PostgreSQL to use, `postgres://USER:PASSWORD@HOST/DATABASE`; the embedded one when empty",
		read: optional(databaseURL(func(c *Config) *Secret { return &c.DatabaseURL }))},
	{name: "master_key", env: "GUILDS_MASTER_KEY", secret: true,
		help: "key that seals stored credentials, 64 hexadecimal digits or base64; when empty, the systemd credential `master-key` or the file `master.key` in the state folder",
		read: optional(masterKey(func(c *Config) *Secret { return &c.MasterKey }))},
	{name: "log_level", env: "GUILDS_LOG_LEVEL", flag: "log-level", def: "info",
		help: "least serious message that is logged: `debug`, `info`, `warn` or `error`",
		read: logLevel},
	{name: "log_format", env: "GUILDS_LOG_FORMAT", flag: "log-format", def: "auto",
		help: "`text`, `json`, or `auto`: text on a terminal, JSON elsewhere",
		read: oneOf(func(c *Config) *string { return &c.LogFormat }, "auto", "text", "json")},
	{name: "session_idle", env: "GUILDS_SESSION_IDLE", flag: "session-idle", def: "10m",
		help: "how long an unused session with an MCP server is kept open, 10s to 24h",
		read: duration(func(c *Config) *time.Duration { return &c.SessionIdle }, 10*time.Second, 24*time.Hour)},
	{name: "shutdown_timeout", env: "GUILDS_SHUTDOWN_TIMEOUT", flag: "shutdown-timeout", def: "30s",
		help: "how long calls in flight may take to end when the daemon stops, 1s to 10m",
		read: duration(func(c *Config) *time.Duration { return &c.ShutdownTimeout }, time.Second, 10*time.Minute)},
	{name: "result_max_bytes", env: "GUILDS_RESULT_MAX_BYTES", flag: "result-max-bytes", def: "64KiB",
		help: "bytes of a tool's result that are kept, 1KiB to 16MiB",
		read: size(func(c *Config) *int { return &c.ResultMaxBytes }, kib, 16*mib)},
	{name: "generations", env: "GUILDS_GENERATIONS", flag: "generations", def: "100",
		help: "how many agents may work at once on this daemon, 1 to 1000",
		read: count(func(c *Config) *int { return &c.Generations }, 1, 1000)},
}, slices.Concat(modelSettings(), integrationSettings())...)

// modelSettings point each provider of models at another server that speaks its API.
// The operator chose it, so it may stand in a private network, and speak plain http.
func modelSettings() []setting {
	var rows []setting
	for _, p := range model.Providers() {
		rows = append(rows, setting{
			name: p.Name + "_base_url", env: strings.ToUpper(p.Name) + "_BASE_URL", def: p.BaseURL,
			help: "address below which the API of " + p.Title + ", or of a server that speaks it (vLLM, Ollama, a proxy), stands",
			read: modelAddress(p.Name),
		})
	}
	return rows
}

// integrationSettings makes a setting of each variable of the integrations, so
// that a new one there is known here.
func integrationSettings() []setting {
	var rows []setting
	for _, row := range integration.Table() {
		for _, v := range row.Variables {
			help := "for " + row.Purpose
			if v.Optional {
				help += "; optional"
			}
			rows = append(rows, setting{
				name: strings.ToLower(v.Name), env: v.Name, secret: v.Secret, help: help,
				read: func(*Config, string) error { return nil }, // the registry reads it
			})
		}
	}
	return rows
}

// upstreamName and upstreamEnv begin the names of the settings that point one
// connector or service at another address: upstream.github in guildsd.yaml,
// GUILDS_UPSTREAM_GITHUB in the environment.
const (
	upstreamName = "upstream"
	upstreamEnv  = "GUILDS_UPSTREAM_"
)

// clientVariables are GUILDS_ variables that guildsctl reads. A shell that has
// them may start guildsd.
var clientVariables = []string{"GUILDS_TOKEN", "GUILDS_URL"}
