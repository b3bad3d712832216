package qonto_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/guildsbox/guilds/internal/catalog/qonto"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

const (
	login  = "lamps-canary-1234"
	secret = "canary4f7Qz81x"
)

//go:embed testdata/openapi.yaml
var document string

func suite(cases ...connectortest.Case) connectortest.Suite {
	return connectortest.Suite{
		Connector: qonto.Connector(),
		Documents: []connectortest.Document{{Text: document, Base: qonto.Connector().URL}},
		Account:   connector.Account{Fields: map[string]string{"login": login, "secret_key": secret}, Files: connector.NoFiles("there is no sandbox here")},
		Cases:     cases,
	}
}

// The operations of the tools.
const (
	organizationOf = "GET /v2/organization"
	accountsOf     = "GET /v2/bank_accounts"
	transactionsOf = "GET /v2/transactions"
	transactionOf  = "GET /v2/transactions/{id}"
	uploadOf       = "POST /v2/transactions/{id}/attachments"
)

const lamp = "22222222-0000-4000-8000-000000000001"

// one answers one operation with one body.
func one(operation, body string) map[string][]connectortest.Answer {
	return map[string][]connectortest.Answer{operation: {{Body: body}}}
}

// example is an answer that Qonto's own pages show.
func example(t *testing.T, name string) string {
	t.Helper()
	return string(connectortest.Read(t, "qonto/"+name+".json"))
}

// documentedAccounts is the account that Qonto's pages show, as the list has it.
func documentedAccounts(t *testing.T) string {
	t.Helper()
	var answer struct {
		Account json.RawMessage `json:"bank_account"`
	}
	if err := json.Unmarshal([]byte(example(t, "bank_account")), &answer); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"bank_accounts":[%s],"meta":{"next_page":null}}`, answer.Account)
}

// documentedTransaction is the first transaction that Qonto's pages show, on its own.
func documentedTransaction(t *testing.T) string {
	t.Helper()
	var answer struct {
		Transactions []json.RawMessage `json:"transactions"`
	}
	if err := json.Unmarshal([]byte(example(t, "transactions")), &answer); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"transaction":%s}`, answer.Transactions[0])
}

// direct answers without a network, so that time can be the test's own.
type direct struct{ *connectortest.Vendor }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	there := r.Clone(r.Context())
	there.Host, there.RequestURI = r.URL.Host, r.URL.RequestURI()
	if there.Body == nil {
		there.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, there)
	return w.Result(), nil
}

// now is what time it is when a bubble of synctest begins.
var now = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// inBubble runs a test at the time now, with an account whose vendor is in the process.
func inBubble(t *testing.T, v *connectortest.Vendor, test func(*testing.T, connector.Account)) {
	t.Helper()
	s := suite()
	synctest.Test(t, func(t *testing.T) {
		a := v.Account(s.Connector, s.Account)
		a.HTTP = &http.Client{Transport: direct{v}}
		test(t, a)
	})
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, qonto.Connector().Tools(connector.Account{}))
}

func TestTools(t *testing.T) {
	t.Parallel()
	documented := documentedAccounts(t)
	suite(
		connectortest.Case{Name: "accounts", Tool: "list_bank_accounts", Args: `{}`, Answers: one(accountsOf, documented), Live: true},
		connectortest.Case{Name: "accounts_made_up", Tool: "list_bank_accounts", Args: `{}`},
		connectortest.Case{Name: "accounts_of_a_small_role", Tool: "list_bank_accounts", Args: `{}`, Answers: one(accountsOf,
			`{"bank_accounts":[{"id":"1","name":"A","status":"active","main":false,"organization_id":"o"},{"id":"2","name":"B","status":"closed","balance":"1234,5","balance_cents":null,"authorized_balance":-0.07,"authorized_balance_cents":-7}]}`)},
		connectortest.Case{Name: "accounts_amounts", Tool: "list_bank_accounts", Args: `{}`, Answers: one(accountsOf,
			`{"bank_accounts":[{"id":"1","balance":0.1,"balance_cents":0,"authorized_balance":0.30000000000000004,"authorized_balance_cents":30},{"id":"2","balance_cents":5,"authorized_balance_cents":"-100"},
			{"id":"3","balance":9.007199254740993e13,"balance_cents":9007199254740993,"authorized_balance":1.55,"authorized_balance_cents":155.5},{"id":"4","balance":"1.234,56","authorized_balance":1e3}]}`)},
		connectortest.Case{Name: "accounts_none", Tool: "list_bank_accounts", Args: `{}`, Answers: one(accountsOf, `{"bank_accounts":[]}`)},
		connectortest.Case{Name: "missing", Tool: "list_missing_invoices", Args: `{"from":"2021-01-01","to":"2021-03-31"}`, Answers: map[string][]connectortest.Answer{accountsOf: {{Body: documented}}, transactionsOf: {{Body: example(t, "transactions")}}}},
		connectortest.Case{Name: "missing_of_one_account", Tool: "list_missing_invoices", Args: `{"bank_account_id":"11111111-0000-4000-8000-000000000001","from":"2026-10-01","side":"credit"}`},
		connectortest.Case{Name: "missing_none", Tool: "list_missing_invoices", Args: `{"from":"2026-10-01","to":"2026-10-31"}`, Answers: one(transactionsOf, `{"transactions":[],"meta":{"next_page":null}}`)},
		connectortest.Case{Name: "missing_wrong", Tool: "list_missing_invoices", Args: `{"from":"2026-02-30","to":"yesterday"}`, Failed: true},
		connectortest.Case{Name: "missing_wrong_order", Tool: "list_missing_invoices", Args: `{"from":"2026-02-02","to":"2026-02-01"}`, Failed: true},
		connectortest.Case{Name: "missing_wrong_arguments", Tool: "list_missing_invoices", Args: `{"from":"","side":"both","limit":31,"sides":1}`, Failed: true},
		connectortest.Case{Name: "transaction", Tool: "get_transaction", Args: `{"id":"` + lamp + `"}`},
		connectortest.Case{Name: "transaction_documented", Tool: "get_transaction", Args: `{"id":"df346899-3595-421a-8b26-f9d9616ce496"}`, Answers: one(transactionOf, documentedTransaction(t))},
		connectortest.Case{Name: "transaction_as_in_the_schema", Tool: "get_transaction", Args: `{"id":"` + lamp + `"}`, Answers: one(transactionOf,
			`{"transaction":{"id":"`+lamp+`","amount":"10,00","amount_cents":null,"local_amount":"1500","local_currency":"JPY","vat_rate":"5,5","status":"pending","settled_at":null,"attachment_ids":["a1","a2"],"attachment_required":true,"attachment_lost":null}}`)},
		connectortest.Case{Name: "transaction_unknown", Tool: "get_transaction", Args: `{"id":"` + lamp + `"}`, Failed: true, Answers: map[string][]connectortest.Answer{
			transactionOf: {{Status: 404, Body: `{"errors":[{"code":"not_found","detail":"Not found"}]}`}},
		}},
		connectortest.Case{Name: "transaction_empty", Tool: "get_transaction", Args: `{"id":"` + lamp + `"}`, Answers: one(transactionOf, `{}`), Failed: true},
		connectortest.Case{Name: "upload_without_a_sandbox", Tool: "upload_invoice", Args: `{"id":"` + lamp + `","path":"invoices/lamp.pdf"}`, Failed: true},
	).Run(t)
}
