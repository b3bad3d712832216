// Package access says who is asking and how far that caller reaches.
package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Role is what a caller may do within its reach. Each role may do all that the
// ones before it may.
type Role string

// The roles, from the least.
const (
	Viewer   Role = "viewer"   // sees
	Operator Role = "operator" // connects, binds and tests
	Admin    Role = "admin"    // makes and deletes scopes and tokens
)

var rank = map[Role]int{Viewer: 1, Operator: 2, Admin: 3}

// ParseRole refuses a word that is no role.
func ParseRole(s string) (Role, error) {
	if rank[Role(s)] == 0 {
		return "", guild.Errorf(guild.CodeInvalid, "%q is not a role; the roles are admin, operator and viewer", s)
	}
	return Role(s), nil
}

// Covers reports whether r may do what needs the role other.
func (r Role) Covers(other Role) bool { return rank[r] >= rank[other] }

// Mode is how a caller was let in.
type Mode string

// The modes, as auth_mode of GET /api/instance names them.
const (
	BySocket Mode = "socket"
	ByToken  Mode = "token"
)

// Caller is who asks.
type Caller struct {
	Mode  Mode
	Role  Role
	Scope guild.Scope // reaches this scope and what lies below it
	Name  string      // for records: "uid 1000", or "token <id>"
}

// Reaches reports whether a scope is within the caller's reach.
func (c Caller) Reaches(s guild.Scope) bool { return s.Within(c.Scope.ID) }

// Inherits reports whether what a scope owns comes down to the caller's scope:
// the caller may see and use it, and may not change it.
func (c Caller) Inherits(owner guild.ID) bool { return c.Scope.Within(owner) }

// InstanceAdmin reports whether the caller may edit what is the box's own.
func (c Caller) InstanceAdmin() bool { return c.Role == Admin && c.Scope.Level == guild.Platform }

// Token is an API token without its secret.
type Token struct {
	ID         guild.ID
	Label      string
	Role       Role
	Scope      guild.Scope
	CreatedAt  time.Time
	LastUsedAt *time.Time // to the minute; nil when it was never used
}

// Caller returns who a request with this token comes from.
func (t Token) Caller() Caller {
	return Caller{Mode: ByToken, Role: t.Role, Scope: t.Scope, Name: "token " + string(t.ID)}
}

// tokenPrefix lets a person and a secret scanner know a token for what it is.
const tokenPrefix = "guilds_"

// NewSecret returns the secret of a new token.
func NewSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(b[:])
}

// Hash returns what is stored of a secret.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
