package seal

import (
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/guildsbox/guilds/internal/guild"
)

const (
	keyFileName    = "master.key"
	stagedFileName = "master.key.new"
	keyFileLimit   = 1 << 10 // bytes; a key takes 65
)

// CreateKeyFile makes a fresh key and keeps it in <stateDir>/master.key with
// mode 0600. It never replaces a file: one that exists is a CodeConflict. Call it
// only for a database that holds nothing sealed.
func CreateKeyFile(stateDir string) (Key, error) {
	key := NewKey()
	path := filepath.Join(stateDir, keyFileName)
	err := writeKeyFile(path, key)
	if errors.Is(err, fs.ErrExist) {
		return Key{}, guild.Errorf(guild.CodeConflict, "there is a master key file at %s already, and it is not replaced", path)
	}
	if err != nil {
		return Key{}, err
	}
	return key, nil
}

// writeKeyFile leaves either the whole key at path or nothing, whenever the
// machine stops: the file is written under another name, made durable, and then
// linked, which fails where path exists. The folder is made durable last.
func writeKeyFile(path string, key Key) error {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, ".master-key-*") // opens with O_EXCL and mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(hex.EncodeToString(key.b[:]) + "\n")
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// readKeyFile reads a key file of ours. The error wraps fs.ErrNotExist where
// there is none, and says what is wrong with the file otherwise.
func readKeyFile(path string) (Key, error) {
	// A link is refused (O_NOFOLLOW): the checks below are about the file itself.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return Key{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Key{}, err
	}
	if err := checkKeyFile(path, info); err != nil {
		return Key{}, err
	}
	return readKey(path, f)
}

// checkKeyFile refuses a file that somebody else may read or could have written.
func checkKeyFile(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return guild.Errorf(guild.CodeInvalid, "%s is not a regular file, so the master key is not read from it", path)
	}
	if perm := info.Mode().Perm(); perm&0o077 != 0 {
		return guild.Errorf(guild.CodeInvalid, "%s has mode %04o, so others may read the master key; its mode must be 0600", path, perm).
			WithHint("chmod 600 %s", path)
	}
	owner, self := int(info.Sys().(*syscall.Stat_t).Uid), os.Geteuid()
	if owner != self {
		return guild.Errorf(guild.CodeInvalid, "%s belongs to user %d and guildsd runs as user %d; the master key file must belong to the user that guildsd runs as", path, owner, self)
	}
	return nil
}

func readKey(path string, r io.Reader) (Key, error) {
	b, err := io.ReadAll(io.LimitReader(r, keyFileLimit))
	if err != nil {
		return Key{}, err
	}
	key, err := ParseKey(string(b))
	if err != nil {
		return Key{}, guild.Errorf(guild.CodeInvalid, "%s: %s", path, err)
	}
	return key, nil
}
