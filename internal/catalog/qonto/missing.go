package qonto

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

const missingSchema = `{"type":"object","properties":{
	"side":{"type":"string","enum":["debit","credit"],"description":"money that went out, or that came in; debit by default"},
	"from":{"type":"string","minLength":1,"maxLength":40,"description":"first day of settlement, such as 2026-01-31, in UTC; 90 days before the last one by default"},
	"to":{"type":"string","minLength":1,"maxLength":40,"description":"last day of settlement, in UTC; today by default"},
	"bank_account_id":{"type":"string","minLength":1,"maxLength":100,"description":"id of one bank account, as list_bank_accounts shows it; all of them by default"},
	"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"},
	"page":{"type":"integer","minimum":1,"description":"which page of so many rows, the newest first; 1 by default"}
	},"additionalProperties":false}`

type missingArgs struct {
	Side    string `json:"side"`
	From    string `json:"from"`
	To      string `json:"to"`
	Account string `json:"bank_account_id"`
	Limit   int    `json:"limit"`
	Page    int    `json:"page"`
}

var missingColumns = []tsv.Column[transaction]{
	{Head: "id", Cell: func(t transaction) any { return t.ID }},
	{Head: "settled_at", Cell: func(t transaction) any { return tsv.When(t.Settled) }},
	{Head: "amount", Cell: func(t transaction) any { return money(t.AmountCents, t.Amount) }},
	{Head: "currency", Cell: func(t transaction) any { return t.Currency }},
	{Head: "counterparty", Cell: func(t transaction) any { return t.who() }, Max: maxName},
	{Head: "operation_type", Cell: func(t transaction) any { return t.Operation }},
	{Head: "card", Cell: func(t transaction) any { return t.Card }},
	{Head: "reference", Cell: func(t transaction) any { return t.Reference }, Max: maxName},
	{Head: "note", Cell: func(t transaction) any { return t.Note }, Max: maxName},
	{Head: "bank_account", Cell: func(t transaction) any { return t.account }, Max: maxName},
}

// missing lists what still needs an invoice, of all accounts together. The API lists
// the transactions of one account only.
func missing(ctx context.Context, a connector.Account, args missingArgs) (string, error) {
	during, err := args.window(time.Now())
	if err != nil {
		return "", err
	}
	of, notes, err := args.accounts(ctx, a)
	if err != nil {
		return "", err
	}
	lacking, skipped, err := lackingOfAll(ctx, a, of, during.query(args.side()))
	if err != nil {
		return "", err
	}
	slices.SortStableFunc(lacking, func(a, b transaction) int { return strings.Compare(b.Settled, a.Settled) })
	return args.table(lacking, append(notes, skipped...), during), nil
}

// accounts returns those that are to be looked at, and a note where there are more.
func (m missingArgs) accounts(ctx context.Context, a connector.Account) (of []account, notes []string, err error) {
	if m.Account != "" {
		return []account{{ID: m.Account, Name: m.Account}}, nil, nil
	}
	of, more, err := allAccounts(ctx, a)
	if more {
		notes = append(notes, unread(len(of), "bank accounts"))
	}
	return of, notes, err
}

// lackingOfAll returns what every account lacks, and notes of what was not looked at. An
// account that Qonto refuses to show, as it may one that is closed or at another bank,
// does not hide what the others lack; the error is of the first where all are refused.
func lackingOfAll(ctx context.Context, a connector.Account, of []account, query url.Values) (lacking []transaction, notes []string, err error) {
	var refusals []error
	for _, one := range of {
		found, more, err := lackingOf(ctx, a, one, query)
		switch {
		case refused(err):
			refusals = append(refusals, err)
			notes = append(notes, fmt.Sprintf("the bank account %s is left out: %v", one.Name, err))
		case err != nil:
			return nil, nil, err
		case more:
			notes = append(notes, fmt.Sprintf("of the bank account %s only the newest %d transactions without an invoice were looked at; ask for fewer days", one.Name, perPage*maxPages))
		}
		lacking = append(lacking, found...)
	}
	if len(refusals) > 0 && len(refusals) == len(of) {
		return nil, nil, refusals[0]
	}
	return lacking, notes, nil
}

// refused reports whether an error is about the one account that was asked for, and
// not about the login, the arguments or Qonto itself.
func refused(err error) bool {
	code := guild.CodeOf(err)
	return code == guild.CodeDenied || code == guild.CodeNotFound
}

// lackingOf asks for what the API can tell apart, and applies the rule to it: it has no
// filter for what requires an invoice.
func lackingOf(ctx context.Context, a connector.Account, of account, query url.Values) (lacking []transaction, more bool, err error) {
	query.Set("bank_account_id", of.ID)
	more, err = list(ctx, a, "/v2/transactions", query, func(p page) {
		for _, t := range p.Transactions {
			if t.lacksInvoice() {
				t.account = of.Name
				lacking = append(lacking, t)
			}
		}
	})
	return lacking, more, err
}

func (m missingArgs) side() string {
	if m.Side == "" {
		return "debit"
	}
	return m.Side
}

// table shows one page of what was found.
func (m missingArgs) table(lacking []transaction, notes []string, during window) string {
	limit, number := tsv.Rows(m.Limit), max(1, m.Page)
	empty := fmt.Sprintf("no completed %s transaction settled %s needs an invoice", m.side(), during)
	if before := limit * (number - 1); before > 0 {
		empty = fmt.Sprintf("%d transactions need an invoice, so that there is no page %d of %d rows", len(lacking), number, limit)
		lacking = lacking[min(before, len(lacking)):]
	}
	if len(lacking) > limit {
		notes = append([]string{fmt.Sprintf("pass page %d for the page after this", number+1)}, notes...)
	}
	return tsv.Write(missingColumns, lacking, tsv.Show{Limit: limit, Empty: empty, More: strings.Join(notes, "; ")})
}
