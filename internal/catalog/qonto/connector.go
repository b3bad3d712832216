// Package qonto is the connector of the Qonto Business API.
package qonto

import "github.com/guildsbox/guilds/internal/connector"

// Connector declares Qonto.
func Connector() connector.Connector {
	return connector.Connector{
		Slug: "qonto",
		Name: "Qonto",
		URL:  "https://thirdparty.qonto.com",
		Auth: connector.AuthToken,
		// The login names only the organisation, and is a secret all the same:
		// both halves join run redaction.
		Fields: []connector.Field{
			{Name: "login", Label: "Login", Help: "The organisation's login, such as pied-piper-7132.", Secret: true},
			{Name: "secret_key", Label: "Secret key", Help: "Shown beside the login.", Secret: true},
		},

		Description: "Reads the bank accounts and transactions of a Qonto organisation, finds the transactions that still need an invoice, and attaches it.",
		Limitations: "Moves no money. Works with real accounts only, not with Qonto's sandbox. Invoices are PDF, JPEG or PNG files from the agent's workspace; Qonto processes them in the background, so one may show up a little later.",
		SetupHint:   "In Qonto, open Integrations, then API key, and copy the login and the secret key.",

		Published: []connector.PublishedTool{
			{Name: "list_bank_accounts", Description: "Lists the organisation's bank accounts with their balances."},
			{Name: "list_missing_invoices", Description: "Lists the completed transactions that still need an invoice, by default the debits of the last 90 days."},
			{Name: "get_transaction", Description: "Shows one transaction."},
			{Name: "upload_invoice", Description: "Attaches a PDF, JPEG or PNG file from the agent's workspace to a transaction."},
		},
		Unbuilt: "this version of guildsd does not yet include the Qonto adapter",
	}
}
