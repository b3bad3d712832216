package main_test

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/pkg/api"
)

// check holds the record of a run against what was done, and returns how many of its
// calls were interrupted.
func (k *killed) check(n int, id string, marks map[string]int) (interrupted int) {
	k.t.Helper()
	messages, err := k.client.ListMessages(k.t.Context(), id, 0)
	if err != nil {
		k.t.Fatal(err)
	}
	kinds, open := map[string]int{}, map[string]string{}
	for i, m := range messages {
		if kinds[m.Kind]++; m.Seq != i+1 {
			k.t.Errorf("run %d: message %d has the seq %d", n, i+1, m.Seq)
		}
		switch m.Kind {
		case "assistant":
			for _, left := range open {
				k.t.Errorf("run %d: %s has no result before message %d", n, left, m.Seq)
			}
			for _, c := range m.Calls {
				open[c.ID] = c.Name + c.Arguments
			}
		case "tool":
			if open[m.CallID] == "" {
				k.t.Errorf("run %d: message %d is the result of no open call", n, m.Seq)
			}
			k.checkCall(n, m, marks)
			delete(open, m.CallID)
			if strings.HasPrefix(m.Text, "ERROR: interrupted") {
				interrupted++
			}
		}
	}
	last := messages[len(messages)-1]
	if kinds["user"] != 1 || kinds["assistant"] != 4 || kinds["tool"] != 12 || kinds["end"] != 1 || last.Text != "done" || len(open) > 0 {
		k.t.Errorf("run %d has the messages %v and ends with %q %v", n, kinds, last.Text, last.Meta)
	}
	return interrupted
}

// checkCall holds a result against how often its call was made: once, or where it was
// interrupted perhaps not at all.
func (k *killed) checkCall(n int, m api.Message, marks map[string]int) {
	k.t.Helper()
	made := 1 // a note that is written twice looks the same
	switch m.Tool {
	case "tools_echo":
		var asked struct{ Message string }
		if err := json.Unmarshal(m.Arguments, &asked); err != nil {
			k.t.Fatal(err)
		}
		k.mu.Lock()
		made = k.calls[asked.Message]
		k.mu.Unlock()
	case "record_add":
		var asked struct{ Body struct{ Mark string } }
		if err := json.Unmarshal(m.Arguments, &asked); err != nil {
			k.t.Fatal(err)
		}
		made = marks[asked.Body.Mark]
	}
	interrupted := strings.HasPrefix(m.Text, "ERROR: interrupted")
	if made > 1 || made == 0 && !interrupted || m.Failed && !interrupted {
		k.t.Errorf("run %d: %s%s was made %d times, and has the result %q", n, m.Tool, m.Arguments, made, m.Text)
	}
}

// marks counts the records of the collection by their mark.
func (k *killed) marks() map[string]int {
	k.t.Helper()
	collections, err := k.client.ListCollections(k.t.Context(), api.CollectionQuery{})
	if err != nil || len(collections) != 1 {
		k.t.Fatal(collections, err)
	}
	marks := map[string]int{}
	for seen := 0; ; {
		page, err := k.client.ListRecords(k.t.Context(), collections[0].ID, api.RecordQuery{Order: "id", Limit: 100, Offset: seen})
		if err != nil {
			k.t.Fatal(err)
		}
		for _, r := range page.Records {
			var body struct{ Mark string }
			if err := json.Unmarshal(r.Body, &body); err != nil {
				k.t.Fatal(err)
			}
			marks[body.Mark]++
		}
		if seen += len(page.Records); seen >= page.Total {
			return marks
		}
	}
}
