package gmail

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const messageSchema = `{"type":"object","properties":{
	"message_id":{"type":"string","minLength":1,"maxLength":200,"description":"id of the message, as get_thread shows it"}
	},"required":["message_id"],"additionalProperties":false}`

type messageArgs struct {
	MessageID string `json:"message_id"`
}

func getMessage(ctx context.Context, a connector.Account, args messageArgs) (string, error) {
	var m message
	r := rest.Request{Path: rest.At("/users/me/messages/{message_id}", args.MessageID), Query: url.Values{"fields": {messageFields}}, Max: maxMessage}
	if err := google.API.Decode(ctx, a, r, &m); err != nil {
		return "", unknown("message", args.MessageID, err)
	}
	if err := m.fetch(ctx, a); err != nil {
		return "", err
	}
	return m.show(maxAlone), nil
}

const threadSchema = `{"type":"object","properties":{
	"thread_id":{"type":"string","minLength":1,"maxLength":200,"description":"id of the conversation, as search_threads shows it"},
	"before":{"type":"string","minLength":1,"description":"id of a message whose earlier ones are wanted; the latest where it is left out"},
	"limit":{"type":"integer","minimum":1,"maximum":30,"description":"messages to show, 15 by default"}
	},"required":["thread_id"],"additionalProperties":false}`

type threadArgs struct {
	ThreadID string `json:"thread_id"`
	Before   string `json:"before"`
	Limit    int    `json:"limit"`
}

func getThread(ctx context.Context, a connector.Account, args threadArgs) (string, error) {
	var t thread
	r := rest.Request{Path: rest.At("/users/me/threads/{thread_id}", args.ThreadID), Query: url.Values{"fields": {"id,messages(" + messageFields + ")"}}, Max: maxMessage}
	if err := google.API.Decode(ctx, a, r, &t); err != nil {
		return "", unknown("conversation", args.ThreadID, err)
	}
	messages := t.Messages
	if args.Before != "" {
		at := slices.IndexFunc(messages, func(m message) bool { return m.ID == args.Before })
		if at < 0 {
			return "", guild.Errorf(guild.CodeNotFound, "the conversation %s has no message %q", args.ThreadID, args.Before)
		}
		messages = messages[:at]
	}
	earlier := max(0, len(messages)-tsv.Rows(args.Limit))
	shown := messages[earlier:]
	if err := each(ctx, shown, func(ctx context.Context, m *message) error { return m.fetch(ctx, a) }); err != nil {
		return "", err
	}
	return written(shown, len(t.Messages), earlier), nil
}

// written writes messages of a conversation of so many, the oldest first.
func written(shown []message, all, earlier int) string {
	sections := []string{fmt.Sprintf("[%d of %d messages]", len(shown), all)}
	if earlier > 0 {
		sections[0] = fmt.Sprintf("[%d of %d messages; pass before %s for the %d earlier ones]", len(shown), all, shown[0].ID, earlier)
	}
	for _, m := range shown {
		sections = append(sections, m.show(maxInThread))
	}
	return strings.Join(sections, "\n\n")
}

// unknown says what is not there, before Gmail's own words, which do not.
func unknown(what, id string, err error) error {
	if guild.CodeOf(err) != guild.CodeNotFound {
		return err
	}
	return guild.Errorf(guild.CodeNotFound, "the mailbox has no %s %q: %w", what, id, err)
}
