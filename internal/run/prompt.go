package run

import (
	"strings"
	"time"
)

// prompt is what the model reads before the conversation: who it is, what it was told,
// what it remembers and how things stand. state stands beside that of the sight: what
// logins tell, such as prices.
func prompt(s Sight, state string) string {
	var b strings.Builder
	b.WriteString("You are the agent " + s.Agent.Path + ".")
	section(&b, "Instructions", s.Settings.Instructions)
	if s.Settings.Memory {
		section(&b, "Memory", s.Memory)
	}
	lines := append([]string{"Started at " + s.At.UTC().Format(time.RFC3339) + "."}, s.State...)
	section(&b, "State", strings.Join(append(lines, state), "\n"))
	return b.String()
}

func section(b *strings.Builder, title, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.WriteString("\n\n# " + title + "\n\n" + text)
	}
}
