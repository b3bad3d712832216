package daemon

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi"
)

// shortDir returns a folder for a socket: t.TempDir may be longer than a socket's
// path.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func wantCode(t *testing.T, err error, code guild.Code, words string) {
	t.Helper()
	if guild.CodeOf(err) != code || !strings.Contains(err.Error(), words) {
		t.Errorf("the error is %v; want the code %s and the words %q", err, code, words)
	}
}

func TestLockStateOnce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state")
	release, err := lockState(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o066 != 0 {
		t.Errorf("the state folder is %v (%v); others must not read it", info.Mode(), err)
	}
	_, err = lockState(dir)
	wantCode(t, err, guild.CodeConflict, "guildsd already runs on the state folder "+dir)
	release()
	again, err := lockState(dir)
	if err != nil {
		t.Fatalf("the folder of a daemon that is gone: %v", err)
	}
	again()
}

func TestLockStateOfNoFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := lockState(file)
	wantCode(t, err, guild.CodeInvalid, "the state folder cannot be made")
}

func TestListenUnixReplacesAStaleSocket(t *testing.T) {
	t.Parallel()
	path := filepath.Join(shortDir(t), "run", "s")
	first, err := listenUnix(path, -1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = listenUnix(path, -1)
	wantCode(t, err, guild.CodeConflict, "another daemon already answers at "+path)

	first.(*net.UnixListener).SetUnlinkOnClose(false) // as if it were killed
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := listenUnix(path, -1)
	if err != nil {
		t.Fatalf("in the place of a socket that nobody listens on: %v", err)
	}
	t.Cleanup(func() { _ = second.Close() })
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket's mode is %v (%v); want 0600", info.Mode(), err)
	}
}

func TestListenUnixLetsTheGroupIn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(shortDir(t), "s")
	listener, err := listenUnix(path, os.Getegid())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o660 {
		t.Errorf("the socket's mode is %v (%v); want 0660", info.Mode(), err)
	}
}

// A mistyped path must not cost a file.
func TestListenUnixReplacesNothingElse(t *testing.T) {
	t.Parallel()
	file := filepath.Join(shortDir(t), "precious")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := listenUnix(file, -1)
	wantCode(t, err, guild.CodeInvalid, "is no socket, so it is not replaced")
	if content, err := os.ReadFile(file); err != nil || string(content) != "kept" {
		t.Errorf("the file holds %q (%v)", content, err)
	}
	_, err = listenUnix("/tmp/"+strings.Repeat("x", 103), -1)
	wantCode(t, err, guild.CodeInvalid, "has 108 bytes and may have 107")
}

func TestMayConnect(t *testing.T) {
	t.Parallel()
	const guilds = 4_000_000
	for _, tt := range []struct {
		name string
		gid  int
		peer localapi.Peer
		want bool
	}{
		{"root", guilds, localapi.Peer{UID: 0, GID: 1}, true},
		{"the daemon's own user", guilds, localapi.Peer{UID: os.Geteuid(), GID: 1}, true},
		{"a member by its primary group", guilds, localapi.Peer{UID: 4_000_001, GID: guilds}, true},
		{"a member by another group", guilds, localapi.Peer{UID: 4_000_001, GID: 1, Groups: []int{2, guilds}}, true},
		{"anybody else", guilds, localapi.Peer{UID: 4_000_001, GID: 1, Groups: []int{2}}, false},
		{"anybody else where there is no group", -1, localapi.Peer{UID: 4_000_001, GID: -1, Groups: []int{-1}}, false},
	} {
		if got := mayConnect(tt.gid)(tt.peer); got != tt.want {
			t.Errorf("%s: %t; want %t", tt.name, got, tt.want)
		}
	}
}
