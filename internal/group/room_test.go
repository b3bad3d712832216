package group_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// room is a group in memory, in which every wake is a run of its own.
type room struct {
	members  []group.Member
	messages []group.Message
	told     map[guild.ID]group.Post // by run, what woke it
	runs     []guild.ID              // in order
}

func newRoom(slugs ...string) *room {
	r := &room{told: map[guild.ID]group.Post{}}
	for _, slug := range slugs {
		r.members = append(r.members, member(slug))
	}
	return r
}

func member(slug string) group.Member {
	return group.Member{
		Scope: guild.Scope{ID: guild.ID("id-" + slug), Level: guild.Agent, Path: "acme/research/" + slug, Chain: []guild.ID{"p", "acme", "research", guild.ID("id-" + slug)}},
		About: "does " + slug + " things",
	}
}

func (r *room) Room(_ context.Context, _, run guild.ID, history int) (group.Room, error) {
	return group.Room{Members: slices.Clone(r.members), History: r.messages[max(0, len(r.messages)-history):], Hops: r.told[run].Hops}, nil
}

func (r *room) Post(_ context.Context, p group.Post) (group.Message, error) {
	p.Seq = len(r.messages) + 1
	for _, m := range p.Wake {
		id := guild.NewID()
		p.Woken = append(p.Woken, group.Wake{AgentID: m.ID, Slug: m.Slug(), Run: id})
		r.told[id], r.runs = p, append(r.runs, id)
	}
	r.messages = append(r.messages, p.Message)
	return p.Message, nil
}

// secret is what every agent masks.
const secret = "hunter2222"

func (r *room) chat(log *strings.Builder, s group.Service) *group.Chat {
	return &group.Chat{
		Store: r, Service: s, Log: slog.New(slog.NewTextHandler(log, nil)),
		Secrets: func(context.Context, guild.Scope) (*redact.Set, error) {
			return redact.New(redact.Secret{Name: "KEY", Value: secret}), nil
		},
	}
}

func operator(text string) group.Draft {
	return group.Draft{GuildID: "research", Guild: "acme/research", Author: group.Author{Name: "uid 0"}, Text: text}
}

func agent(slug string, run guild.ID, text string) group.Draft {
	d := operator(text)
	d.Author = group.Author{Name: slug, Agent: true, AgentID: guild.ID("id-" + slug), Run: run}
	return d
}

func post(t testing.TB, c *group.Chat, d group.Draft) group.Posted {
	t.Helper()
	posted, err := c.Post(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return posted
}

func woken(p group.Posted) string {
	var names []string
	for _, w := range p.Woken {
		names = append(names, w.Slug)
	}
	return strings.Join(names, " ")
}
