package group

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// Service judges a state by questions of yes or no, asked by their ids. It answers each
// with the probability of yes.
type Service interface {
	Ask(ctx context.Context, state any, questions map[string]string) (map[string]float64, error)
}

// Chat posts to the groups of guilds.
type Chat struct {
	Store   Store
	Service Service // nil where the box has none
	Log     *slog.Logger

	// Secrets returns what is masked for an agent.
	Secrets func(ctx context.Context, agent guild.Scope) (*redact.Set, error)
}

// Draft is a message to post.
type Draft struct {
	GuildID guild.ID
	Guild   string // its path
	Author  Author
	Text    string // at most MaxText characters
}

// Posted is a message that was posted.
type Posted struct {
	Message
	Unknown []string // names that it mentions, and that no agent of the guild has
	Ended   bool     // its mentions wake nobody, for it has MaxHops hops
}

// Post posts a message and wakes agents. What is secret to any agent of the guild is
// masked before anything else happens with it: all of them may come to read it.
func (c *Chat) Post(ctx context.Context, d Draft) (Posted, error) {
	if err := checkText(d.Text); err != nil {
		return Posted{}, err
	}
	room, err := c.Store.Room(ctx, d.GuildID, d.Author.Run, maxHistory)
	if err != nil {
		return Posted{}, err
	}
	secrets, err := c.masked(ctx, room.Members)
	if err != nil {
		return Posted{}, err
	}
	d.Text = secrets.Redact(d.Text)
	a := arrive(d, room)
	chosen := c.choose(ctx, a, secrets)
	slices.SortFunc(chosen.wake, func(a, b Member) int { return cmp.Compare(a.ID, b.ID) })
	stored, err := c.Store.Post(ctx, Post{
		Message: Message{ID: guild.NewID(), GuildID: d.GuildID, Author: d.Author, Text: d.Text, Hops: a.hops},
		Guild:   d.Guild, Wake: chosen.wake, History: chosen.history, Seen: a.last,
	})
	return Posted{Message: stored, Unknown: a.unknown, Ended: a.ended}, err
}

// masked returns what is secret to any of the members.
func (c *Chat) masked(ctx context.Context, members []Member) (*redact.Set, error) {
	sets := make([]*redact.Set, len(members))
	for i, m := range members {
		var err error
		if sets[i], err = c.Secrets(ctx, m.Scope); err != nil {
			return nil, err
		}
	}
	return redact.Union(sets...), nil
}
