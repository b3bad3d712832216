package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/guildsbox/guilds/internal/schema"
)

// TestAdapt has one row for each thing that a family refuses and others take.
func TestAdapt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		dialect schema.Dialect
		p, want string // the schema of the only property
	}{
		{"others take it all", schema.Standard, `{"const":1,"type":["string","null"],"oneOf":[{},{}]}`, `{"const":1,"type":["string","null"],"oneOf":[{},{}]}`},

		{"unknown keywords", schema.Gemini, `{"type":"string","title":"T","default":"a","examples":["a"],"minLength":1}`, `{"type":"string","minLength":1}`},
		{"an open object", schema.Gemini, `{"type":"object","properties":{},"additionalProperties":{"type":"string"},"propertyNames":{},"patternProperties":{}}`, `{"type":"object","properties":{}}`},
		{"exclusiveMinimum", schema.Gemini, `{"type":"integer","exclusiveMinimum":0,"minimum":1}`, `{"type":"integer","minimum":1}`},
		{"a format of texts", schema.Gemini, `{"type":"string","format":"uri"}`, `{"type":"string"}`},
		{"date-time", schema.Gemini, `{"type":"string","format":"date-time"}`, `{"type":"string","format":"date-time"}`},
		{"a format of numbers", schema.Gemini, `{"type":"integer","format":"int32"}`, `{"type":"integer","format":"int32"}`},
		{"format enum without one", schema.Gemini, `{"type":"string","format":"enum"}`, `{"type":"string"}`},
		{"null among types", schema.Gemini, `{"type":["string","null"]}`, `{"type":"string","nullable":true}`},
		{"null alone", schema.Gemini, `{"type":"null"}`, `{"anyOf":[{"type":"string","nullable":true},{"type":"number","nullable":true},{"type":"boolean","nullable":true}]}`},
		{"several types", schema.Gemini, `{"type":["integer","array"],"description":"d","items":{"type":"string"},"minItems":1}`,
			`{"anyOf":[{"type":"integer","description":"d"},{"type":"array","items":{"type":"string"},"minItems":1,"description":"d"}]}`},
		{"keywords of one of several types", schema.Gemini, `{"type":["string","integer"],"pattern":"^a","maximum":3}`, `{"anyOf":[{"type":"string","pattern":"^a"},{"type":"integer","maximum":3}]}`},
		{"const", schema.Gemini, `{"const":"a"}`, `{"enum":["a"],"type":"string"}`},
		{"enum without type", schema.Gemini, `{"enum":["a","b"]}`, `{"enum":["a","b"],"type":"string"}`},
		{"enum with null", schema.Gemini, `{"type":["string","null"],"enum":["a",null]}`, `{"type":"string","enum":["a"],"nullable":true}`},
		{"enum of numbers", schema.Gemini, `{"type":"integer","description":"How many.","enum":[1,2]}`, `{"type":"integer","description":"How many.\nOne of: 1, 2"}`},
		{"enum of numbers without type", schema.Gemini, `{"enum":[1.5,2]}`, `{"type":"number","description":"One of: 1.5, 2"}`},
		{"enum of booleans", schema.Gemini, `{"enum":[true]}`, `{"type":"boolean","description":"One of: true"}`},
		{"enum with an empty text", schema.Gemini, `{"type":"string","enum":["","a"]}`, `{"type":"string","description":"One of: \"\", \"a\""}`},
		{"properties of no object", schema.Gemini, `{"type":"string","properties":{"a":{}},"required":["a"]}`, `{"type":"string"}`},
		{"properties of an object or null", schema.Gemini, `{"type":["object","null"],"properties":{"a":{"type":"string"}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"nullable":true}`},
		{"required without property", schema.Gemini, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
		{"no type, but properties", schema.Gemini, `{"properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{"type":"string"}},"type":"object"}`},
		{"no type at all", schema.Gemini, `{"description":"d"}`,
			`{"anyOf":[{"type":"string","description":"d"},{"type":"number","description":"d"},{"type":"boolean","description":"d"}]}`},
		{"oneOf", schema.Gemini, `{"oneOf":[{"type":"string"},{"type":"number"}]}`, `{"anyOf":[{"type":"string"},{"type":"number"}]}`},
		{"allOf", schema.Gemini, `{"allOf":[{"type":"string"},{"maxLength":3}]}`, `{"type":"string","maxLength":3}`},
		{"an alternative that is null", schema.Gemini, `{"anyOf":[{"type":"string"},{"type":"null"}],"description":"d"}`, `{"description":"d","nullable":true,"type":"string"}`},
		{"array without items", schema.Gemini, `{"type":"array"}`, `{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"}]}}`},
		{"a tuple", schema.Gemini, `{"type":"array","prefixItems":[{"type":"string"},{"type":"number"},{"type":"string"}]}`, `{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}}`},
		{"a tuple of old", schema.Gemini, `{"type":"array","items":[{"type":"string"},{"type":"string"}]}`, `{"type":"array","items":{"type":"string"}}`},
		{"at depth", schema.Gemini, `{"type":"array","items":{"type":["string","null"],"title":"x"}}`, `{"type":"array","items":{"type":"string","nullable":true}}`},

		{"odd names", schema.Anthropic, `{"type":"object","properties":{"a b":{"type":"string"},"$c":{"type":"string"},"d.e-f_1":{"type":"string"}},"required":["$c"]}`,
			`{"type":"object","properties":{"$c":{"type":"string"},"d.e-f_1":{"type":"string"}},"required":["$c"]}`},
		{"array without items", schema.OpenAI, `{"type":"array"}`, `{"type":"array","items":{}}`},
	} {
		t.Run(string(tt.dialect)+" "+tt.name, func(t *testing.T) {
			t.Parallel()
			whole := func(p string) string { return `{"type":"object","properties":{"p":` + p + `}}` }
			got, err := tt.dialect.Adapt(json.RawMessage(whole(tt.p)))
			if err != nil || string(got) != whole(tt.want) {
				t.Errorf("Adapt(%s) =\n%s, %v; want\n%s", tt.p, got, err, whole(tt.want))
			}
			again, err := tt.dialect.Adapt(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("adapted once more it is\n%s, %v; want\n%s", again, err, got)
			}
		})
	}
}

func TestAdaptRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	for _, d := range []schema.Dialect{schema.Standard, schema.Gemini, schema.Anthropic, schema.OpenAI} {
		for _, offered := range []string{`{"type":`, ``, `[]`} {
			if got, err := d.Adapt(json.RawMessage(offered)); err == nil {
				t.Errorf("%q.Adapt(%q) = %s", d, offered, got)
			}
		}
	}
}
