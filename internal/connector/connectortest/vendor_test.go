package connectortest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

const document = `
openapi: 3.0.3
info: {title: Shop, version: "1"}
security: [{key: []}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: x-key}
paths:
  /orders/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: page, in: query, schema: {type: integer}}
      responses:
        "200": {description: ok, content: {application/json: {example: {id: 7}}}}
  /orders/last:
    get:
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: object}}}}
  /orders:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [item], properties: {item: {type: string}}}
      responses:
        "201": {description: made}
`

// shop is the vendor of the tests. Its key is "good".
func shop(t *testing.T) *connectortest.Vendor {
	t.Helper()
	v, err := connectortest.Open(connectortest.Document{
		Text: document, Base: "https://api.shop.test/v1",
		Accepts: connectortest.Header("X-Key", "good"), Rejected: connectortest.Answer{Status: 401, Body: "no"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

// ask sends a request as an adapter does, and returns the answer.
func ask(t *testing.T, v *connectortest.Vendor, method, path, key, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "https://api.shop.test/v1"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		r.Header.Set("X-Key", key)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := v.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

func TestAVendorAnswersItsExamplesAndWhatATestSays(t *testing.T) {
	t.Parallel()
	v := shop(t)
	v.Answer("GET /orders/{id}", connectortest.Answer{Body: "first"}, connectortest.Answer{Status: 404, Body: "second"})
	for _, want := range []struct {
		key    string
		status int
		body   string
	}{{"good", 200, "first"}, {"bad", 401, "no"}, {"good", 404, "second"}, {"good", 200, `{"id":7}`}} {
		if status, body := ask(t, v, "GET", "/orders/a%2Fb?page=2", want.key, ""); status != want.status || body != want.body {
			t.Errorf("the answer is %d %s; want %+v", status, body, want)
		}
	}
	v.Always("GET /orders/last", connectortest.Answer{Body: "{}"})
	if status, body := ask(t, v, "GET", "/orders/last", "good", ""); status != 200 || body != "{}" {
		t.Errorf("the literal path is answered with %d %s", status, body)
	}
	if status, _ := ask(t, v, "POST", "/orders", "good", `{"item":"x"}`); status != 201 {
		t.Errorf("a good body is answered with %d", status)
	}
	if faults := v.Faults(); len(faults) > 0 {
		t.Errorf("faults: %q", faults)
	}
	r := v.Requests()[0]
	if r.Operation != "GET /orders/{id}" || r.Host != "api.shop.test" || r.Query.Get("page") != "2" {
		t.Errorf("the first request was %+v", r)
	}
}

func TestWhatDoesNotFitTheDocumentIsAFault(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ method, path, key, body, says string }{
		"an undeclared parameter": {"GET", "/orders/1?pages=2", "good", "", `no query parameter "pages"`},
		"a parameter's type":      {"GET", "/orders/1?page=two", "good", "", "page"},
		"no credential":           {"GET", "/orders/1", "", "", "no credential"},
		"no such path":            {"GET", "/order/1", "good", "", "no document has GET /v1/order/1"},
		"no such method":          {"DELETE", "/orders/1", "good", "", "no document has DELETE"},
		"a body":                  {"POST", "/orders", "good", `{"items":1}`, "item"},
		"no body":                 {"POST", "/orders", "good", "", "body"},
		"no example":              {"GET", "/orders/last", "good", "", "no documented example"},
	} {
		v := shop(t)
		ask(t, v, tt.method, tt.path, tt.key, tt.body)
		if faults := strings.Join(v.Faults(), "\n"); !strings.Contains(faults, tt.says) {
			t.Errorf("%s: the faults are %q; want %q", name, faults, tt.says)
		}
	}
	v := shop(t)
	v.Always("GET /nothing", connectortest.Answer{})
	if len(v.Faults()) != 1 {
		t.Errorf("an operation that there is not: %q", v.Faults())
	}
}
