package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// view shows the events of a run.
type view struct {
	app      *app.App
	printer  *print.Printer
	json     bool
	thoughts bool
	all      bool // also what the operator said
	follow   bool

	streamed strings.Builder // the pieces of the model's text since the last message
	midLine  bool            // the text on standard output does not end with a line
	failed   bool            // the last generation did not end well
}

func newView(a *app.App, cmd *cobra.Command) *view {
	v := &view{app: a}
	cmd.Flags().BoolVar(&v.json, "json", false, "write one event a line, as JSON")
	cmd.Flags().BoolVar(&v.thoughts, "thoughts", false, "show the model's reasoning as well, on standard error")
	return v
}

// begin shows a run from a seq on until it is over, or with detach only its id.
func (v *view) begin(ctx context.Context, f app.Finder, id string, after int, detach bool) error {
	if detach {
		return v.started(id)
	}
	v.printer = v.app.Printer(nil)
	err := f.WatchRun(ctx, id, after, v.follow, v.event)
	v.endLine()
	switch {
	case errors.Is(err, context.Canceled):
		v.app.Note("The run goes on. Look at it with: guildsctl run tail %s; end it with: guildsctl run cancel %s", id, id)
		return app.ErrSaid
	case err == nil && v.failed:
		return app.ErrSaid
	}
	return err
}

func (v *view) started(id string) error {
	if v.json {
		return v.line(struct {
			RunID string `json:"run_id"`
		}{id})
	}
	_, err := fmt.Fprintln(v.app.Out, id)
	return err
}

func (v *view) event(e client.RunEvent) error {
	if e.Name == api.EventMessage && e.Message.Kind == "end" {
		v.failed = e.Message.Text != "done"
	}
	if v.json {
		return v.line(struct {
			Event string          `json:"event"`
			Data  json.RawMessage `json:"data"`
		}{e.Name, e.Data})
	}
	if show, ok := shows[e.Name]; ok {
		return show(v, e)
	}
	return nil // an event of a newer daemon
}

func (v *view) line(value any) error {
	data, err := json.Marshal(value)
	if err == nil {
		_, err = fmt.Fprintf(v.app.Out, "%s\n", data)
	}
	return err
}

// shows show each kind of event to a person.
var shows = map[string]func(*view, client.RunEvent) error{
	api.EventText: func(v *view, e client.RunEvent) error {
		v.streamed.WriteString(e.Piece.Text)
		return v.text(e.Piece.Text)
	},
	api.EventThoughts: func(v *view, e client.RunEvent) error {
		if v.thoughts {
			fmt.Fprint(v.app.Err, print.Text(e.Piece.Text))
		}
		return nil
	},
	api.EventReset: func(v *view, _ client.RunEvent) error {
		v.streamed.Reset()
		v.endLine()
		v.app.Note("The answer broke off; the model is asked again.")
		return nil
	},
	api.EventRetry: func(v *view, e client.RunEvent) error {
		v.endLine()
		v.app.Note("Asking the provider again in %s: %s", round(e.Retry.InMS), print.Cell(e.Retry.Why))
		return nil
	},
	api.EventCall:    func(*view, client.RunEvent) error { return nil }, // its result is one line
	api.EventMessage: func(v *view, e client.RunEvent) error { return v.message(e.Message) },
}

func (v *view) message(m api.Message) error {
	streamed := v.streamed.String()
	v.streamed.Reset()
	switch m.Kind {
	case "user":
		if v.all {
			v.endLine()
			v.app.Note("> %s", print.Text(m.Text))
		}
	case "assistant":
		return v.text(strings.TrimPrefix(m.Text, streamed))
	case "tool":
		v.endLine()
		v.app.Note("  %s", callLine(m))
	case "notice":
		v.endLine()
		v.app.Note("! %s", print.Text(m.Text))
	case "end":
		v.endLine()
		v.app.Note("%s", ending(m))
	}
	return nil
}

// text writes the model's words: to a terminal without what it would obey.
func (v *view) text(s string) error {
	if s == "" {
		return nil
	}
	v.midLine = !strings.HasSuffix(s, "\n")
	if v.printer.Terminal {
		s = print.Text(s)
	}
	_, err := fmt.Fprint(v.app.Out, s)
	return err
}

// endLine ends a line of text before something else is written.
func (v *view) endLine() {
	if v.midLine {
		fmt.Fprintln(v.app.Out)
		v.midLine = false
	}
}

// callLine is a tool call on one line.
func callLine(m api.Message) string {
	line := fmt.Sprintf("%s %s %s", m.Tool, round(m.DurationMS), size(m))
	if m.Failed {
		first, _, _ := strings.Cut(m.Text, "\n")
		line += " " + print.Clip(print.Cell(first), 120)
	}
	return print.Cell(line)
}

func size(m api.Message) string {
	bytes, _ := m.Meta["bytes"].(float64)
	if bytes >= 1<<10 {
		return fmt.Sprintf("%.1f KiB", bytes/(1<<10))
	}
	return fmt.Sprintf("%d B", int(bytes))
}

func round(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	switch {
	case d >= time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d == 0:
		return "<1ms"
	}
	return d.String()
}

// ending says how a generation ended.
func ending(m api.Message) string {
	number := func(field string) int { n, _ := m.Meta[field].(float64); return int(n) }
	cost, _ := m.Meta["cost"].(string)
	line := fmt.Sprintf("%s: %s", strings.ToUpper(m.Text[:1])+m.Text[1:], took(api.Usage{
		ToolCalls: number("tool_calls"), PromptTokens: number("prompt_tokens"), CompletionTokens: number("completion_tokens"),
		CachedTokens: number("cached_tokens"), Cost: cost,
	}))
	if why, ok := m.Meta["error"].(string); ok {
		line += "\n" + print.Text(why)
	}
	return line
}
