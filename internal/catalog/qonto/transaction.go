package qonto

import (
	"context"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const transactionSchema = `{"type":"object","properties":{` + idProperty + `},"required":["id"],"additionalProperties":false}`

type transactionArgs struct {
	ID string `json:"id"`
}

// maxName is how long a name may be, in characters.
const maxName = 100

// transaction is one transaction. Its transaction_id, a name made of the login, is left
// out.
type transaction struct {
	ID            string      `json:"id"`
	Amount        any         `json:"amount"`
	AmountCents   json.Number `json:"amount_cents"`
	Currency      string      `json:"currency"`
	LocalAmount   any         `json:"local_amount"`
	LocalCurrency string      `json:"local_currency"`
	VAT           any         `json:"vat_amount"`
	VATCents      json.Number `json:"vat_amount_cents"`
	VATRate       any         `json:"vat_rate"`
	Side          string      `json:"side"`
	Operation     string      `json:"operation_type"`
	Label         string      `json:"label"`
	Counterparty  string      `json:"clean_counterparty_name"`
	Reference     string      `json:"reference"`
	Note          string      `json:"note"`
	Status        string      `json:"status"`
	Emitted       string      `json:"emitted_at"`
	Settled       string      `json:"settled_at"` // null until it is completed
	Category      string      `json:"category"`
	Card          string      `json:"card_last_digits"`
	Attachments   []string    `json:"attachment_ids"`
	Required      *bool       `json:"attachment_required"`
	Lost          *bool       `json:"attachment_lost"`

	account string // whose transaction it is, where that was asked for
}

// completed is the status of a transaction that is done.
const completed = "completed"

// lacksInvoice is the rule for what still needs an invoice (specification, "Qonto
// Connect").
func (t transaction) lacksInvoice() bool {
	required, lost := t.Required != nil && *t.Required, t.Lost != nil && *t.Lost
	return t.Status == completed && len(t.Attachments) == 0 && required && !lost
}

// who is the other side, by the name that Qonto made readable or as the bank has it.
func (t transaction) who() string {
	if t.Counterparty != "" {
		return t.Counterparty
	}
	return t.Label
}

func getTransaction(ctx context.Context, a connector.Account, args transactionArgs) (string, error) {
	t, err := find(ctx, a, args.ID)
	if err != nil {
		return "", err
	}
	return tsv.Fields(
		tsv.Field{Name: "id", Value: t.ID},
		tsv.Field{Name: "status", Value: t.Status},
		tsv.Field{Name: "side", Value: t.Side},
		tsv.Field{Name: "operation_type", Value: t.Operation},
		tsv.Field{Name: "amount", Value: money(t.AmountCents, t.Amount)},
		tsv.Field{Name: "currency", Value: t.Currency},
		// Not every currency has cents.
		tsv.Field{Name: "local_amount", Value: decimal(t.LocalAmount)},
		tsv.Field{Name: "local_currency", Value: t.LocalCurrency},
		tsv.Field{Name: "vat_amount", Value: money(t.VATCents, t.VAT)},
		tsv.Field{Name: "vat_rate", Value: decimal(t.VATRate)},
		tsv.Field{Name: "counterparty", Value: t.Counterparty, Max: maxName},
		tsv.Field{Name: "label", Value: t.Label, Max: maxName},
		tsv.Field{Name: "reference", Value: t.Reference},
		tsv.Field{Name: "note", Value: t.Note},
		tsv.Field{Name: "category", Value: t.Category},
		tsv.Field{Name: "card_last_digits", Value: t.Card},
		tsv.Field{Name: "emitted_at", Value: tsv.When(t.Emitted)},
		tsv.Field{Name: "settled_at", Value: tsv.When(t.Settled)},
		tsv.Field{Name: "attachment_ids", Value: t.Attachments, Max: 1000},
		tsv.Field{Name: "attachment_required", Value: t.Required},
		tsv.Field{Name: "attachment_lost", Value: t.Lost},
		tsv.Field{Name: "needs_invoice", Value: t.lacksInvoice()},
	), nil
}

// find returns one transaction.
func find(ctx context.Context, a connector.Account, id string) (transaction, error) {
	var answer struct {
		Transaction *transaction `json:"transaction"`
	}
	if err := vendor.Get(ctx, a, rest.At("/v2/transactions/{id}", id), nil, &answer); err != nil {
		return transaction{}, err
	}
	if answer.Transaction == nil {
		return transaction{}, guild.Errorf(guild.CodeUpstream, "Qonto answered without the transaction %s", id)
	}
	return *answer.Transaction, nil
}
