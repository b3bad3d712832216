package group

import (
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// state is what the service judges by.
type state struct {
	Guild   string       `json:"guild"`
	Agents  []stateAgent `json:"agents"`
	History []stateEntry `json:"history"`
	Message stateEntry   `json:"new_message"`
}

type stateAgent struct {
	Name string `json:"name"`
	For  string `json:"for,omitempty"`
}

type stateEntry struct {
	Number int    `json:"number,omitempty"`
	From   string `json:"from"`
	Text   string `json:"text"`
}

// maxAbout is how much of what an agent is told to do the service reads, in bytes.
const maxAbout = 300

// state has been through redaction again: a secret may be younger than a message.
func (a arrival) state(secrets *redact.Set) state {
	s := state{Guild: a.Guild, Agents: []stateAgent{}, History: []stateEntry{}}
	for _, m := range a.others[:min(len(a.others), maxAsked)] {
		s.Agents = append(s.Agents, stateAgent{m.Slug(), text.Line(secrets.Redact(m.About), maxAbout)})
	}
	for _, m := range a.history {
		s.History = append(s.History, stateEntry{m.Seq, m.Author.String(), secrets.Redact(m.Text)})
	}
	s.Message = stateEntry{From: a.Author.String(), Text: secrets.Redact(a.Text)}
	return s
}
