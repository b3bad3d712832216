package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schema"
)

func drop(t *testing.T, stored, args string) string {
	t.Helper()
	got, err := schema.DropEmpty(json.RawMessage(stored), json.RawMessage(args))
	if err != nil {
		t.Fatalf("DropEmpty(%s, %s): %v", stored, args, err)
	}
	return string(got)
}

func TestDropEmpty(t *testing.T) {
	t.Parallel()
	const plain = `{"properties":{"o":{"type":"string"},"r":{"type":"string"},"n":{"type":["integer","null"]}},"required":["r"]}`
	tests := map[string]struct{ stored, args, want string }{
		"optional":               {plain, `{"o":"","r":"x"}`, `{"r":"x"}`},
		"required":               {plain, `{"r":""}`, `{"r":""}`},
		"undeclared":             {plain, `{"x":"","r":"x"}`, `{"x":"","r":"x"}`},
		"optional null":          {plain, `{"o":null,"n":null,"x":null,"r":null}`, `{"n":null,"x":null,"r":null}`},
		"missing":                {plain, ``, `{}`},
		"null":                   {plain, ` null `, `{}`},
		"text stays as written":  {plain, "{\"r\": \"\\u00e9\\/\", \"n\":1.50e400,\"\\u0078\":12345678901234567890}", `{"r":"\u00e9\/","n":1.50e400,"\u0078":12345678901234567890}`},
		"last of two":            {plain, `{"o":"","o":"x"}`, `{"o":"x"}`},
		"nested":                 {`{"properties":{"p":{"properties":{"o":{"type":"string"},"r":{}},"required":["r"]}}}`, `{"p":{"o":"","r":""}}`, `{"p":{"r":""}}`},
		"items are never":        {`{"properties":{"l":{"items":{"type":"string"}}}}`, `{"l":["",null,"x"]}`, `{"l":["",null,"x"]}`},
		"in items":               {`{"properties":{"l":{"items":{"properties":{"o":{}}}}}}`, `{"l":[{"o":""},""]}`, `{"l":[{},""]}`},
		"in first items":         {`{"properties":{"l":{"prefixItems":[{"properties":{"o":{}}}],"items":{"properties":{"q":{}}}}}}`, `{"l":[{"o":"","q":""},{"o":"","q":""}]}`, `{"l":[{"q":""},{"o":""}]}`},
		"in first items, old":    {`{"properties":{"l":{"items":[{"properties":{"o":{}}}],"additionalItems":{"properties":{"q":{}}}}}}`, `{"l":[{"o":"","q":""},{"o":"","q":""}]}`, `{"l":[{"q":""},{"o":""}]}`},
		"in a map":               {`{"additionalProperties":{"properties":{"o":{}}}}`, `{"k":{"o":""},"o":""}`, `{"k":{},"o":""}`},
		"reference":              {`{"properties":{"p":{"$ref":"#/$defs/P"}},"$defs":{"P":{"properties":{"p":{"$ref":"#/$defs/P"},"o":{"$ref":"#/$defs/S"}}},"S":{"type":"string"}}}`, `{"p":{"p":{"o":null},"o":""}}`, `{"p":{"p":{}}}`},
		"allOf":                  {`{"allOf":[{"properties":{"o":{},"r":{}}},{"required":["r"]}]}`, `{"o":"","r":""}`, `{"r":""}`},
		"anyOf requires":         {`{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"properties":{"c":{}}}]}`, `{"a":"","b":"","c":""}`, `{"a":""}`},
		"anyOf excludes null":    {`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]},"b":{"anyOf":[{"type":"string"},{}]}}}`, `{"a":null,"b":null}`, `{"b":null}`},
		"nullable":               {`{"properties":{"a":{"type":"string","nullable":true}}}`, `{"a":null}`, `{"a":null}`},
		"required conditionally": {`{"properties":{"a":{},"b":{},"c":{}},"dependentRequired":{"a":["b"]},"if":{},"then":{"required":["c"]}}`, `{"a":"","b":"","c":""}`, `{"b":"","c":""}`},
		"named like a keyword":   {`{"properties":{"required":{"type":"string"},"properties":{"type":"string"}}}`, `{"required":"","properties":"x"}`, `{"properties":"x"}`},
		"endless reference":      {`{"$ref":"#","properties":{"a":{"$ref":"#/properties/a"}}}`, `{"a":null}`, `{"a":null}`},
		"a schema of nothing":    {`true`, `{"a":""}`, `{"a":""}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, drop(t, tt.stored, tt.args)); diff != "" {
				t.Errorf("DropEmpty (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCase24OnlyTheEmptyStringIsDropped(t *testing.T) {
	t.Parallel()
	const stored = `{"type":"object","properties":{"title":{"type":"string"},"opts":{"type":"object"},"parent":{},"list":{"type":"array"},"zero":{"type":"integer"},"off":{"type":"boolean"}}}`
	const args = `{"title":"  ","opts":{},"parent":null,"list":[],"zero":0,"off":false}`
	if got := drop(t, stored, args); got != args {
		t.Errorf("DropEmpty = %s, want %s", got, args)
	}
}

func TestDropEmptyRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	for _, args := range []string{`[]`, `"x"`, `1`, `{`, `{"a":1}x`, `{"a":` + deep + `}`} {
		if got, err := schema.DropEmpty(json.RawMessage(`{}`), json.RawMessage(args)); guild.CodeOf(err) != guild.CodeInvalid || got != nil {
			t.Errorf("DropEmpty of %.20s = %s, %v", args, got, err)
		}
	}
}

func TestDropEmptyLeavesAllWhereTooManySchemasApply(t *testing.T) {
	t.Parallel()
	var branches []string
	for i := range 1000 {
		branches = append(branches, fmt.Sprintf(`{"properties":{"a":{"minLength":%d}}}`, i))
	}
	if got := drop(t, `{"anyOf":[`+strings.Join(branches, ",")+`]}`, `{"a":""}`); got != `{"a":""}` {
		t.Errorf("DropEmpty = %s", got)
	}
}

func FuzzDropEmpty(f *testing.F) {
	f.Add([]byte(`{"properties":{"a":{"type":"string"}}}`), []byte(`{"a":"","b":null}`), []byte{})
	f.Add([]byte(`{"$ref":"#"}`), []byte(`null`), []byte{4, 1, 2, 0, 3, 1, 2, 0, 9, 2, 2, 2, 0, 0, 1})
	f.Add([]byte(`true`), []byte(`{"a":[{"a":""}]}`), []byte{3, 12, 1, 15, 2, 1, 0, 2, 1, 1, 0, 3, 0, 2, 0, 1})
	f.Fuzz(func(t *testing.T, stored, args, data []byte) {
		checkDropEmpty(t, stored, args)
		g := generator{data}
		made := g.object(0)
		checkDropEmpty(t, []byte(g.schema(0)), []byte(made))
	})
}

func checkDropEmpty(t *testing.T, stored, args []byte) {
	got, err := schema.DropEmpty(stored, args)
	if err != nil {
		return
	}
	var before, after any
	if len(args) > 0 {
		if err := json.Unmarshal(args, &before); err != nil {
			t.Fatalf("DropEmpty(%s, %s) took arguments that are no JSON", stored, args)
		}
	}
	if before == nil {
		before = map[string]any{}
	}
	if err := json.Unmarshal(got, &after); err != nil {
		t.Fatalf("DropEmpty(%s, %s) = %s, which is not JSON: %v", stored, args, got, err)
	}
	if _, ok := after.(map[string]any); !ok {
		t.Errorf("DropEmpty(%s, %s) = %s, which is not an object", stored, args, got)
	}
	if !onlyDropped(before, after) {
		t.Errorf("DropEmpty(%s, %s) = %s", stored, args, got)
	}
}

// onlyDropped reports whether after is before without some members that are
// empty strings or null.
func onlyDropped(before, after any) bool {
	switch b := before.(type) {
	case map[string]any:
		a, ok := after.(map[string]any)
		for name := range a {
			_, had := b[name]
			ok = ok && had
		}
		for name, value := range b {
			kept, has := a[name]
			ok = ok && (has && onlyDropped(value, kept) || !has && (value == nil || value == ""))
		}
		return ok
	case []any:
		a, ok := after.([]any)
		ok = ok && len(a) == len(b)
		for i := range b {
			ok = ok && onlyDropped(b[i], a[i])
		}
		return ok
	}
	return before == after
}
