package seal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/seal"
)

var (
	hexA = strings.Repeat("0a", 32)
	hexB = strings.Repeat("0b", 32)
	hexC = strings.Repeat("0c", 32)
)

func mustParse(t *testing.T, s string) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(s)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // past the umask
		t.Fatal(err)
	}
}

func TestFindKeyOrder(t *testing.T) {
	t.Parallel()
	creds, state, empty := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, filepath.Join(creds, "master-key"), hexB+"\n", 0o440)
	write(t, filepath.Join(state, "master.key"), hexC+"\n", 0o600)

	tests := []struct {
		name string
		src  seal.Sources
		want seal.Found
	}{
		{"value first", seal.Sources{Value: hexA, CredentialsDir: creds, StateDir: state},
			seal.Found{Key: mustParse(t, hexA), Source: "GUILDS_MASTER_KEY"}},
		{"then the credential", seal.Sources{CredentialsDir: creds, StateDir: state},
			seal.Found{Key: mustParse(t, hexB), Source: filepath.Join(creds, "master-key")}},
		{"then the file", seal.Sources{CredentialsDir: empty, StateDir: state},
			seal.Found{Key: mustParse(t, hexC), Source: filepath.Join(state, "master.key"), InFile: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := seal.FindKey(tt.src); err != nil || got != tt.want {
				t.Errorf("FindKey came from %s, %v; want %s", got.Source, err, tt.want.Source)
			}
		})
	}
	if _, err := seal.FindKey(seal.Sources{StateDir: empty}); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("with no key anywhere: %v; want ErrNoKey", err)
	}
}

// A source that is there but wrong must not fall through to the next one: the
// box would start with a key that nobody meant.
func TestFindKeyRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		prepare func(t *testing.T, dir string) seal.Sources
		want    string
	}{
		"bad value": {func(t *testing.T, dir string) seal.Sources {
			write(t, filepath.Join(dir, "master.key"), hexA, 0o600)
			return seal.Sources{Value: "abc", StateDir: dir}
		}, "GUILDS_MASTER_KEY: a value of 3 characters is not a master key"},
		"bad credential": {func(t *testing.T, dir string) seal.Sources {
			write(t, filepath.Join(dir, "master-key"), "abc", 0o400)
			return seal.Sources{CredentialsDir: dir, StateDir: dir}
		}, "master-key: a value of 3 characters"},
		"empty file": {func(t *testing.T, dir string) seal.Sources {
			write(t, filepath.Join(dir, "master.key"), "", 0o600)
			return seal.Sources{StateDir: dir}
		}, "a value of 0 characters"},
		"mode for the group": {func(t *testing.T, dir string) seal.Sources {
			write(t, filepath.Join(dir, "master.key"), hexA, 0o640)
			return seal.Sources{StateDir: dir}
		}, "has mode 0640"},
		"a folder": {func(t *testing.T, dir string) seal.Sources {
			if err := os.Mkdir(filepath.Join(dir, "master.key"), 0o700); err != nil {
				t.Fatal(err)
			}
			return seal.Sources{StateDir: dir}
		}, "is not a regular file"},
		"a link": {func(t *testing.T, dir string) seal.Sources {
			write(t, filepath.Join(dir, "elsewhere"), hexA, 0o600)
			if err := os.Symlink("elsewhere", filepath.Join(dir, "master.key")); err != nil {
				t.Fatal(err)
			}
			return seal.Sources{StateDir: dir}
		}, "too many levels of symbolic links"},
		"another owner": {func(t *testing.T, dir string) seal.Sources {
			if os.Geteuid() != 0 {
				t.Skip("only root can give a file away")
			}
			write(t, filepath.Join(dir, "master.key"), hexA, 0o600)
			if err := os.Chown(filepath.Join(dir, "master.key"), 12345, -1); err != nil {
				t.Fatal(err)
			}
			return seal.Sources{StateDir: dir}
		}, "belongs to user 12345"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := seal.FindKey(tt.prepare(t, t.TempDir()))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("FindKey: %v; want an error with %q", err, tt.want)
			}
		})
	}
}

func TestCreateKeyFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key, err := seal.CreateKeyFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	found, err := seal.FindKey(seal.Sources{StateDir: dir})
	if err != nil || found.Key != key {
		t.Errorf("the file holds another key than was made, or %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "master.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v; want 0600", info.Mode(), err)
	}
	if _, err := seal.CreateKeyFile(dir); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("a second key: %v; want a conflict", err)
	}
	if again, err := seal.FindKey(seal.Sources{StateDir: dir}); err != nil || again.Key != key {
		t.Errorf("the second attempt changed the key, or %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v; want master.key alone", entries, err)
	}
}
