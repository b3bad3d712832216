package qonto

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		declare(a, accounts, reads("list_bank_accounts", "Lists the organisation's bank accounts with their balances.", accountsSchema)),
		declare(a, missing, reads("list_missing_invoices", "Lists the completed transactions that still need an invoice, by default the debits of the last 90 days.", missingSchema)),
		declare(a, getTransaction, reads("get_transaction", "Shows one transaction.", transactionSchema)),
		declare(a, upload, tool.Spec{
			Name: "upload_invoice", Doc: "Attaches a PDF, JPEG or PNG file from the agent's workspace to a transaction, and waits up to 60 seconds for Qonto to process it.",
			Schema: uploadSchema, Timeout: uploadTimeout,
		}),
	}
}

// uploadTimeout leaves time for the transaction, and for the file, before the wait.
const uploadTimeout = processing + 2*rest.Timeout + 10*time.Second

func reads(name, doc, schema string) tool.Spec {
	return tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}
}

// declare makes a tool of what asks Qonto for an account.
func declare[A any](a connector.Account, ask func(context.Context, connector.Account, A) (string, error), spec tool.Spec) tool.Tool {
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}

// idProperty names a transaction.
const idProperty = `"id":{"type":"string","minLength":1,"maxLength":100,"description":"id of the transaction, as list_missing_invoices shows it"}`
