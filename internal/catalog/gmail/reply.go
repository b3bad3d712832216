package gmail

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
)

// answer makes a letter an answer in its conversation. To join it, Gmail wants the
// id of the thread, the headers of RFC 5322, section 3.6.4, and the same subject.
func (l *letter) answer(ctx context.Context, a connector.Account) error {
	var t thread
	q := url.Values{
		"format": {"metadata"}, "metadataHeaders": {"Message-ID", "References", "In-Reply-To", "Subject"},
		"fields": {"messages(id,labelIds,payload(headers))"},
	}
	if err := google.API.Get(ctx, a, rest.At("/users/me/threads/{thread_id}", l.threadID), q, &t); err != nil {
		return unknown("conversation", l.threadID, err)
	}
	answered := t.answered()
	subject := text.Line(answered.header("Subject"), maxSubject)
	if l.subject != "" && bare(l.subject) != bare(subject) {
		return guild.Errorf(guild.CodeInvalid, "an answer has the subject of its conversation, %q, and not %q; leave subject out, or thread_id for a new conversation", subject, l.subject)
	}
	if l.subject = subject; !prefix.MatchString(subject) {
		l.subject = "Re: " + subject
	}
	l.inReplyTo, l.references = answered.chain()
	return nil
}

// answered is the message that an answer answers: the last that is not itself a
// draft.
func (t thread) answered() message {
	sent := slices.DeleteFunc(slices.Clone(t.Messages), func(m message) bool { return m.labelled("DRAFT") })
	if len(sent) == 0 {
		return t.last()
	}
	return sent[len(sent)-1]
}

// chain returns the headers In-Reply-To and References of an answer to a message.
// Without an id it can be answered by its thread alone.
func (m message) chain() (inReplyTo string, references []string) {
	id := messageID.FindString(m.header("Message-ID"))
	if id == "" {
		return "", nil
	}
	before := messageID.FindAllString(m.header("References"), -1)
	if before == nil { // a first answer names it there alone
		before = messageID.FindAllString(m.header("In-Reply-To"), 1)
	}
	if len(before) > maxReferences {
		before = append(before[:1], before[len(before)-maxReferences+1:]...)
	}
	return id, append(before, id)
}

const (
	maxSubject    = 900 // in bytes: an unfolded header line has at most 998
	maxReferences = 30
)

// messageID is an id of RFC 5322. It has no blank and no line break, so that no header
// of a stranger begins another one here.
var messageID = regexp.MustCompile(`<[!-;=?-~]{1,250}>`)

// prefix is what mail programs put before the subject of an answer or of a message
// that is passed on.
var prefix = regexp.MustCompile(`(?i)^\s*(re|aw|antw|sv|vs|fw|fwd|wg)\s*:\s*`)

// bare is what a subject is without prefixes, as far as two are compared.
func bare(subject string) string {
	for prefix.MatchString(subject) {
		subject = prefix.ReplaceAllString(subject, "")
	}
	return strings.ToLower(strings.Join(strings.Fields(subject), " "))
}
