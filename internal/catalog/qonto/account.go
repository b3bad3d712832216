package qonto

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

const accountsSchema = `{"type":"object","properties":{},"additionalProperties":false}`

type accountsArgs struct{}

// account is a bank account. Only its id, name and status are there for every role.
type account struct {
	ID              string      `json:"id"`
	Name            string      `json:"name"`
	Status          string      `json:"status"`
	Main            *bool       `json:"main"`
	IBAN            string      `json:"iban"`
	BIC             string      `json:"bic"`
	Currency        string      `json:"currency"`
	Balance         any         `json:"balance"`
	BalanceCents    json.Number `json:"balance_cents"`
	Authorized      any         `json:"authorized_balance"`
	AuthorizedCents json.Number `json:"authorized_balance_cents"`
	Updated         string      `json:"updated_at"`
	External        *bool       `json:"is_external_account"`
}

var accountColumns = []tsv.Column[account]{
	{Head: "id", Cell: func(a account) any { return a.ID }},
	{Head: "name", Cell: func(a account) any { return a.Name }, Max: maxName},
	{Head: "status", Cell: func(a account) any { return a.Status }},
	{Head: "main", Cell: func(a account) any { return a.Main }},
	{Head: "iban", Cell: func(a account) any { return a.IBAN }},
	{Head: "bic", Cell: func(a account) any { return a.BIC }},
	{Head: "currency", Cell: func(a account) any { return a.Currency }},
	{Head: "balance", Cell: func(a account) any { return money(a.BalanceCents, a.Balance) }},
	{Head: "authorized_balance", Cell: func(a account) any { return money(a.AuthorizedCents, a.Authorized) }},
	{Head: "external", Cell: func(a account) any { return a.External }},
	{Head: "updated_at", Cell: func(a account) any { return tsv.When(a.Updated) }},
}

// accounts shows every account: an organisation has few, and each may be wanted.
func accounts(ctx context.Context, a connector.Account, _ accountsArgs) (string, error) {
	all, more, err := allAccounts(ctx, a)
	if err != nil {
		return "", err
	}
	show := tsv.Show{All: true, Empty: "the key sees no bank account of the organisation"}
	if more {
		show.More = unread(len(all), "bank accounts")
	}
	return tsv.Write(accountColumns, all, show), nil
}

// allAccounts returns the accounts that the key sees, and whether there are more than
// are read.
func allAccounts(ctx context.Context, a connector.Account) (all []account, more bool, err error) {
	more, err = list(ctx, a, "/v2/bank_accounts", nil, func(p page) { all = append(all, p.Accounts...) })
	return all, more, err
}

func unread(n int, of string) string { return fmt.Sprintf("only the first %d %s were read", n, of) }
