package group

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxText is the longest message, in characters.
const MaxText = 4000

// MaxHops bounds chains: a message of an agent is one hop further from what an operator
// began than the message that woke the agent, and one of this many hops wakes nobody.
// So two agents that mention each other come to an end.
const MaxHops = 8

// Message is one entry of a guild's group.
type Message struct {
	ID      guild.ID
	GuildID guild.ID
	Seq     int // in its group, from 1; 0 before it is stored
	Author  Author
	Text    string // redacted
	Hops    int    // 0 for an operator's
	At      time.Time
	Woken   []Wake // by agent
}

// Author is who posts.
type Author struct {
	Name    string   // an operator's, or an agent's slug
	Agent   bool     // it is an agent
	AgentID guild.ID // empty for an operator, and once the agent is gone
	Run     guild.ID // in which an agent posts; empty in a test of the tool
}

// String is the author as others refer to it.
func (a Author) String() string {
	if a.Agent {
		return "@" + a.Name
	}
	return "operator " + a.Name
}

// Wake is an agent that a message woke, with the run that works on it.
type Wake struct {
	AgentID guild.ID
	Slug    string
	Run     guild.ID
}

// Member is an agent of the guild.
type Member struct {
	guild.Scope
	About string // what it is told to do, from which the service judges
}

// Slug is the name under which a member is mentioned.
func (m Member) Slug() string { return m.Path[strings.LastIndexByte(m.Path, '/')+1:] }

// Roster names the agents of a guild for one of them.
func Roster(reader guild.Scope, members []Member) string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Slug()
		if m.ID == reader.ID {
			names[i] += " (you)"
		}
	}
	return "Guild " + reader.At(guild.Guild) + ": " + strings.Join(names, ", ")
}

// checkText refuses a message that is empty or too long.
func checkText(text string) error {
	if strings.TrimSpace(text) == "" {
		return guild.Errorf(guild.CodeInvalid, "the message is empty; write what the group should read")
	}
	if n := utf8.RuneCountInString(text); n > MaxText {
		return guild.Errorf(guild.CodeInvalid, "the message has %d characters; at most %d are posted: shorten it, or put the details into a note and name it", n, MaxText)
	}
	return nil
}
