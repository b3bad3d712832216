package toolargs_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/pkg/toolargs"
)

func TestProperties(t *testing.T) {
	t.Parallel()
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	got, err := toolargs.Properties(raw(`{"type":"object","required":["zone","zone","gone"],"properties":{
		"zone":{"type":"string","description":"Where.","enum":["eu","us"],"default":"eu"},
		"count":{"type":"integer","default":12345678901234567890},
		"note":{"type":["string","null"]},
		"id":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]},
		"open":{"anyOf":[{"type":"string"},{}]},
		"where":{"$ref":"#/$defs/Where","description":"mine"},
		"loop":{"$ref":"#/properties/loop"},
		"kind":{"const":"x"},
		"odd":true,
		"description":{"type":7,"description":7}},
		"$defs":{"Where":{"type":"object","description":"theirs"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []toolargs.Property{
		{Name: "zone", Type: "string", Types: []string{"string"}, Description: "Where.", Required: true, Enum: []json.RawMessage{raw(`"eu"`), raw(`"us"`)}, Default: raw(`"eu"`)},
		{Name: "count", Type: "integer", Types: []string{"integer"}, Default: raw(`12345678901234567890`)},
		{Name: "note", Type: "string", Types: []string{"string"}, Nullable: true},
		{Name: "id", Type: toolargs.Union, Types: []string{"string", "integer"}, Nullable: true},
		{Name: "open", Type: toolargs.Any},
		{Name: "where", Type: "object", Types: []string{"object"}, Description: "mine"},
		{Name: "loop", Type: toolargs.Any},
		{Name: "kind", Type: toolargs.Any, Enum: []json.RawMessage{raw(`"x"`)}},
		{Name: "odd", Type: toolargs.Any},
		{Name: "description", Type: toolargs.Any},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Properties (-want +got):\n%s", diff)
	}
}

func TestPropertiesOfOddSchemas(t *testing.T) {
	t.Parallel()
	for stored, ok := range map[string]bool{`{}`: true, `{"properties":[]}`: true, `{"properties":7}`: true, `[]`: false, `null`: false, ``: false, `{`: false} {
		got, err := toolargs.Properties(json.RawMessage(stored))
		if (err == nil) != ok || len(got) != 0 {
			t.Errorf("Properties(%s) = %v, %v", stored, got, err)
		}
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	of := func(types ...string) toolargs.Property {
		p := toolargs.Property{Name: "arg", Type: toolargs.Any, Types: types}
		switch len(types) {
		case 0:
		case 1:
			p.Type = types[0]
		default:
			p.Type = toolargs.Union
		}
		return p
	}
	nullable := func(p toolargs.Property) toolargs.Property { p.Nullable = true; return p }
	listed := toolargs.Property{Name: "arg", Enum: []json.RawMessage{json.RawMessage(`"eu"`), json.RawMessage(`5`), json.RawMessage(`null`)}}
	tests := []struct {
		property  toolargs.Property
		raw, want string // want starting with "!" is part of the error
	}{
		{of("string"), `a "b" <c>`, `"a \"b\" <c>"`},
		{of("string"), `5`, `"5"`},
		{of("string"), ` x `, `" x "`},
		{of("string"), ``, `""`},
		{of("string"), `"x"`, `"\"x\""`},
		{nullable(of("string")), `null`, `"null"`},
		{of("integer"), `12345678901234567890`, `12345678901234567890`},
		{of("integer"), ` -3 `, `-3`},
		{of("integer"), `1.5`, `!arg takes a whole number, such as 15; "1.5" is not`},
		{of("integer"), ``, `!a whole number`},
		{of("integer"), `007`, `!a whole number`},
		{nullable(of("integer")), `null`, `null`},
		{of("integer"), `null`, `!a whole number`},
		{of("number"), `1.50e3`, `1.50e3`},
		{of("number"), `one`, `!a number, such as 1.5`},
		{of("number"), `NaN`, `!a number`},
		{of("boolean"), `true`, `true`},
		{of("boolean"), `yes`, `!true or false`},
		{of("array"), `["a", 1]`, `["a", 1]`},
		{of("array"), `a,b`, `!a JSON array, such as ["a","b"]`},
		{of("array"), `["a"`, `!a JSON array`},
		{of("object"), `{"a":1}`, `{"a":1}`},
		{of("object"), `[1]`, `!a JSON object`},
		{of("string", "integer"), `5`, `5`},
		{of("string", "integer"), `"5"`, `"5"`},
		{of("string", "integer"), `5a`, `"5a"`},
		{of("integer", "boolean"), `x`, `!a whole number, such as 15 or true or false`},
		{of("odd"), `x`, `!a value of the type odd`},
		{of(), `null`, `null`},
		{of(), `{"a":1}`, `{"a":1}`},
		{of(), `{"a":`, `"{\"a\":"`},
		{of(), `"x"`, `"x"`},
		{of(), `x`, `"x"`},
		{listed, `eu`, `"eu"`},
		{listed, `5`, `5`},
		{listed, `null`, `null`},
		{listed, ``, `!arg takes one of eu, 5, null; "" is none of them`},
	}
	for _, tt := range tests {
		got, err := toolargs.Typed(tt.property, tt.raw)
		if part, fails := strings.CutPrefix(tt.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("Typed(%v, %q) = %s, %v, want the error %q", tt.property.Types, tt.raw, got, err, part)
			}
			continue
		}
		if err != nil || string(got) != tt.want {
			t.Errorf("Typed(%v, %q) = %s, %v, want %s", tt.property.Types, tt.raw, got, err, tt.want)
		}
	}
}

func FuzzTyped(f *testing.F) {
	f.Add(`{"properties":{"a":{"type":"string"}}}`, "x")
	f.Add(`{"properties":{"a":{"type":["integer","object"]}}}`, `{"a":1}`)
	f.Add(`{"properties":{"a":{"enum":[1,"b"]}}}`, "b")
	f.Add(`{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"a":{}}}}}`, "\xff")
	f.Fuzz(func(t *testing.T, stored, raw string) {
		properties, err := toolargs.Properties(json.RawMessage(stored))
		if err != nil {
			return
		}
		for _, p := range properties {
			if got, err := toolargs.Typed(p, raw); err == nil && !json.Valid(got) {
				t.Errorf("Typed(%+v, %q) = %s, which is not JSON", p, raw, got)
			}
		}
	})
}
