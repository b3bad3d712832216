// Package tooltest checks what is declared of tools.
package tooltest

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/schema"
	"github.com/guildsbox/guilds/internal/tool"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Declared checks that each tool says what it does, that its schema and its struct
// of arguments name the same properties, describe each, and refuse all others, and
// that the declared and the offered form are those of the golden files
// testdata/<name>.json. The flag -update writes them.
func Declared(t *testing.T, tools []tool.Tool) {
	t.Helper()
	for _, one := range tools {
		if one.Name == "" || one.Doc == "" {
			t.Errorf("a tool is declared without a name or a description: %q, %q", one.Name, one.Doc)
		}
		checkProperties(t, one)
		checkGolden(t, one)
	}
}

func checkProperties(t *testing.T, one tool.Tool) {
	t.Helper()
	var declared struct {
		Properties map[string]struct {
			Description string `json:"description"`
		} `json:"properties"`
		AdditionalProperties *bool `json:"additionalProperties"`
	}
	if err := json.Unmarshal(one.InputSchema(), &declared); err != nil {
		t.Errorf("%s: the schema is no JSON: %v", one.Name, err)
		return
	}
	if declared.AdditionalProperties == nil || *declared.AdditionalProperties {
		t.Errorf("%s: the schema does not refuse other properties", one.Name)
	}
	for name, property := range declared.Properties {
		if property.Description == "" {
			t.Errorf("%s: the property %s is not described", one.Name, name)
		}
	}
	if diff := cmp.Diff(fields(one.Arguments()), slices.Sorted(maps.Keys(declared.Properties))); diff != "" {
		t.Errorf("%s: the struct and the schema name different properties (-struct +schema):\n%s", one.Name, diff)
	}
}

// fields are the names that a struct has in JSON. The map of a tool whose arguments
// are not known in advance has none.
func fields(of reflect.Type) []string {
	var names []string
	if of.Kind() != reflect.Struct {
		return names
	}
	for i := range of.NumField() {
		if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func checkGolden(t *testing.T, one tool.Tool) {
	t.Helper()
	offered, err := schema.Offered(one.InputSchema())
	if err != nil {
		t.Errorf("%s: %v", one.Name, err)
		return
	}
	Golden(t, filepath.Join("testdata", one.Name+".json"), golden(t, one.Doc, one.InputSchema(), offered))
}

func golden(t *testing.T, doc string, declared, offered json.RawMessage) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(map[string]any{"description": doc, "declared": declared, "offered": offered}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
