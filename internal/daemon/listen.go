package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi"
)

// adminGroup is the group whose members are instance admins.
const adminGroup = "guilds"

// groupID returns the id of the admin group, or -1 where the machine has none.
func groupID() int {
	g, err := user.LookupGroup(adminGroup)
	if err != nil {
		return -1
	}
	gid, err := strconv.Atoi(g.Gid)
	if err != nil {
		return -1
	}
	return gid
}

// maxSocketPath is the longest path that the kernel takes for a unix socket.
const maxSocketPath = 107

// listenUnix listens on the API's socket. A socket file that is already there
// was left by a daemon that is gone: the state folder's lock says so, and where
// another daemon answers on it all the same, that is an error.
func listenUnix(path string, gid int) (net.Listener, error) {
	if len(path) > maxSocketPath {
		return nil, guild.Errorf(guild.CodeInvalid, "the socket's path has %d bytes and may have %d: %s", len(path), maxSocketPath, path).
			WithHint("choose a shorter one with --socket")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the socket's folder cannot be made: %s", err)
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "cannot listen at %s: %s", path, err)
	}
	if err := restrict(path, gid); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// removeStale removes a socket that nobody listens on any more, and nothing else: a
// mistyped path must not cost a file.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return guild.Errorf(guild.CodeInvalid, "the socket's path cannot be used: %s", err)
	case info.Mode().Type() != os.ModeSocket:
		return guild.Errorf(guild.CodeInvalid, "%s is there and is no socket, so it is not replaced", path).
			WithHint("choose another path with --socket")
	}
	conn, err := net.Dial("unix", path)
	if err == nil {
		conn.Close()
		return guild.Errorf(guild.CodeConflict, "another daemon already answers at %s", path).
			WithHint("stop that one first, or give this one another socket with --socket")
	}
	if !errors.Is(err, unix.ECONNREFUSED) {
		return guild.Errorf(guild.CodeInvalid, "it cannot be told whether another daemon answers at %s: %s", path, err)
	}
	if err := os.Remove(path); err != nil {
		return guild.Errorf(guild.CodeInvalid, "the old socket cannot be removed: %s", err)
	}
	return nil
}

// restrict lets the owner connect, and the members of the admin group where
// there is one. Who connects is checked again by who the kernel says it is.
func restrict(path string, gid int) error {
	if gid < 0 {
		return os.Chmod(path, 0o600)
	}
	if err := os.Chown(path, -1, gid); err != nil {
		// A user's own daemon need not be a member of the group.
		return os.Chmod(path, 0o600)
	}
	return os.Chmod(path, 0o660)
}

// mayConnect reports who is an instance admin on the socket: root, the daemon's
// own user, and members of the admin group (decisions.md, "Who may call the API").
func mayConnect(gid int) func(localapi.Peer) bool {
	own := os.Geteuid()
	return func(p localapi.Peer) bool {
		return p.UID == 0 || p.UID == own || gid >= 0 && p.InGroup(gid)
	}
}

// listenTCP listens on an address of the operator's choice, such as
// 127.0.0.1:7433.
func listenTCP(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "cannot listen at %s: %s", address, err)
	}
	return listener, nil
}

// plainTCP is a warning for an address that other machines reach: the daemon
// itself speaks no TLS.
func plainTCP(listener net.Listener) string {
	if addr, ok := listener.Addr().(*net.TCPAddr); ok && !addr.IP.IsLoopback() {
		return fmt.Sprintf("the API listens at %s without TLS; put a TLS proxy in front of it, or tokens travel in the clear", addr)
	}
	return ""
}
