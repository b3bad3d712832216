package localapi_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
)

// document is what these tests read of an OpenAPI document.
type document struct {
	OpenAPI string `json:"openapi"`
	Info    struct{ Title, Version string }
	Paths   map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Summary     string
		Parameters  []struct{ Name, In string }
		Responses   map[string]struct {
			Description string
			Content     map[string]any
		}
	}
	Components struct{ Schemas map[string]any }
}

func served(t *testing.T) (doc document, whole any) {
	t.Helper()
	b := newBox(t, nil)
	got := b.send(t, b.token(t, "acme", access.Viewer), "GET", "/openapi.json", "")
	if got.status != 200 {
		t.Fatalf("the document: HTTP %d\n%s", got.status, got.body)
	}
	for _, into := range []any{&doc, &whole} {
		if err := json.Unmarshal([]byte(got.body), into); err != nil {
			t.Fatal(err)
		}
	}
	return doc, whole
}

func TestTheDocumentHoldsEveryOperationAndNoOther(t *testing.T) {
	t.Parallel()
	doc, _ := served(t)
	var want, got []string
	for _, op := range api.Operations() {
		want = append(want, op.ID+" "+op.Method+" "+op.Path+" "+op.Summary)
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			got = append(got, op.OperationID+" "+strings.ToUpper(method)+" "+path+" "+op.Summary)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("operations (-api +document):\n%s", diff)
	}
}

var parameter = regexp.MustCompile(`\{([^}]+)\}`)

// What a reader of the document depends on, of the rules of OpenAPI 3.1: its
// version, the path's parameters, the description of each response, references
// that lead somewhere, and schemas that are JSON Schema.
func TestTheDocumentIsOpenAPI(t *testing.T) {
	t.Parallel()
	doc, whole := served(t)
	if !strings.HasPrefix(doc.OpenAPI, "3.1.") || doc.Info.Title == "" || doc.Info.Version == "" {
		t.Errorf("the document is of OpenAPI %q and about %+v", doc.OpenAPI, doc.Info)
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			for _, match := range parameter.FindAllStringSubmatch(path, -1) {
				if !slices.ContainsFunc(op.Parameters, func(p struct{ Name, In string }) bool { return p.In == "path" && p.Name == match[1] }) {
					t.Errorf("%s %s does not declare its parameter %s", method, path, match[1])
				}
			}
			if _, ok := op.Responses["default"].Content["application/problem+json"]; !ok || len(op.Responses) < 2 {
				t.Errorf("%s %s answers %v; want a success and a problem", method, path, op.Responses)
			}
			for status, response := range op.Responses {
				if response.Description == "" {
					t.Errorf("%s %s does not describe its answer %s", method, path, status)
				}
			}
		}
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("doc.json", whole); err != nil {
		t.Fatal(err)
	}
	for name := range doc.Components.Schemas {
		if _, err := compiler.Compile("doc.json#/components/schemas/" + name); err != nil {
			t.Errorf("the schema %s: %s", name, err)
		}
	}
	for _, ref := range refs(whole) {
		name, ok := strings.CutPrefix(ref, "#/components/schemas/")
		if _, known := doc.Components.Schemas[name]; !ok || !known {
			t.Errorf("the reference %s leads nowhere", ref)
		}
	}
}

// refs returns every reference below a value.
func refs(value any) (found []string) {
	switch value := value.(type) {
	case map[string]any:
		for key, below := range value {
			if ref, ok := below.(string); ok && key == "$ref" {
				found = append(found, ref)
			}
			found = append(found, refs(below)...)
		}
	case []any:
		for _, below := range value {
			found = append(found, refs(below)...)
		}
	}
	return found
}

// Answers fit the schemas that the document gives them, of the operations that
// answer the most.
func TestAnswersFitTheDocument(t *testing.T) {
	t.Parallel()
	_, whole := served(t)
	b := newBox(t, nil)
	login := b.connect(t, "acme")
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("doc.json", whole); err != nil {
		t.Fatal(err)
	}
	for target, op := range map[string]api.Operation{
		"/api/status":                                    api.GetStatus,
		"/api/instance":                                  api.GetInstance,
		"/api/scopes":                                    api.ListScopes,
		"/api/admin/mcp/servers":                         api.AdminListServers,
		"/api/mcp/connections":                           api.ListConnections,
		"/api/mcp/connections/" + login.ID:               api.GetConnection,
		"/api/bindings":                                  api.ListBindings,
		"/api/access?scope_id=" + b.id("acme"):           api.GetAccess,
		"/api/tools/tools_echo?scope_id=" + b.id("acme"): api.GetTool,
		"/api/bindings/explain?name=tools_echo&scope_id=" + b.id("acme"): api.ExplainBinding,
	} {
		got := b.send(t, "", op.Method, target, "")
		pointer := "doc.json#/paths/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(op.Path) +
			"/get/responses/200/content/application~1json/schema"
		schema, err := compiler.Compile(pointer)
		if err != nil {
			t.Errorf("%s: %s", op.ID, err)
			continue
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(got.body))
		if err != nil || got.status != 200 {
			t.Errorf("%s: HTTP %d %v\n%s", op.ID, got.status, err, got.body)
			continue
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %s\n%s", op.ID, err, got.body)
		}
	}
}
