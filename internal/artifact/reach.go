package artifact

import (
	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
)

// grants name, by level, the bindings of the kind artifact_grant that let an agent
// read and write notes there. Its own notes need none.
var grants = map[guild.Level]struct{ read, write string }{
	guild.Guild:        {"read_guild", "write_guild"},
	guild.Organisation: {"read_org", "write_org"},
}

// Reach is how far one agent's notes reach.
type Reach struct {
	agent guild.Scope
	chain binding.Chain
}

// ReachOf returns the reach of an agent, which the bindings of its chain decide.
func ReachOf(agent guild.Scope, rows []binding.Row) Reach {
	return Reach{agent, binding.NewChain(agent.Level, rows)}
}

func (r Reach) granted(name string) bool {
	return r.chain.Resolve(binding.ArtifactGrant, name).Enabled
}

// Reads reports whether the agent may read notes of a level.
func (r Reach) Reads(level guild.Level) bool {
	grant, needed := grants[level]
	return !needed || r.granted(grant.read)
}

// Readable returns the scopes whose notes the agent may read, by the level of each.
// only, where it is not nil, leaves the one level of it.
func (r Reach) Readable(only *guild.Level) map[guild.ID]guild.Level {
	owners := map[guild.ID]guild.Level{}
	for _, level := range Levels {
		if r.Reads(level) && (only == nil || *only == level) {
			owners[r.agent.Chain[level]] = level
		}
	}
	return owners
}

// CheckRead refuses a note that lies outside the reach as if it were not there.
func (r Reach) CheckRead(p Path) error {
	if !r.Reads(p.Level) {
		return NotFound(p)
	}
	return nil
}

// CheckWrite refuses a write without its grant, with the code denied. The message
// names the grant and how an operator switches it on, for the model to pass on.
func (r Reach) CheckWrite(p Path) error {
	grant, needed := grants[p.Level]
	if !needed || r.granted(grant.write) {
		return nil
	}
	return guild.Errorf(guild.CodeDenied, "%s may not be written by %s: the grant %s is off; an operator switches it on with: guildsctl binding set %s on --at %s",
		p, r.agent.Path, grant.write, grant.write, r.agent.Path)
}

// NotFound says that a note is not there, or not within reach, which its reader
// cannot tell apart.
func NotFound(p Path) error {
	return guild.Errorf(guild.CodeNotFound, "there is no note %s within reach; note_find lists those that there are", p)
}
