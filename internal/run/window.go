package run

import (
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/model"
	"github.com/guildsbox/guilds/internal/text"
)

// bytesPerToken is a cautious guess for every tokeniser: English has about four
// bytes to a token, JSON and other scripts fewer.
const bytesPerToken = 3

// reserve is how much of a context is left for the answer, as a share: one in reserve.
const reserve = 5

func tokens(bytes int) int { return bytes/bytesPerToken + 1 }

// maxFirstLine is how much of its first line a cut result keeps, in bytes.
const maxFirstLine = 200

// fitted is a conversation as a model gets it.
type fitted struct {
	messages []model.Message
	tokens   int // by estimate
	through  int // up to which seq tool results are cut
}

// fit cuts a conversation to room tokens where that can be, or not at all where room
// is 0: the oldest tool results are cut to their first line and their seq until it
// fits. Results up to the seq cut stay as they are cut already.
func fit(system string, history []Message, cut, room int) fitted {
	total := tokens(len(system))
	for _, m := range history {
		total += size(m, cut)
	}
	through := cut
	for _, m := range history {
		if room == 0 || total <= room {
			break
		}
		if m.Kind == ToolKind && m.Seq > through {
			if saved := size(m, cut) - size(m, m.Seq); saved > 0 {
				total -= saved
				through = m.Seq
			}
		}
	}
	return fitted{conversation(system, history, through), total, through}
}

// size is what a message takes, by estimate.
func size(m Message, cut int) int {
	n := len(shown(m, cut)) + len(m.Reasoning)
	for _, c := range m.Calls {
		n += len(c.Name) + len(c.Arguments)
	}
	return tokens(n) + 4
}

// shown is what the model reads of a message.
func shown(m Message, cut int) string {
	if m.Kind != ToolKind || m.Seq > cut {
		return m.Text
	}
	first, _, _ := strings.Cut(m.Text, "\n")
	short := fmt.Sprintf("%s\n[the rest of this result, seq %d, was cut: the conversation has outgrown the model's context]", text.Cap(first, maxFirstLine), m.Seq)
	if len(short) >= len(m.Text) {
		return m.Text
	}
	return short
}

// conversation puts the messages into the order that models ask for: the results of
// an answer's calls right after it, in the order of the calls.
func conversation(system string, history []Message, cut int) []model.Message {
	out := []model.Message{{Role: model.System, Text: system}}
	for i, m := range history {
		switch m.Kind {
		case User:
			out = append(out, model.Message{Role: model.User, Text: m.Text})
		case Assistant:
			out = append(out, model.Message{Role: model.Assistant, Text: m.Text, Calls: m.Calls, Reasoning: m.Reasoning})
			results := resultsOf(history, i)
			for _, c := range m.Calls {
				out = append(out, model.Message{Role: model.ToolRole, CallID: c.ID, Name: c.Name, Text: shown(results[c.ID], cut)})
			}
		}
	}
	return out
}

// resultsOf returns the results of the calls of the answer at i, by the ids of the
// calls. Providers number those of each answer anew.
func resultsOf(history []Message, i int) map[string]Message {
	results := map[string]Message{}
	for _, m := range history[i+1:] {
		if m.Kind == Assistant {
			break
		}
		if m.Kind == ToolKind {
			results[m.Result.CallID] = m
		}
	}
	return results
}
