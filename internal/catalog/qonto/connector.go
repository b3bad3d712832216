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
			{Name: loginField, Label: "Login", Help: "The organisation's login, such as pied-piper-7132.", Secret: true},
			{Name: secretField, Label: "Secret key", Help: "Shown beside the login.", Secret: true},
		},

		Description: "Reads the bank accounts and transactions of a Qonto organisation, finds the transactions that still need an invoice, and attaches it.",
		Limitations: "Moves no money. Works with real accounts only, not with Qonto's sandbox. Invoices are PDF, JPEG or PNG files of at most 15 MB from the agent's workspace; Qonto processes them in the background, so one may show up a little later. Missing invoices are shown 15 at a time unless more are asked for, at most 30.",
		SetupHint:   "In Qonto, open Integrations, then API key, and copy the login and the secret key.",

		Check: check,
		Tools: tools,
	}
}
