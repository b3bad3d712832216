package postgres

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/guildsbox/guilds/internal/guild"
)

// account is the user of the machine that the cluster runs as. The zero account
// is the user of this process.
type account struct {
	name     string
	uid, gid int
	other    bool // not the user of this process
}

// clusterAccount returns the user to run the cluster as. PostgreSQL refuses to
// run as root, so a daemon that is root hands it to the box's own user, else to
// the one that the PostgreSQL packages make.
func clusterAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	for _, name := range []string{"guilds", "postgres"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return account{name: name, uid: uid, gid: gid, other: true}, nil
		}
	}
	return account{}, guild.Errorf(guild.CodeUnavailable,
		"PostgreSQL does not run as root, and the machine has neither a user guilds nor a user postgres to run it as").
		WithHint("useradd --system --user-group guilds")
}

// attr makes a child process run as the account.
func (a account) attr() *syscall.SysProcAttr {
	if !a.other {
		return nil
	}
	// No supplementary groups: the child keeps none of root's.
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}}
}

// mkdir makes a folder of mode 0700 that belongs to the account, or checks the
// one that is there.
func (a account) mkdir(path string) error {
	err := os.Mkdir(path, 0o700)
	if err == nil && a.other {
		return os.Lchown(path, a.uid, a.gid)
	}
	if !os.IsExist(err) {
		return err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return a.checkOwned(path, info)
}

func (a account) checkOwned(path string, info fs.FileInfo) error {
	want := os.Geteuid()
	if a.other {
		want = a.uid
	}
	owner := int(info.Sys().(*syscall.Stat_t).Uid)
	if !info.IsDir() || owner != want {
		return guild.Errorf(guild.CodeUnavailable,
			"%s must be a folder that belongs to user %d, which the box's PostgreSQL runs as; it belongs to user %d", path, want, owner).
			WithHint("run guildsd as the user that it was first run as, or choose another state folder")
	}
	return nil
}

// checkTraverse names the first folder on the way to dir that the account may not
// pass through.
func (a account) checkTraverse(dir string) error {
	if !a.other {
		return nil
	}
	for path := filepath.Dir(dir); ; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if !a.mayPass(info) {
			return guild.Errorf(guild.CodeUnavailable,
				"user %s, which the box's PostgreSQL runs as, cannot pass through %s (mode %04o) to reach %s", a.name, path, info.Mode().Perm(), dir).
				WithHint("chmod o+x %s, or choose a state folder elsewhere, such as /var/lib/guilds", path)
		}
		if path == filepath.Dir(path) {
			return nil
		}
	}
}

// mayPass reads the permission bits as the kernel does: the owner's where the
// account owns the folder, else the group's, else the others'.
func (a account) mayPass(info fs.FileInfo) bool {
	st := info.Sys().(*syscall.Stat_t)
	perm := info.Mode().Perm()
	switch {
	case int(st.Uid) == a.uid:
		return perm&0o100 != 0
	case int(st.Gid) == a.gid:
		return perm&0o010 != 0
	}
	return perm&0o001 != 0
}

// String names the account in logs.
func (a account) String() string {
	if a.other {
		return a.name
	}
	return fmt.Sprintf("user %d", os.Geteuid())
}
