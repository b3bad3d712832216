package seal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/guildsbox/guilds/internal/guild"
)

// credentialName is the name of the key in a systemd unit's LoadCredential.
const credentialName = "master-key"

// ErrNoKey says that no source holds a master key.
var ErrNoKey = errors.New("there is no master key")

// Sources are the places where a master key may be, in the order in which they
// are tried.
type Sources struct {
	Value          string // as GUILDS_MASTER_KEY holds it; empty when not set
	CredentialsDir string // as systemd's CREDENTIALS_DIRECTORY holds it; empty when not set
	StateDir       string // the folder of master.key
}

// Found is a master key and where it came from.
type Found struct {
	Key    Key
	Source string // "GUILDS_MASTER_KEY", or the path of a file
	InFile bool   // the key is in <state folder>/master.key, so guildsd itself can replace it
}

// FindKey returns the first key that the sources hold, and ErrNoKey where none
// holds one. A source that is there but wrong is an error: the next one is not
// tried in its place.
func FindKey(src Sources) (Found, error) {
	for _, try := range []func(Sources) (Found, error){fromValue, fromCredential, fromKeyFile} {
		found, err := try(src)
		if !errors.Is(err, ErrNoKey) {
			return found, err
		}
	}
	return Found{}, ErrNoKey
}

func fromValue(src Sources) (Found, error) {
	if src.Value == "" {
		return Found{}, ErrNoKey
	}
	key, err := ParseKey(src.Value)
	if err != nil {
		return Found{}, guild.Errorf(guild.CodeInvalid, "GUILDS_MASTER_KEY: %s", err)
	}
	return Found{Key: key, Source: "GUILDS_MASTER_KEY"}, nil
}

// fromCredential does not check mode and owner: systemd makes the file, and
// grants it to the service by an access list that shows as a wider mode.
func fromCredential(src Sources) (Found, error) {
	if src.CredentialsDir == "" {
		return Found{}, ErrNoKey
	}
	path := filepath.Join(src.CredentialsDir, credentialName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Found{}, ErrNoKey
	}
	if err != nil {
		return Found{}, err
	}
	defer f.Close()
	key, err := readKey(path, f)
	return Found{Key: key, Source: path}, err
}

func fromKeyFile(src Sources) (Found, error) {
	path := filepath.Join(src.StateDir, keyFileName)
	key, err := readKeyFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Found{}, ErrNoKey
	}
	return Found{Key: key, Source: path, InFile: true}, err
}
