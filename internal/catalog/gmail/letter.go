package gmail

import (
	"encoding/base64"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"unicode"

	"github.com/guildsbox/guilds/internal/guild"
)

// Properties of what is written.
const letterProperties = `
	"cc":{"type":"array","maxItems":100,"items":{"type":"string","minLength":1},"description":"recipients of a copy"},
	"bcc":{"type":"array","maxItems":100,"items":{"type":"string","minLength":1},"description":"recipients of a copy whom the others do not see"},
	"subject":{"type":"string","maxLength":500,"description":"required in a new conversation; leave it out in an answer, which has the conversation's subject"},
	"body":{"type":"string","minLength":1,"maxLength":200000,"description":"plain text"},
	"thread_id":{"type":"string","minLength":1,"maxLength":200,"description":"the conversation that this answers; its last message is the one that is answered"}`

const recipients = `{"type":"string","minLength":1},"description":"recipients, each an address such as ann@example.com or Ann Lee <ann@example.com>"}`

const (
	draftSchema = `{"type":"object","properties":{
	"to":{"type":"array","maxItems":100,"items":` + recipients + `,` + letterProperties + `},"required":["body"],"additionalProperties":false}`
	sendSchema = `{"type":"object","properties":{
	"to":{"type":"array","minItems":1,"maxItems":100,"items":` + recipients + `,` + letterProperties + `},"required":["to","body"],"additionalProperties":false}`
)

type letterArgs struct {
	To       []string `json:"to"`
	CC       []string `json:"cc"`
	BCC      []string `json:"bcc"`
	Subject  string   `json:"subject"`
	Body     string   `json:"body"`
	ThreadID string   `json:"thread_id"`
}

// letter is a message that is to be written.
type letter struct {
	to, cc, bcc []*mail.Address
	subject     string
	body        string

	// Of what it answers; empty for a new conversation.
	threadID   string
	inReplyTo  string
	references []string
}

// parse reads what is asked for, with every problem at once.
func (args letterArgs) parse() (letter, error) {
	l := letter{subject: strings.TrimSpace(args.Subject), body: args.Body, threadID: args.ThreadID}
	var problems []guild.Problem
	for _, list := range []struct {
		field string
		given []string
		into  *[]*mail.Address
	}{{"to", args.To, &l.to}, {"cc", args.CC, &l.cc}, {"bcc", args.BCC, &l.bcc}} {
		found, wrong := parsePeople(list.field, list.given)
		*list.into, problems = found, append(problems, wrong...)
	}
	switch {
	case strings.ContainsFunc(args.Subject, unicode.IsControl):
		problems = append(problems, guild.Problem{Path: "$.subject", Message: fmt.Sprintf("%q holds a line break or another control character; a subject is one line", args.Subject)})
	case l.subject == "" && args.ThreadID == "":
		problems = append(problems, guild.Problem{Path: "$.subject", Message: "is required in a new conversation"})
	}
	return l, guild.Invalid("the message cannot be written", problems)
}

// raw writes the message as Gmail takes it (RFC 5322). Gmail adds the sender and the
// date, and takes Bcc away from what others get.
func (l letter) raw() string {
	var b strings.Builder
	for _, h := range []struct{ name, value string }{
		{"To", encoded(l.to)}, {"Cc", encoded(l.cc)}, {"Bcc", encoded(l.bcc)},
		{"Subject", folded(mime.BEncoding.Encode("utf-8", l.subject))},
		{"In-Reply-To", l.inReplyTo}, {"References", strings.Join(l.references, "\r\n ")},
		{"MIME-Version", "1.0"}, {"Content-Type", "text/plain; charset=utf-8"}, {"Content-Transfer-Encoding", "quoted-printable"},
	} {
		if h.value != "" {
			b.WriteString(h.name + ": " + h.value + "\r\n")
		}
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(l.body))) // memory takes everything
	_ = w.Close()
	return b.String()
}

// outgoing is a message in the form of the API.
type outgoing struct {
	Raw      string `json:"raw"` // base64url
	ThreadID string `json:"threadId,omitempty"`
}

func (l letter) outgoing() outgoing {
	return outgoing{Raw: base64.URLEncoding.EncodeToString([]byte(l.raw())), ThreadID: l.threadID}
}
