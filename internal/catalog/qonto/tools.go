package qonto

import (
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "list_bank_accounts", "Lists the organisation's bank accounts with their balances.", accountsSchema, accounts),
		connector.Reading(a, "list_missing_invoices", "Lists the completed transactions that still need an invoice, by default the debits of the last 90 days.", missingSchema, missing),
		connector.Reading(a, "get_transaction", "Shows one transaction.", transactionSchema, getTransaction),
		connector.Declare(a, tool.Spec{
			Name: "upload_invoice", Doc: "Attaches a PDF, JPEG or PNG file from the agent's workspace to a transaction, and waits up to 60 seconds for Qonto to process it.",
			Schema: uploadSchema, Timeout: uploadTimeout,
		}, upload),
	}
}

// uploadTimeout leaves time for the transaction, and for the file, before the wait.
const uploadTimeout = processing + 2*rest.Timeout + 10*time.Second

// idProperty names a transaction.
const idProperty = `"id":{"type":"string","minLength":1,"maxLength":100,"description":"id of the transaction, as list_missing_invoices shows it"}`
