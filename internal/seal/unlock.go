package seal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/guildsbox/guilds/internal/guild"
)

// Unlock finds the key that opens check, the check value of the database; check
// is empty for a database that holds nothing sealed. Without a key it returns
// ErrNoKey for such a database, and an error that says what was lost for any
// other. A rotation of the key file that was cut short after its transaction is
// finished on the way.
func Unlock(src Sources, check []byte) (Found, error) {
	found, err := FindKey(src)
	if len(check) == 0 {
		return found, err
	}
	if errors.Is(err, ErrNoKey) {
		return Found{}, errKeyLost(src.StateDir)
	}
	if err != nil {
		return Found{}, err
	}
	wrong := New(found.Key).VerifyCheck(check)
	if wrong == nil {
		return found, nil
	}
	if found.InFile {
		if key, err := finishRotation(src.StateDir, check); !errors.Is(err, fs.ErrNotExist) {
			return Found{Key: key, Source: found.Source, InFile: true}, err
		}
	}
	return Found{}, guild.Errorf(guild.CodeInvalid, "the master key of %s does not open this database: %s", found.Source, wrong).
		WithHint("give guildsd the master key that this database was last used with")
}

func errKeyLost(stateDir string) error {
	return guild.Errorf(guild.CodeInvalid,
		"the master key is missing: this database holds sealed secrets, and neither GUILDS_MASTER_KEY, nor a systemd credential %q, nor %s gives the key that opens them",
		credentialName, filepath.Join(stateDir, keyFileName)).
		WithHint("restore the key from its backup; without it the stored credentials are lost, and only a new database can start with a new key")
}

// StageKeyFile begins a rotation of the key file: it returns the key that is to
// come, kept in <stateDir>/master.key.new. The caller then re-wraps all rows and
// replaces the check value in one transaction, and calls PromoteKeyFile. A key
// that an earlier rotation staged and did not get to use is returned again, so
// that no staged key is ever overwritten.
func StageKeyFile(stateDir string) (Key, error) {
	path := filepath.Join(stateDir, stagedFileName)
	key := NewKey()
	err := writeKeyFile(path, key)
	if errors.Is(err, fs.ErrExist) {
		return readKeyFile(path)
	}
	return key, err
}

// PromoteKeyFile ends a rotation: the staged key file takes the place of the
// current one. Only call it once the transaction is committed.
func PromoteKeyFile(stateDir string) error {
	err := os.Rename(filepath.Join(stateDir, stagedFileName), filepath.Join(stateDir, keyFileName))
	if err != nil {
		return err
	}
	return syncDir(stateDir)
}

// finishRotation promotes the staged key where it is the one that opens check.
// The error wraps fs.ErrNotExist where no staged key fits.
func finishRotation(stateDir string, check []byte) (Key, error) {
	key, err := readKeyFile(filepath.Join(stateDir, stagedFileName))
	if err != nil {
		return Key{}, err
	}
	if New(key).VerifyCheck(check) != nil {
		return Key{}, fs.ErrNotExist
	}
	return key, PromoteKeyFile(stateDir)
}
