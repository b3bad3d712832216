package group

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
)

// Store keeps the groups of guilds.
type Store interface {
	// Room reads a guild's group as one who posts finds it. run is the run in which an
	// agent posts, or empty.
	Room(ctx context.Context, guildID, run guild.ID, history int) (Room, error)
	// Post stores a message and starts the runs of those that it wakes, all or nothing.
	Post(ctx context.Context, p Post) (Message, error)
}

// Room is a guild's group at a moment.
type Room struct {
	Members []Member  // the agents, the oldest first
	History []Message // the last ones, the oldest first
	Hops    int       // of the message that woke the run in which an agent posts; 0 for none
}

// Post is a message with what it is to start.
type Post struct {
	Message
	Guild string   // the path
	Wake  []Member // by agent; one that is gone meanwhile is not woken

	// History is what the woken read of what was said before. Seen is the seq up to which
	// it was chosen from: what others post before this is stored, is read as well.
	History []Message
	Seen    int
}
