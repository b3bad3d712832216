package operation

import (
	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
)

// Permission is what a caller needs for an operation, beside reaching the scope
// that it is about.
type Permission struct {
	role     access.Role
	instance bool // also for the whole box, and not for a scope
}

// The permissions, from looking to administering the whole box.
var (
	See        = Permission{role: access.Viewer}
	Operate    = Permission{role: access.Operator}
	Administer = Permission{role: access.Admin}
	Instance   = Permission{role: access.Admin, instance: true}
)

// Check refuses a caller who lacks a permission, with what would help.
func (p Permission) Check(c access.Caller) error {
	switch {
	case p.instance && !c.InstanceAdmin():
		return guild.Errorf(guild.CodeDenied, "only an instance admin may do this").
			WithHint("use the unix socket, or a token made with: guildsctl token create --at platform --role admin")
	case !c.Role.Covers(p.role):
		return guild.Errorf(guild.CodeDenied, "this needs the role %s, and the token has %s", p.role, c.Role)
	}
	return nil
}
