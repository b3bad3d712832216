package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/pkg/client"
)

// SystemSocket is where the daemon of the machine listens.
const SystemSocket = "/run/guilds/guildsd.sock"

// address holds the global flags that say which daemon is meant.
type address struct {
	socket, url, tokenFile string
}

// AddressFlags adds the global flags that say which daemon is meant.
func (a *App) AddressFlags(root *cobra.Command) {
	f := root.PersistentFlags()
	f.StringVar(&a.address.socket, "socket", "", "`path` of the daemon's unix socket (GUILDS_SOCKET; else the system's, else your own)")
	f.StringVar(&a.address.url, "url", "", "`address` of a daemon on the network (GUILDS_URL); its token comes from GUILDS_TOKEN or --token-file")
	f.StringVar(&a.address.tokenFile, "token-file", "", "`file` that holds the token for --url")
	_ = root.MarkPersistentFlagFilename("socket") // fails only for a flag that is not there
	_ = root.MarkPersistentFlagFilename("token-file")
}

// Client returns a client of the daemon that the flags and the environment name.
func (a *App) Client() (*client.Client, error) {
	if a.URL() == "" {
		if a.address.tokenFile != "" {
			return nil, Usage("add --url, or leave --token-file out", "--token-file goes with --url; a unix socket needs no token")
		}
		return client.Unix(a.Socket()), nil
	}
	if a.address.socket != "" {
		return nil, Usage("leave one of them out", "--socket and --url name two different daemons")
	}
	token, err := a.token()
	if err != nil {
		return nil, err
	}
	c, err := client.TCP(a.URL(), token)
	if err != nil {
		return nil, Usage("", "--url: %v", err)
	}
	return c, nil
}

// URL returns the address of a daemon on the network; it is empty where a socket
// is used. The variable serves where a command has a --url of its own.
func (a *App) URL() string {
	if a.address.url == "" && a.address.socket == "" {
		return a.Env("GUILDS_URL")
	}
	return a.address.url
}

// Socket returns the path of the unix socket that is used without --url.
func (a *App) Socket() string {
	for _, named := range []string{a.address.socket, a.Env("GUILDS_SOCKET")} {
		if named != "" {
			return named
		}
	}
	return FindSocket(OwnSocket(a.Env), func(path string) error {
		_, err := os.Stat(path)
		return err
	})
}

// FindSocket chooses between the system's socket and the user's own: the first
// that is there. A system socket that may not be looked at is chosen only where
// the user has none, so that the error is about the permission.
func FindSocket(own string, stat func(string) error) string {
	system := stat(SystemSocket)
	if system == nil {
		return SystemSocket
	}
	if errors.Is(system, fs.ErrPermission) && stat(own) != nil {
		return SystemSocket
	}
	return own
}

// OwnSocket returns where a daemon that a user runs for himself listens.
func OwnSocket(env func(string) string) string {
	if dir := env("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "guilds", "guildsd.sock")
	}
	return filepath.Join(env("HOME"), ".local", "state", "guilds", "guildsd.sock")
}

// token reads the token for --url. It is never a flag's value: other users of
// the machine can read the command line.
func (a *App) token() (string, error) {
	if a.address.tokenFile != "" {
		data, err := os.ReadFile(a.address.tokenFile)
		if err != nil {
			return "", Usage("", "--token-file: %v", err)
		}
		return strings.TrimSpace(string(data)), nil
	}
	if token := a.Env("GUILDS_TOKEN"); token != "" {
		return token, nil
	}
	return "", Usage("set GUILDS_TOKEN, or name a file with --token-file; guildsctl token create makes a token", "--url needs a token")
}
