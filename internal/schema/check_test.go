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

func TestCheckReportsEveryProblemWithItsPath(t *testing.T) {
	t.Parallel()
	const stored = `{"type":"object","additionalProperties":false,"required":["name","size"],"properties":{
		"name":{"type":"string","minLength":2},
		"size":{"type":"integer"},
		"items":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"odd name":{"type":"boolean"}}}},
		"mode":{"enum":["a","b"]},
		"when":{"anyOf":[{"type":"string"},{"type":"object","required":["at"]}]}}}`
	tests := map[string]struct {
		args string
		want []guild.Problem
	}{
		"fits":         {`{"name":"ab","size":3,"items":[{"id":"x"}],"mode":"a","when":{"at":1}}`, nil},
		"no arguments": {``, []guild.Problem{{Path: "$.name", Message: "is required"}, {Path: "$.size", Message: "is required"}}},
		"everything at once": {`{"name":"a","size":1.5,"items":[{"id":"x"},{"odd name":1}],"mode":"c","when":7,"extra":1}`, []guild.Problem{
			{Path: "$.extra", Message: "is not an argument of this tool"},
			{Path: "$.items[1].id", Message: "is required"},
			{Path: `$.items[1]["odd name"]`, Message: "got number, want boolean"},
			{Path: "$.mode", Message: "value must be one of 'a', 'b'"},
			{Path: "$.name", Message: "minLength: got 1, want 2"},
			{Path: "$.size", Message: "got number, want integer"},
			{Path: "$.when", Message: "fits none of the alternatives: got number, want string; got number, want object"},
		}},
		"no object": {`[]`, []guild.Problem{{Path: "$", Message: "got array, want object"}}},
		"no JSON":   {`{`, []guild.Problem{{Path: "$", Message: "is not JSON"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, schema.Check(json.RawMessage(stored), json.RawMessage(tt.args))); diff != "" {
				t.Errorf("Check (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckRefusesSchemasThatReachOutOrCostTooMuch(t *testing.T) {
	t.Parallel()
	var defs, nested []string
	for i := range 60 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
		nested = append(nested, `{"x":`)
	}
	tests := map[string]struct{ stored, args, want string }{
		"file":          {`{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, `{"a":1}`, "reference"},
		"unused file":   {`{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, `{}`, "file:///etc/passwd"},
		"network":       {`{"$ref":"https://a.test/s.json"}`, `{}`, "reference"},
		"metaschema":    {`{"$schema":"https://a.test/meta.json","type":"object"}`, `{}`, "https://a.test/meta.json"},
		"no schema":     {`[]`, `{}`, "not an object"},
		"not JSON":      {`{`, `{}`, "not JSON"},
		"bad keyword":   {`{"type":"strin"}`, `{}`, "cannot be used"},
		"bad pattern":   {`{"properties":{"a":{"pattern":"("}}}`, `{}`, "cannot be used"},
		"doubling":      {`{"$ref":"#/$defs/d0","$defs":{` + strings.Join(defs, ",") + `,"d60":{}}}`, `{}`, "too many steps"},
		"doubling down": {`{"anyOf":[{"properties":{"x":{"$ref":"#"}}},{"properties":{"x":{"$ref":"#"}}}]}`, strings.Join(nested, "") + "1" + strings.Repeat("}", 60), "too many steps"},
		"endless":       {`{"$ref":"#"}`, `{}`, "too many steps"},
		"too large":     {`{"description":"` + strings.Repeat("x", 256<<10) + `"}`, `{}`, "bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := schema.Check(json.RawMessage(tt.stored), json.RawMessage(tt.args))
			if len(got) != 1 || got[0].Path != "" || !strings.Contains(got[0].Message, tt.want) {
				t.Errorf("Check = %q, want one problem with %q", got, tt.want)
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	stored := json.RawMessage(`{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"array","items":{"type":"string"}}}}`)
	args := json.RawMessage(`{"a":"x","b":7,"c":["x","y"]}`)
	for b.Loop() {
		if schema.Check(stored, args) != nil {
			b.Fatal("the arguments do not fit")
		}
	}
}
