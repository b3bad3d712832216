package qonto_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

func TestMissingInvoicesAreTheDebitsOfNinetyDays(t *testing.T) {
	t.Parallel()
	v := connectortest.Start(t, suite().Documents...)
	inBubble(t, v, func(t *testing.T, a connector.Account) {
		got := connectortest.Call(t, suite().Connector, a, "list_missing_invoices", `{}`)
		if got.Failed || !strings.Contains(got.Text, lamp) {
			t.Errorf("the result is %q", got.Text)
		}
	})
	want := url.Values{
		"bank_account_id": {"11111111-0000-4000-8000-000000000001"}, "side": {"debit"}, "status[]": {"completed"}, "with_attachments": {"false"},
		"settled_at_from": {now.AddDate(0, 0, -90).Format("2006-01-02T15:04:05.000Z")}, "sort_by": {"settled_at:desc"}, "per_page": {"100"},
	}
	requests := v.Requests()
	if len(requests) != 2 || requests[0].Operation != accountsOf || requests[1].Operation != transactionsOf {
		t.Fatalf("the requests were %+v", requests)
	}
	if diff := cmp.Diff(want, requests[1].Query); diff != "" {
		t.Errorf("the query (-want +got):\n%s", diff)
	}
	if got := requests[1].Header.Get("Authorization"); got != login+":"+secret {
		t.Errorf("the credential is %q", got)
	}
}

func TestDaysAreWholeOnes(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][2]string{
		`{"from":"1999-12-01"}`:                   {"1999-12-01T00:00:00.000Z", ""},
		`{"to":"1999-12-31"}`:                     {"1999-10-02T23:59:59.999Z", "1999-12-31T23:59:59.999Z"},
		`{"from":"1999-12-31","to":"1999-12-31"}`: {"1999-12-31T00:00:00.000Z", "1999-12-31T23:59:59.999Z"},
	} {
		v := connectortest.Start(t, suite().Documents...)
		inBubble(t, v, func(t *testing.T, a connector.Account) {
			connectortest.Call(t, suite().Connector, a, "list_missing_invoices", args)
		})
		q := v.Requests()[1].Query
		if got := [2]string{q.Get("settled_at_from"), q.Get("settled_at_to")}; got != want {
			t.Errorf("%s asks for %q; want %q", args, got, want)
		}
	}
}

// The rule is checked here whatever the API was asked for: it has no filter for what
// requires an invoice, and what it answers to the others is not taken on trust.
func TestWhatNeedsAnInvoice(t *testing.T) {
	t.Parallel()
	const needs = `"id":"x","status":"completed","attachment_ids":[],"attachment_required":true,"attachment_lost":false`
	for fields, want := range map[string]bool{
		needs: true,
		`"id":"x","status":"completed","attachment_required":true`:                             true,
		`"id":"x","status":"completed","attachment_ids":null,"attachment_required":true`:       true,
		strings.Replace(needs, `"attachment_lost":false`, `"attachment_lost":null`, 1):         true,
		strings.Replace(needs, `completed`, `pending`, 1):                                      false,
		strings.Replace(needs, `completed`, `declined`, 1):                                     false,
		strings.Replace(needs, `[]`, `["a"]`, 1):                                               false,
		strings.Replace(needs, `"attachment_required":true`, `"attachment_required":false`, 1): false,
		strings.Replace(needs, `"attachment_required":true,`, ``, 1):                           false,
		strings.Replace(needs, `"attachment_lost":false`, `"attachment_lost":true`, 1):         false,
	} {
		v := connectortest.Start(t, suite().Documents...)
		v.Always(transactionsOf, connectortest.Answer{Body: `{"transactions":[{` + fields + `}]}`})
		v.Always(transactionOf, connectortest.Answer{Body: `{"transaction":{` + fields + `}}`})
		s := suite()
		a := v.Account(s.Connector, s.Account)
		listed := connectortest.Call(t, s.Connector, a, "list_missing_invoices", `{}`).Text
		shown := connectortest.Call(t, s.Connector, a, "get_transaction", `{"id":"`+lamp+`"}`).Text
		if strings.HasPrefix(listed, "id\t") != want || !strings.Contains(shown, fmt.Sprintf("needs_invoice\t%v", want)) {
			t.Errorf("%s: listed %q, shown %q", fields, listed, shown)
		}
	}
}

// ledger answers with the transactions of a range of numbers. Each was settled a second
// before the one in front of it.
func ledger(from, to int, next string) connectortest.Answer {
	var rows []string
	for i := from; i < to; i++ {
		settled := now.Add(-time.Duration(i) * time.Second).Format(time.RFC3339)
		rows = append(rows, fmt.Sprintf(`{"id":"t%04d","status":"completed","settled_at":%q,"attachment_required":true}`, i, settled))
	}
	return connectortest.Answer{Body: `{"transactions":[` + strings.Join(rows, ",") + `],"meta":{"next_page":` + next + `}}`}
}

const twoAccounts = `{"bank_accounts":[{"id":"11111111-0000-4000-8000-00000000000a","name":"A"},{"id":"11111111-0000-4000-8000-00000000000b","name":"B"}]}`

func TestAllAccountsArePagedThroughTogether(t *testing.T) {
	t.Parallel()
	s := suite()
	for args, want := range map[string]struct {
		first, last string // ids of the rows
		rows        int
		note        string
	}{
		`{}`:                    {"t0000", "t0014", 15, "[17 more not shown; pass page 2 for the page after this]"},
		`{"page":2}`:            {"t0015", "t0029", 15, "[2 more not shown; pass page 3 for the page after this]"},
		`{"page":3}`:            {"t0030", "t0031", 2, ""},
		`{"limit":30}`:          {"t0000", "t0029", 30, "[2 more not shown; pass page 2 for the page after this]"},
		`{"limit":30,"page":2}`: {"t0030", "t0031", 2, ""},
		`{"page":4}`:            {"", "", 0, "[32 transactions need an invoice, so that there is no page 4 of 15 rows]"},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(accountsOf, connectortest.Answer{Body: twoAccounts})
		// The second account has the newer ones, on two pages.
		v.Answer(transactionsOf, ledger(20, 32, "null"), ledger(0, 10, "2"), ledger(10, 20, "null"))
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "list_missing_invoices", args)
		note, ids := "", []string{""}
		for _, row := range connectortest.Rows(t, got.Text) {
			switch {
			case strings.HasPrefix(row[0], "["):
				note = row[0]
			case row[0] != "id":
				ids = append(ids, row[0])
			}
		}
		first := ids[min(1, len(ids)-1)]
		if len(ids)-1 != want.rows || first != want.first || ids[len(ids)-1] != want.last || note != want.note {
			t.Errorf("%s: %q and %q; want %+v", args, ids, note, want)
		}
		requests := v.Requests()
		if len(requests) != 4 || requests[3].Query.Get("page") != "2" || !strings.HasSuffix(requests[3].Query.Get("bank_account_id"), "b") {
			t.Errorf("%s: the requests were %+v", args, requests)
		}
	}
}

// An account that is closed or at another bank may be refused, and says so beside what
// the others lack.
func TestARefusedAccountIsLeftOut(t *testing.T) {
	t.Parallel()
	s := suite()
	closed := connectortest.Answer{Status: 404, Body: `{"errors":[{"code":"not_found","detail":"Account is closed"}]}`}
	external := connectortest.Answer{Status: 403, Body: `{"errors":[{"code":"forbidden","detail":"External account"}]}`}
	const (
		isClosed   = "Qonto: there is no such transaction or bank account (HTTP 404, code not_found): Account is closed"
		isExternal = "Qonto: the key, or the role of who made it, does not cover this (HTTP 403, code forbidden): External account"
	)
	for name, tt := range map[string]struct {
		answers []connectortest.Answer // of the accounts A and B
		failed  bool
		starts  string
		ends    string
	}{
		"the first is closed":    {[]connectortest.Answer{closed, ledger(0, 1, "null")}, false, "id\t", "\tB\n[the bank account A is left out: " + isClosed + "]"},
		"the second is external": {[]connectortest.Answer{ledger(0, 1, "null"), external}, false, "id\t", "\tA\n[the bank account B is left out: " + isExternal + "]"},
		"the other lacks none":   {[]connectortest.Answer{ledger(0, 0, "null"), external}, false, "[no completed debit transaction", "; the bank account B is left out: " + isExternal + "]"},
		"both are refused":       {[]connectortest.Answer{closed, external}, true, "ERROR: " + isClosed, ""},
		"a fault is not skipped": {[]connectortest.Answer{ledger(0, 1, "null"), {Status: 500}}, true, "ERROR: Qonto: it has a fault", ""},
		"nor is a bad login":     {[]connectortest.Answer{ledger(0, 1, "null"), {Status: 401}}, true, "ERROR: Qonto: the login or the secret key is not accepted", ""},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(accountsOf, connectortest.Answer{Body: twoAccounts})
		v.Answer(transactionsOf, tt.answers...)
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "list_missing_invoices", `{}`)
		if got.Failed != tt.failed || !strings.HasPrefix(got.Text, tt.starts) || !strings.HasSuffix(strings.TrimRight(got.Text, "\n"), tt.ends) {
			t.Errorf("%s: failed %v, %q", name, got.Failed, got.Text)
		}
		if n := len(v.Requests()); n != 3 {
			t.Errorf("%s: %d requests", name, n)
		}
	}
}

func TestReadingEndsAtTheCap(t *testing.T) {
	t.Parallel()
	s := suite()
	v := connectortest.Start(t, s.Documents...)
	for i := range 10 {
		v.Answer(transactionsOf, ledger(i*100, i*100+100, fmt.Sprint(i+2)))
		v.Answer(accountsOf, connectortest.Answer{Body: fmt.Sprintf(`{"bank_accounts":[{"id":"11111111-0000-4000-8000-00000000000%d","name":"A"}],"meta":{"next_page":%d}}`, i, i+2)})
	}
	a := v.Account(s.Connector, s.Account)
	got := connectortest.Call(t, s.Connector, a, "list_missing_invoices", `{"bank_account_id":"11111111-0000-4000-8000-000000000001"}`)
	if !strings.HasSuffix(got.Text, "[985 more not shown; pass page 2 for the page after this; of the bank account 11111111-0000-4000-8000-000000000001 only the newest 1000 transactions without an invoice were looked at; ask for fewer days]") {
		t.Errorf("the result ends in %q", got.Text[max(0, len(got.Text)-300):])
	}
	if got := connectortest.Call(t, s.Connector, a, "list_bank_accounts", `{}`); !strings.HasSuffix(got.Text, "\n[only the first 10 bank accounts were read]") {
		t.Errorf("the accounts are %q", got.Text)
	}
	if n := len(v.Requests()); n != 20 {
		t.Errorf("%d requests", n)
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	const h = connectortest.HostileJSON
	account := `{"id":"11111111-0000-4000-8000-000000000001","name":"` + h + `","status":"` + h + `","iban":"` + h + `","balance":"` + h + `","updated_at":"` + h + `"}`
	row := `{"id":"` + h + `","status":"completed","attachment_required":true,"label":"` + h + `","note":"` + h + `","reference":"` + h + `","amount":"` + h + `","settled_at":"` + h + `","operation_type":"` + h + `","attachment_ids":%s}`
	s := suite()
	for name, args := range map[string]string{"list_bank_accounts": `{}`, "list_missing_invoices": `{}`, "get_transaction": `{"id":"` + lamp + `"}`} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(accountsOf, connectortest.Answer{Body: `{"bank_accounts":[` + account + `]}`})
		v.Always(transactionsOf, connectortest.Answer{Body: `{"transactions":[` + fmt.Sprintf(row, "[]") + `]}`})
		v.Always(transactionOf, connectortest.Answer{Body: `{"transaction":` + fmt.Sprintf(row, `["`+h+`"]`) + `}`})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), name, args)
		if rows := connectortest.Rows(t, got.Text); got.Failed || len(rows) < 2 {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}
