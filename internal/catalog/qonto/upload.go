package qonto

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tsv"
)

const uploadSchema = `{"type":"object","properties":{` + idProperty + `,
	"path":{"type":"string","minLength":1,"maxLength":1000,"description":"the file in the agent's workspace, relative to /home/agent or below it"}
	},"required":["id","path"],"additionalProperties":false}`

type uploadArgs struct {
	ID   string `json:"id"`
	Path string `json:"path"`
}

// processing is how long a call waits for Qonto to process a file (specification,
// "Qonto Connect"), and between the questions whether it has there are some seconds.
const (
	processing = 60 * time.Second
	between    = 3 * time.Second
)

// upload attaches a file to a transaction. Everything that can be refused is looked at
// before the file is sent; from then on nothing is an error, because Qonto has it.
func upload(ctx context.Context, a connector.Account, args uploadArgs) (string, error) {
	data, err := a.Files.Read(ctx, args.Path, maxInvoice)
	if err != nil {
		return "", err
	}
	part, err := invoice(args.Path, data)
	if err != nil {
		return "", err
	}
	before, err := find(ctx, a, args.ID)
	if err != nil {
		return "", err
	}
	// The key is one for each call: a second try of the same call attaches the file once.
	_, err = vendor.Do(ctx, a, rest.Request{
		Method: http.MethodPost, Path: rest.At("/v2/transactions/{id}/attachments", args.ID),
		Header: http.Header{"X-Qonto-Idempotency-Key": {string(guild.NewID())}}, Body: rest.Form(part),
	})
	if err != nil {
		return "", notSent(err)
	}
	attached, status := await(ctx, a, args.ID, before.Attachments)
	return tsv.Fields(
		tsv.Field{Name: "id", Value: args.ID},
		tsv.Field{Name: "file", Value: part.FileName},
		tsv.Field{Name: "type", Value: part.Type},
		tsv.Field{Name: "size", Value: text.Size(int64(len(data)))},
		tsv.Field{Name: "attachment_ids", Value: attached},
		tsv.Field{Name: "status", Value: status},
	), nil
}

// notSent says of an upload without an answer what to do before another.
func notSent(err error) error {
	if guild.CodeOf(err) != guild.CodeUnavailable {
		return err
	}
	return guild.Errorf(guild.CodeUnavailable, "%w; look with get_transaction whether the file arrived before another try", err)
}

// await asks until a transaction has another attachment than before, and says what
// became of the file.
func await(ctx context.Context, a connector.Account, id string, before []string) (attached []string, status string) {
	ctx, cancel := context.WithTimeout(ctx, processing)
	defer cancel()
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, fmt.Sprintf("accepted; Qonto has not processed it within %d seconds, and get_transaction shows the attachment once it has", processing/time.Second)
		case <-tick.C:
		}
		now, err := find(ctx, a, id)
		attached = slices.DeleteFunc(now.Attachments, func(id string) bool { return slices.Contains(before, id) })
		if len(attached) > 0 {
			return attached, "attached"
		}
		// Too many answers of HTTP 401 are held against the address that asks.
		if known := (*guild.Error)(nil); errors.As(err, &known) && known.Code != guild.CodeUnavailable {
			return nil, "accepted; whether Qonto has processed it could not be seen: " + known.Msg
		}
	}
}
