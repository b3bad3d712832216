package gmail

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tsv"
)

// How much of a body is shown, in characters: of a message that is read alone, and
// of each in a conversation, so that 15 of them fit into a result.
const (
	maxAlone    = 30_000
	maxInThread = 4_000
)

// show writes a message as a model reads it: what is known of it, its attachments,
// and the body with a bar before each line.
func (m message) show(most int) string {
	body := m.Payload.content()
	shown, all := text.First(lines(body.text), most)
	fields := m.fields()
	if body.markup {
		fields = append(fields, tsv.Field{Name: "body", Value: "text made of HTML"})
	}
	if all > most {
		fields = append(fields, tsv.Field{Name: "body_clipped", Value: fmt.Sprintf("the first %d of %d characters are shown", most, all)})
	}
	sections := []string{tsv.Fields(fields...)}
	if attached := m.Payload.attachments(); len(attached) > 0 {
		sections = append(sections, tsv.Write(attachmentColumns, attached, tsv.Show{All: true}))
	}
	if shown == "" {
		shown = "[no text]"
	} else {
		shown = "| " + strings.ReplaceAll(shown, "\n", "\n| ")
	}
	return strings.Join(append(sections, shown), "\n\n")
}

var attachmentColumns = []tsv.Column[part]{
	{Head: "attachment", Cell: func(p part) any { return p.FileName }},
	{Head: "type", Cell: func(p part) any { return p.MIMEType }},
	{Head: "size", Cell: func(p part) any { return p.Body.Size }},
	{Head: "id", Cell: func(p part) any { return p.Body.AttachmentID }, Max: maxID},
}

// maxID is how long an attachment's id may be, in characters. Gmail's have some
// hundreds.
const maxID = 2000

var manyBreaks = regexp.MustCompile(`\n{3,}`)

// lines cleans a text of several lines: nothing that does not print, no blanks at the
// ends of lines, and at most one empty line in a row.
func lines(s string) string {
	kept := strings.Split(text.Lines(s), "\n")
	for i, line := range kept {
		kept[i] = strings.TrimRight(line, " \t")
	}
	return strings.Trim(manyBreaks.ReplaceAllString(strings.Join(kept, "\n"), "\n\n"), "\n")
}

// fetch gets the texts of a message that are too long to come with it.
func (m *message) fetch(ctx context.Context, a connector.Account) error {
	return m.Payload.fetch(ctx, a, m.ID)
}

func (p *part) fetch(ctx context.Context, a connector.Account, message string) error {
	for i := range p.Parts {
		if err := p.Parts[i].fetch(ctx, a, message); err != nil {
			return err
		}
	}
	if p.attached() || p.Body.AttachmentID == "" || p.Body.Data != "" {
		return nil
	}
	path := rest.At("/users/me/messages/{message_id}/attachments/{attachment_id}", message, p.Body.AttachmentID)
	return google.API.Decode(ctx, a, rest.Request{Path: path, Max: maxMessage}, &p.Body)
}

// maxMessage is the longest message that is read, in bytes: Gmail takes 35 MB, whose
// attachments do not come with it.
const maxMessage = 32 << 20
