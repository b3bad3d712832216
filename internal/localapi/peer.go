package localapi

import (
	"context"
	"fmt"
	"net"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Peer is the process on the other end of a unix socket, as the kernel knew it
// when it connected.
type Peer struct {
	PID, UID, GID int
	Groups        []int // supplementary groups
}

// String names the peer for records.
func (p Peer) String() string { return fmt.Sprintf("uid %d", p.UID) }

// InGroup reports whether the peer belongs to a group.
func (p Peer) InGroup(gid int) bool { return p.GID == gid || slices.Contains(p.Groups, gid) }

type peerKey struct{}

// PeerOf returns the peer of a request that came over a unix socket whose server
// has RememberPeer as its ConnContext.
func PeerOf(ctx context.Context) (Peer, bool) {
	p, ok := ctx.Value(peerKey{}).(Peer)
	return p, ok
}

// RememberPeer puts a connection's peer into the context of its requests.
func RememberPeer(ctx context.Context, conn net.Conn) context.Context {
	peer, err := peerOf(conn)
	if err != nil {
		return ctx
	}
	return context.WithValue(ctx, peerKey{}, peer)
}

func peerOf(conn net.Conn) (peer Peer, err error) {
	unixConn, ok := conn.(*net.UnixConn)
	if !ok {
		return peer, fmt.Errorf("%T is not a unix socket", conn)
	}
	raw, err := unixConn.SyscallConn()
	if err != nil {
		return peer, err
	}
	controlErr := raw.Control(func(fd uintptr) {
		var cred *unix.Ucred
		if cred, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err != nil {
			return
		}
		peer = Peer{PID: int(cred.Pid), UID: int(cred.Uid), GID: int(cred.Gid)}
		peer.Groups, err = peerGroups(fd)
	})
	if err == nil {
		err = controlErr
	}
	return peer, err
}

// peerGroups asks for SO_PEERGROUPS, which golang.org/x/sys does not wrap. The
// kernel knows the groups that the process really has; the group database knows
// only those that a new login would get.
func peerGroups(fd uintptr) ([]int, error) {
	for n := uint32(64); ; {
		gids := make([]uint32, n)
		size := n * 4
		_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, fd, unix.SOL_SOCKET, unix.SO_PEERGROUPS,
			uintptr(unsafe.Pointer(&gids[0])), uintptr(unsafe.Pointer(&size)), 0)
		if errno == unix.ERANGE { // size now says how much there is
			n = size / 4
			continue
		}
		if errno != 0 {
			return nil, errno
		}
		groups := make([]int, size/4)
		for i := range groups {
			groups[i] = int(gids[i])
		}
		return groups, nil
	}
}
