package group

import (
	"fmt"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/text"
)

// MaxTold is how long, in bytes, what a run that still waits is told may be, for a later
// message to be added to it. Past that another run begins.
const MaxTold = 64 << 10

// maxHead is how much of a message the first line of what a run is told has, in bytes.
// That line is the run's title.
const maxHead = 60

// Told is what the run of a woken agent is told: where it is, what was said before, and
// the message. history is what was posted before it and is to be read.
func (p Post) Told(reader Member, history []Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "In the group of %s, %s wrote: %s\n\n", p.Guild, p.Author, text.Line(p.Text, maxHead))
	fmt.Fprintf(&b, "You are @%s there. The others read nothing of what you do but what you post with group_post. "+
		"@NAME in a post wakes that agent, and @all every agent.\n", reader.Slug())
	if len(history) > 0 {
		b.WriteString("\nWhat was said before:\n")
		write(&b, history...)
	}
	b.WriteString("\nThe new message:\n")
	write(&b, p.Message)
	return strings.TrimSuffix(b.String(), "\n")
}

// ToldLater is what is added for a run that still waits, when a later message wakes its
// agent again.
func (p Post) ToldLater(history []Message) string {
	var b strings.Builder
	b.WriteString("\n\nSince then, the last of it to you again:\n")
	write(&b, append(history[:len(history):len(history)], p.Message)...)
	return strings.TrimSuffix(b.String(), "\n")
}

// write writes messages with who posted them and when. All but the first line of each is
// indented, so that no text passes for another's message.
func write(b *strings.Builder, messages ...Message) {
	for _, m := range messages {
		fmt.Fprintf(b, "[%s] %s: %s\n", m.At.UTC().Format(time.RFC3339), m.Author, indented.Replace(strings.TrimSpace(m.Text)))
	}
}

var indented = strings.NewReplacer("\r\n", "\n  ", "\n", "\n  ", "\r", "\n  ", "\u2028", "\n  ", "\u2029", "\n  ")
