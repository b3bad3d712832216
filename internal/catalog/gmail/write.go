package gmail

import (
	"context"
	"net/http"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/tsv"
)

func createDraft(ctx context.Context, a connector.Account, args letterArgs) (string, error) {
	l, err := args.write(ctx, a)
	if err != nil {
		return "", err
	}
	var made draft
	body := struct {
		Message outgoing `json:"message"`
	}{l.outgoing()}
	r := rest.Request{Method: http.MethodPost, Path: rest.At("/users/me/drafts"), Body: rest.JSON(body)}
	if err := google.API.Decode(ctx, a, r, &made); err != nil {
		return "", err
	}
	return l.told(made.Message, tsv.Field{Name: "draft_id", Value: made.ID}), nil
}

func sendMessage(ctx context.Context, a connector.Account, args letterArgs) (string, error) {
	l, err := args.write(ctx, a)
	if err != nil {
		return "", err
	}
	var sent message
	r := rest.Request{Method: http.MethodPost, Path: rest.At("/users/me/messages/send"), Body: rest.JSON(l.outgoing())}
	if err := google.API.Decode(ctx, a, r, &sent); err != nil {
		return "", err
	}
	return l.told(sent), nil
}

// write reads what is asked for, and completes an answer from its conversation.
func (args letterArgs) write(ctx context.Context, a connector.Account) (letter, error) {
	l, err := args.parse()
	if err == nil && l.threadID != "" {
		err = l.answer(ctx, a)
	}
	return l, err
}

// told is what a model reads of a message that was written. The thread tells whether
// Gmail took an answer into its conversation.
func (l letter) told(m message, more ...tsv.Field) string {
	return tsv.Fields(append(more,
		tsv.Field{Name: "message_id", Value: m.ID},
		tsv.Field{Name: "thread_id", Value: m.ThreadID},
		tsv.Field{Name: "subject", Value: l.subject, Max: maxPeople},
		tsv.Field{Name: "to", Value: shown(l.to), Max: maxPeople},
		tsv.Field{Name: "cc", Value: shown(l.cc), Max: maxPeople},
		tsv.Field{Name: "bcc", Value: shown(l.bcc), Max: maxPeople},
		tsv.Field{Name: "labels", Value: m.LabelIDs},
	)...)
}
