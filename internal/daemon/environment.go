package daemon

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
)

// Environment is what the process was started with, as far as the configuration
// depends on it.
type Environment struct {
	Vars map[string]string
	Home string // of the user; empty when unknown
	Root bool   // the process is root, so the box is the machine's and not a user's
}

// ProcessEnvironment returns the environment of this process.
func ProcessEnvironment() Environment {
	env := Environment{Vars: map[string]string{}, Root: os.Geteuid() == 0}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		env.Vars[name] = value
	}
	env.Home, _ = os.UserHomeDir() // empty when unknown
	return env
}

// configFile is where the configuration is when no flag names another file.
func (e Environment) configFile() string {
	if e.Root {
		return "/etc/guilds/guildsd.yaml"
	}
	return filepath.Join(e.xdg("XDG_CONFIG_HOME", ".config"), "guilds", "guildsd.yaml")
}

func (e Environment) stateDir() string {
	if e.Root {
		return "/var/lib/guilds"
	}
	return filepath.Join(e.xdg("XDG_STATE_HOME", ".local/state"), "guilds")
}

// socket falls back to the state folder where the session has no runtime folder,
// as under cron or su.
func (e Environment) socket(stateDir string) string {
	if e.Root {
		return "/run/guilds/guildsd.sock"
	}
	if dir := e.Vars["XDG_RUNTIME_DIR"]; filepath.IsAbs(dir) {
		return filepath.Join(dir, "guilds", "guildsd.sock")
	}
	return filepath.Join(stateDir, "guildsd.sock")
}

// xdg returns a folder of the XDG base directory specification, which has relative
// paths ignored.
func (e Environment) xdg(variable, underHome string) string {
	if dir := e.Vars[variable]; filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(cmp.Or(e.Home, "/"), underHome)
}
