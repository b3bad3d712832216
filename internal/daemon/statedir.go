package daemon

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/guildsbox/guilds/internal/guild"
)

// lockState makes the state folder where it is missing and takes it for this
// process. The kernel lets go of it when the process ends, however it ends.
func lockState(dir string) (release func(), err error) {
	// Root's folder may be passed through, and not read, by the account that
	// runs the embedded database; every file in it is private on its own.
	mode := os.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o711
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the state folder cannot be made: %s", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "guildsd.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the state folder cannot be used: %s", err)
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		holder, _ := io.ReadAll(io.LimitReader(f, 32))
		f.Close()
		return nil, guild.Errorf(guild.CodeConflict, "guildsd already runs on the state folder %s (process %s)", dir, strings.TrimSpace(string(holder))).
			WithHint("stop that one first, or give this one another folder with --state-dir")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	if err = f.Truncate(0); err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	return func() { f.Close() }, err
}

// daemonID returns the name by which this daemon holds what it works on. It stays
// the same over restarts, so that a daemon takes up at once what it had begun.
func daemonID(dir string) (string, error) {
	path := filepath.Join(dir, "daemon.id")
	data, err := os.ReadFile(path)
	if id, parseErr := guild.ParseID(strings.TrimSpace(string(data))); err == nil && parseErr == nil {
		return string(id), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the daemon's id: %w", err)
	}
	id := string(guild.NewID())
	if err := os.WriteFile(path, []byte(id+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("write the daemon's id: %w", err)
	}
	return id, nil
}
