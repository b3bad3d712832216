package daemon_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/guildsbox/guilds/internal/daemon"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/pkg/api"
)

// inputs are what a configuration is read from. The files are in a folder of
// their own, and "$DIR" in args and in an expected text stands for it.
type inputs struct {
	yaml, dotenv string
	env          map[string]string
	args         []string
}

// user is a person's own environment.
func user(home string, vars map[string]string) daemon.Environment {
	env := daemon.Environment{Home: home, Vars: map[string]string{}}
	maps.Copy(env.Vars, vars)
	return env
}

func load(t *testing.T, dir string, in inputs) (*daemon.Config, error) {
	t.Helper()
	conf := filepath.Join(dir, ".config", "guilds")
	if err := os.MkdirAll(conf, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"guildsd.yaml": in.yaml, ".env": in.dotenv} {
		if content == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(conf, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	flags := pflag.NewFlagSet("guildsd", pflag.ContinueOnError)
	daemon.AddFlags(flags)
	args := make([]string, len(in.args))
	for i, arg := range in.args {
		args[i] = strings.ReplaceAll(arg, "$DIR", dir)
	}
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	return daemon.LoadConfig(flags, user(dir, in.env))
}

func mustLoad(t *testing.T, dir string, in inputs) *daemon.Config {
	t.Helper()
	c, err := load(t, dir, in)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func valueOf(t *testing.T, c *daemon.Config, name string) api.Setting {
	t.Helper()
	for _, v := range c.Values() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("there is no setting %q", name)
	return api.Setting{}
}

func TestLayers(t *testing.T) {
	t.Parallel()
	all := inputs{
		yaml:   "session_idle: 1m",
		dotenv: "GUILDS_SESSION_IDLE=2m",
		env:    map[string]string{"GUILDS_SESSION_IDLE": "3m"},
		args:   []string{"--session-idle=4m"},
	}
	without := func(drop func(*inputs)) inputs {
		in := all
		drop(&in)
		return in
	}
	tests := []struct {
		name   string
		in     inputs
		want   time.Duration
		source string
	}{
		{"a flag wins", all, 4 * time.Minute, "flag --session-idle"},
		{"then the environment", without(func(in *inputs) { in.args = nil }), 3 * time.Minute, "environment GUILDS_SESSION_IDLE"},
		{"a variable set to nothing is not set", without(func(in *inputs) {
			in.args, in.env = nil, map[string]string{"GUILDS_SESSION_IDLE": ""}
		}), 2 * time.Minute, "$DIR/.config/guilds/.env"},
		{"then .env", without(func(in *inputs) { in.args, in.env = nil, nil }), 2 * time.Minute, "$DIR/.config/guilds/.env"},
		{"then the file", inputs{yaml: all.yaml}, time.Minute, "$DIR/.config/guilds/guildsd.yaml"},
		{"then the default", inputs{}, 10 * time.Minute, "default"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			c := mustLoad(t, dir, tt.in)
			got, want := valueOf(t, c, "session_idle").Source, strings.ReplaceAll(tt.source, "$DIR", dir)
			if c.SessionIdle != tt.want || got != want {
				t.Errorf("session_idle is %s from %s; want %s from %s", c.SessionIdle, got, tt.want, want)
			}
		})
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	flags := pflag.NewFlagSet("guildsd", pflag.ContinueOnError)
	daemon.AddFlags(flags)
	tests := map[string]struct {
		env              daemon.Environment
		stateDir, socket string
	}{
		"the machine's": {daemon.Environment{Root: true, Home: "/root", Vars: map[string]string{"XDG_RUNTIME_DIR": "/run/user/0"}},
			"/var/lib/guilds", "/run/guilds/guildsd.sock"},
		"a user's": {user("/home/ada", map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"}),
			"/home/ada/.local/state/guilds", "/run/user/7/guilds/guildsd.sock"},
		"a user's with folders of their own": {user("/home/ada", map[string]string{"XDG_STATE_HOME": "/data"}),
			"/data/guilds", "/data/guilds/guildsd.sock"},
		"a relative folder is ignored": {user("/home/ada", map[string]string{"XDG_STATE_HOME": "data", "XDG_RUNTIME_DIR": "run"}),
			"/home/ada/.local/state/guilds", "/home/ada/.local/state/guilds/guildsd.sock"},
		"the socket follows the state folder": {user("/home/ada", map[string]string{"GUILDS_STATE_DIR": "/srv/box/"}),
			"/srv/box", "/srv/box/guildsd.sock"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := daemon.LoadConfig(flags, tt.env)
			if err != nil {
				t.Fatal(err)
			}
			if c.StateDir != tt.stateDir || c.Socket != tt.socket {
				t.Errorf("state %s, socket %s; want %s, %s", c.StateDir, c.Socket, tt.stateDir, tt.socket)
			}
			if c.LogLevel != slog.LevelInfo || c.LogFormat != "auto" || c.SessionIdle != 10*time.Minute ||
				c.ShutdownTimeout != 30*time.Second || c.ResultMaxBytes != 65536 || c.Listen != "" || c.DatabaseURL != "" {
				t.Errorf("the other defaults are %+v", c)
			}
		})
	}
}

func TestModelAddresses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   inputs
		want map[string]string
	}{
		{inputs{}, map[string]string{"openrouter": "https://openrouter.ai/api/v1", "deepinfra": "https://api.deepinfra.com/v1/openai"}},
		{inputs{yaml: "deepinfra_base_url: http://10.0.0.7:8000/v1/", env: map[string]string{"OPENROUTER_BASE_URL": "http://127.0.0.1:11434/v1"}},
			map[string]string{"openrouter": "http://127.0.0.1:11434/v1", "deepinfra": "http://10.0.0.7:8000/v1"}},
	} {
		if diff := cmp.Diff(tt.want, mustLoad(t, t.TempDir(), tt.in).ModelAddresses); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	const file, dotenv = "$DIR/.config/guilds/guildsd.yaml: ", "$DIR/.config/guilds/.env: "
	tests := map[string]struct {
		in   inputs
		want []string // every problem, in order
	}{
		"unknown key in the file": {inputs{yaml: "state-dir: /srv\nlog_levl: info"}, []string{
			file + "log_levl: there is no such setting; the nearest is log_level",
			file + "state-dir: there is no such setting; the nearest is state_dir",
		}},
		"unknown variable for the box": {inputs{env: map[string]string{"GUILDS_STATEDIR": "/srv", "GUILDS_PUBLIC_BASE_URL": "x", "GUILDS_TOKEN": "t", "HOME": "/"}}, []string{
			"environment GUILDS_PUBLIC_BASE_URL: there is no such setting; the nearest is PUBLIC_BASE_URL",
			"environment GUILDS_STATEDIR: there is no such setting; the nearest is GUILDS_STATE_DIR",
		}},
		"unknown variable in .env": {inputs{dotenv: "OPENROUTER_KEY=sk-hunter2"}, []string{
			dotenv + "OPENROUTER_KEY: there is no such setting; the nearest is OPENROUTER_API_KEY",
		}},
		"a list and a group where a value belongs": {inputs{yaml: "socket: [a]\nlisten: {port: 1}\nupstream: x"}, []string{
			file + "listen: must be a single value", file + "socket: must be a single value", file + "upstream: must map slugs to addresses",
		}},
		"every value at once": {inputs{
			yaml: "session_idle: 600\nresult_max_bytes: 64KB\nlog_level: loud",
			env:  map[string]string{"GUILDS_SHUTDOWN_TIMEOUT": "1h", "GUILDS_DATABASE_URL": "hunter2", "GUILDS_MASTER_KEY": "hunter2", "PUBLIC_BASE_URL": "ftp://x"},
			args: []string{"--state-dir=state", "--listen=7780", "--log-format=xml"},
		}, []string{
			"flag --state-dir: state_dir: must be an absolute path, such as /srv/guilds",
			"flag --listen: listen: must be HOST:PORT with a port from 0 to 65535, such as 127.0.0.1:7780",
			"environment PUBLIC_BASE_URL: public_base_url: must be http:// or https:// with a host and at most a path, such as https://box.example.org",
			"environment GUILDS_DATABASE_URL: database_url: must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, or keywords such as host=/run/postgresql dbname=guilds",
			"environment GUILDS_MASTER_KEY: master_key: a value of 7 characters is not a master key; a master key is 32 bytes written as 64 hexadecimal digits or as base64",
			file + "log_level: must be debug, info, warn or error",
			"flag --log-format: log_format: must be one of auto, text, json",
			file + "session_idle: must be a duration with its unit, such as 90s or 10m",
			"environment GUILDS_SHUTDOWN_TIMEOUT: shutdown_timeout: must be from 1s to 10m0s",
			file + "result_max_bytes: must be a number of bytes, or of KiB or MiB, such as 64KiB",
		}},
		"addresses of models": {inputs{env: map[string]string{"OPENROUTER_BASE_URL": "127.0.0.1:8000", "DEEPINFRA_BASE_URL": "https://key@models.test/v1"}}, []string{
			"environment OPENROUTER_BASE_URL: openrouter_base_url: must be http:// or https:// with a host and at most a path, such as http://127.0.0.1:11434/v1",
			"environment DEEPINFRA_BASE_URL: deepinfra_base_url: must be http:// or https:// with a host and at most a path, such as http://127.0.0.1:11434/v1",
		}},
		"limits": {inputs{yaml: "result_max_bytes: 100\nsession_idle: 1s"}, []string{
			file + "session_idle: must be from 10s to 24h0m0s", file + "result_max_bytes: must be from 1024 to 16777216 bytes",
		}},
		"a stand-in elsewhere": {inputs{env: map[string]string{"GUILDS_UPSTREAM_GITHUB": "https://example.org"}, yaml: "upstream: {9x: 'http://127.0.0.1:1'}"}, []string{
			file + `upstream.9x: "9x" is not a slug; use up to 63 lower-case letters, digits and hyphens, a letter first`,
			"environment GUILDS_UPSTREAM_GITHUB: upstream.github: must be an address of this machine, such as http://127.0.0.1:8080, since a stand-in is for tests and receives credentials",
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			_, err := load(t, dir, tt.in)
			if guild.CodeOf(err) != guild.CodeInvalid {
				t.Fatalf("LoadConfig: %v; want it refused", err)
			}
			want := "the configuration is wrong:\n  " + strings.ReplaceAll(strings.Join(tt.want, "\n  "), "$DIR", dir)
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Errorf("the problems differ (-want +got):\n%s", diff)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Error("a problem repeats a secret")
			}
		})
	}
}

func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in   inputs
		want string
	}{
		"not YAML":         {inputs{yaml: "master_key: hunter2\n\tx: y"}, "guildsd.yaml, line 2 cannot be read"},
		"a lone word":      {inputs{yaml: "hunter2"}, "guildsd.yaml, line 1 cannot be read"},
		"not an .env":      {inputs{dotenv: "hunter2 hunter2"}, ".env cannot be read; it must be lines NAME=value"},
		"named and absent": {inputs{args: []string{"--config=$DIR/none.yaml"}}, "there is no configuration file"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, t.TempDir(), tt.in)
			if guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("LoadConfig: %v; want an error with %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error quotes the file: %v", err)
			}
		})
	}
}

func TestNamedFileHasItsOwnDotenv(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{"box.yaml": "log_level: debug", ".env": "GUILDS_LOG_FORMAT=json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := mustLoad(t, dir, inputs{yaml: "log_level: error", args: []string{"--config=$DIR/box.yaml"}})
	if c.LogLevel != slog.LevelDebug || c.LogFormat != "json" {
		t.Errorf("level %s, format %s; want debug, json", c.LogLevel, c.LogFormat)
	}
}

func TestUpstreams(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, t.TempDir(), inputs{
		yaml:   "upstream:\n  github: http://127.0.0.1:1\n  qonto: http://localhost:2/",
		dotenv: "GUILDS_UPSTREAM_PINNED_PRICES='http://[::1]:3/base'",
		env:    map[string]string{"GUILDS_UPSTREAM_GITHUB": "http://127.0.0.1:4"},
	})
	want := map[string]string{"github": "http://127.0.0.1:4", "qonto": "http://localhost:2", "pinned-prices": "http://[::1]:3/base"}
	if diff := cmp.Diff(want, c.Upstreams); diff != "" {
		t.Errorf("the upstreams differ (-want +got):\n%s", diff)
	}
	if got := valueOf(t, c, "upstream.github").Source; got != "environment GUILDS_UPSTREAM_GITHUB" {
		t.Errorf("upstream.github comes from %s", got)
	}
}

func TestIntegrationsReadEveryLayer(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, t.TempDir(), inputs{
		yaml:   "gmail_oauth_client_id: id",
		dotenv: `GITHUB_APP_PRIVATE_KEY="-----BEGIN\nKEY-----"`,
		env:    map[string]string{"GMAIL_OAUTH_CLIENT_SECRET": "s", "CREDENTIALS_DIRECTORY": "/run/credentials/guildsd.service"},
	})
	if s, _ := c.Integrations.For("gmail"); s.State != integration.On {
		t.Errorf("gmail is %s, missing %q", s.State, s.Missing)
	}
	if s, _ := c.Integrations.For("github"); s.State != integration.Incomplete {
		t.Errorf("github is %s", s.State)
	}
	if got := c.Integrations.Value("GITHUB_APP_PRIVATE_KEY"); got != "-----BEGIN\nKEY-----" {
		t.Errorf("the key came as %q", got)
	}
	if c.CredentialsDir != "/run/credentials/guildsd.service" {
		t.Errorf("the credentials are in %q", c.CredentialsDir)
	}
}

func TestSecretsNeverShow(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("ab", 32)
	env := map[string]string{"GUILDS_DATABASE_URL": "postgres://u:hunter2@h/d", "GUILDS_MASTER_KEY": key}
	for _, row := range integration.Table() {
		for _, v := range row.Variables {
			if v.Secret {
				env[v.Name] = "hunter2"
			}
		}
	}
	c := mustLoad(t, t.TempDir(), inputs{env: env})
	if string(c.DatabaseURL) != env["GUILDS_DATABASE_URL"] || string(c.MasterKey) != key {
		t.Error("the secrets themselves are lost")
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%v %+v %#v %s %x", c, *c, c, c.DatabaseURL, c.MasterKey)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("config", "config", c, "url", c.DatabaseURL)
	if err := c.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "hunter2") || strings.Contains(out.String(), "abab") {
		t.Errorf("a secret shows in %s", out.String())
	}
	if v := valueOf(t, c, "sentry_dsn"); v.Value == "" || !v.Secret {
		t.Errorf("a secret that is set does not show as set: %+v", v)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, t.TempDir(), inputs{args: []string{"--socket=/tmp/g.sock"}})
	var text, raw bytes.Buffer
	if err := c.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteJSON(&raw); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"SETTING", "/tmp/g.sock", "flag --socket"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, &text)
		}
	}
	var values []api.Setting
	if err := json.Unmarshal(raw.Bytes(), &values); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c.Values(), values); diff != "" {
		t.Errorf("the JSON differs (-want +got):\n%s", diff)
	}
}

// A secret on a command line is seen by everyone who lists the processes.
func TestSecretsHaveNoFlag(t *testing.T) {
	t.Parallel()
	flags := pflag.NewFlagSet("guildsd", pflag.ContinueOnError)
	daemon.AddFlags(flags)
	c := mustLoad(t, t.TempDir(), inputs{})
	for _, v := range c.Values() {
		if v.Secret && flags.Lookup(strings.ReplaceAll(v.Name, "_", "-")) != nil {
			t.Errorf("the secret %s has a flag", v.Name)
		}
	}
	if flags.Lookup("state-dir") == nil || flags.Lookup("config") == nil {
		t.Error("a flag is missing")
	}
}

func TestSettingsTable(t *testing.T) {
	t.Parallel()
	table := daemon.SettingsTable()
	for _, v := range mustLoad(t, t.TempDir(), inputs{}).Values() {
		if !strings.Contains(table, "| `"+v.Name+"` | ") {
			t.Errorf("the table lacks %s", v.Name)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if strings.Count(line, "|") != 6 {
			t.Errorf("not five columns: %s", line)
		}
	}
}
