package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/schema"
)

func offer(t *testing.T, stored string) string {
	t.Helper()
	before := strings.Clone(stored)
	raw := json.RawMessage(stored)
	got, err := schema.Offered(raw)
	if err != nil {
		t.Fatalf("Offered(%s): %v", stored, err)
	}
	if string(raw) != before {
		t.Errorf("Offered changed the stored schema to %s", raw)
	}
	return string(got)
}

// props wraps properties, all of them required, so that a test sees one rule only.
func props(required, properties string) string {
	if required != "" {
		required = fmt.Sprintf(`,"required":[%s]`, required)
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s}%s}`, properties, required)
}

func TestOffered(t *testing.T) {
	t.Parallel()
	const omit = `"description":"Omit when unused."`
	tests := map[string]struct{ in, want string }{
		"written order and numbers stay": {
			props(`"z","a"`, `"z":{"type":"number","maximum":1.50e400},"a":{"default":12345678901234567890}`),
			props(`"z","a"`, `"z":{"type":"number","maximum":1.50e400},"a":{"default":12345678901234567890}`),
		},
		"format goes from optional": {
			props(`"r"`, `"o":{"type":"integer","format":"int64"},"r":{"type":"string","format":"date"}`),
			props(`"r"`, `"o":{"type":"integer"},"r":{"type":"string","format":"date"}`),
		},
		"format goes from nullable": {
			props(`"a","b","c","d"`, `"a":{"type":["string","null"],"format":"date"},"b":{"anyOf":[{"type":"string","format":"uri"},{"type":"null"}]},"c":{"type":"string","nullable":true,"format":"x"},"d":{"format":"x","enum":["a",null]}`),
			props(`"a","b","c","d"`, `"a":{"type":["string","null"]},"b":{"anyOf":[{"type":"string"},{"type":"null"}]},"c":{"type":"string","nullable":true},"d":{"enum":["a",null]}`),
		},
		"format in nested objects goes by their own required": {
			props("", `"o":{"type":"object","properties":{"r":{"type":"integer","format":"a"},"o":{"type":"integer","format":"b"}},"required":["r"]}`),
			props("", `"o":{"type":"object","properties":{"r":{"type":"integer","format":"a"},"o":{"type":"integer"}},"required":["r"]}`),
		},
		"format of items shares the property's fate": {
			props(`"r"`, `"r":{"type":"array","items":{"type":"string","format":"uuid"}},"o":{"type":"array","items":{"type":"string","format":"uuid"}}`),
			props(`"r"`, `"r":{"type":"array","items":{"type":"string","format":"uuid"}},"o":{"type":"array","items":{"type":"string"}}`),
		},
		"closed objects open at every depth": {
			`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"array","items":{"type":"object","additionalProperties":false}},"m":{"type":"object","additionalProperties":{"type":"number"}}}}`,
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{}}},"m":{"type":"object","additionalProperties":{"type":"number"},"properties":{}}}}`,
		},
		"the omit line": {
			props(`"r"`, `"r":{"type":"string"},"a":{"type":"string"},"b":{"type":"string","description":"Who."},"c":{"type":["string","null"]},"d":{"anyOf":[{"type":"string"},{"type":"null"}]},"e":{"type":"integer"},"f":{"type":["string","integer"]},"g":{"type":"array","items":{"type":"string"}}`),
			props(`"r"`, `"r":{"type":"string"},"a":{"type":"string",`+omit+`},"b":{"type":"string","description":"Who.\nOmit when unused."},"c":{"type":["string","null"],`+omit+`},"d":{"anyOf":[{"type":"string"},{"type":"null"}],`+omit+`},"e":{"type":"integer"},"f":{"type":["string","integer"]},"g":{"type":"array","items":{"type":"string"}}`),
		},
		"no second omit line": {
			props("", `"a":{"type":"string","description":"Can be omitted."},"b":{"type":"string","description":"Leave it out for all."},"c":{"type":"string","description":"OMIT for none"}`),
			props("", `"a":{"type":"string","description":"Can be omitted."},"b":{"type":"string","description":"Leave it out for all."},"c":{"type":"string","description":"OMIT for none"}`),
		},
		"$schema goes, required names only what is declared": {
			`{"$schema":"http://json-schema.org/draft-07/schema#","$id":"x","type":"object","properties":{"a":{"type":"integer"}},"required":["a","gone","a"]}`,
			`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`,
		},
		"references are inlined": {
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"mine"}},"required":["a"],"$defs":{"A":{"type":"string","description":"theirs","enum":["x"]}}}`,
			`{"type":"object","properties":{"a":{"description":"mine","type":"string","enum":["x"]}},"required":["a"]}`,
		},
		"a reference to elsewhere is not followed": {
			props("", `"a":{"$ref":"https://a.test/s.json"},"b":{"$ref":"#/nowhere"},"c":{"$ref":"file:///etc/passwd","type":"integer"}`),
			props("", `"a":{},"b":{},"c":{"type":"integer"}`),
		},
		"allOf of one reference": {
			`{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/definitions/A"}],"default":1}},"definitions":{"A":{"type":"integer"}}}`,
			props("", `"a":{"default":1,"type":"integer"}`),
		},
		"top-level anyOf": {
			`{"type":"object","anyOf":[{"properties":{"a":{"type":"integer"},"k":{"const":1}},"required":["a","k"]},{"properties":{"b":{"type":"integer"},"k":{"const":2}},"required":["b","k"]},{"type":"null"}]}`,
			`{"type":"object","properties":{"a":{"type":"integer"},"k":{"anyOf":[{"const":1},{"const":2}]},"b":{"type":"integer"}},"required":["k"]}`,
		},
		"top-level oneOf that only requires": {
			`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"integer"}},"required":["c"],"oneOf":[{"required":["a"]},{"required":["b"]}]}`,
			`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"integer"}},"required":["c"]}`,
		},
		"top-level allOf": {
			`{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{"type":"string"}},"required":["a"]}],"$defs":{"A":{"type":"object","properties":{"a":{"type":["string","null"]}}}}}`,
			`{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":"string",` + omit + `}},"required":["a"]}`,
		},
		"what must not match is kept whole or not at all": {
			props(`"a","b"`, `"a":{"type":"string","not":{"enum":["x"]}},"b":{"type":"object","properties":{},"not":{"additionalProperties":false}}`),
			props(`"a","b"`, `"a":{"type":"string","not":{"enum":["x"]}},"b":{"type":"object","properties":{}}`),
		},
		"keywords of the wrong shape": {
			props("", `"a":{"type":"strin","description":7,"enum":[],"required":true},"b":{"type":"object","properties":[]},"c":true,"d":"x"`),
			props("", `"a":{},"b":{"type":"object","properties":{}},"c":{},"d":{}`),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := offer(t, tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Offered (-want +got):\n%s", diff)
			}
			if again := offer(t, got); again != got {
				t.Errorf("Offered of an offered schema differs (-first +second):\n%s", cmp.Diff(got, again))
			}
		})
	}
}

func TestCase18AUnionOfTypesStaysAndItsItemsLoseFormat(t *testing.T) {
	t.Parallel()
	got := offer(t, `{"type":"object","properties":{"ids":{"type":["array","null"],"items":{"type":"string","format":"uuid"}}}}`)
	if want := props("", `"ids":{"type":["array","null"],"items":{"type":"string"}}`); got != want {
		t.Errorf("offered %s, want %s", got, want)
	}
}

func TestCase19ASchemaOfNoObjectIsAnError(t *testing.T) {
	t.Parallel()
	for _, stored := range []string{`{"type":"string"}`, `{"type":["string","null"]}`, `true`, `null`, `[]`, `"x"`, ``, `{`, `{"not":{}}`, `{"allOf":[{"type":"string"}]}`} {
		if got, err := schema.Offered(json.RawMessage(stored)); err == nil {
			t.Errorf("Offered(%s) = %s", stored, got)
		}
	}
}

func TestCase20PropertiesNamedLikeKeywordsStay(t *testing.T) {
	t.Parallel()
	got := offer(t, props(`"format"`, `"format":{"type":"string","format":"date"},"additionalProperties":{"type":"boolean"},"definitions":{"type":"array","items":{"type":"integer"}},"$ref":{"type":"integer"},"properties":{"type":"object","properties":{"required":{"type":"integer"}}}`))
	want := props(`"format"`, `"format":{"type":"string","format":"date"},"additionalProperties":{"type":"boolean"},"definitions":{"type":"array","items":{"type":"integer"}},"$ref":{"type":"integer"},"properties":{"type":"object","properties":{"required":{"type":"integer"}}}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Offered (-want +got):\n%s", diff)
	}
}

func TestCase21ReferencesResolveByPointerAndRecursionEnds(t *testing.T) {
	t.Parallel()
	got := offer(t, `{"type":"object","properties":{
		"bar":{"$ref":"#/$defs/Foo/properties/bar"},
		"odd":{"$ref":"#/$defs/a~1b%20c"},
		"tree":{"$ref":"#/$defs/Node"},
		"self":{"$ref":"#"}},
		"required":["bar","odd"],
		"$defs":{"Foo":{"type":"object","properties":{"bar":{"type":"string","minLength":2}}},
			"a/b c":{"type":"boolean"},
			"Node":{"type":"object","description":"a node","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}}}}}`)
	want := props(`"bar","odd"`, `"bar":{"type":"string","minLength":2},"odd":{"type":"boolean"},`+
		`"tree":{"type":"object","description":"a node","properties":{"children":{"type":"array","items":{"type":"object","description":"a node","properties":{}}}}},`+
		`"self":{"type":"object","properties":{}}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Offered (-want +got):\n%s", diff)
	}
}

func TestReferencesThatStandForVeryMuchAreBounded(t *testing.T) {
	t.Parallel()
	var defs []string
	for i := range 60 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i, i+1, i+1))
	}
	got := offer(t, `{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`+strings.Join(defs, ",")+`}}`)
	if len(got) > 4_000_000 {
		t.Errorf("the offered schema has %d bytes", len(got))
	}
	if _, err := schema.Offered(json.RawMessage(strings.Repeat(`{"items":`, 5000) + `{}` + strings.Repeat(`}`, 5000))); err == nil {
		t.Error("a schema of 5000 levels is offered")
	}
}

func TestCase22AToolWithoutArgumentsHasProperties(t *testing.T) {
	t.Parallel()
	for _, stored := range []string{`{"type":"object"}`, `{}`, `{"type":"object","additionalProperties":false}`} {
		if got := offer(t, stored); got != `{"type":"object","properties":{}}` {
			t.Errorf("Offered(%s) = %s", stored, got)
		}
	}
}

func TestCase23ImpossibleBranchesAreDropped(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`"z":{"anyOf":[{"not":{}},{"type":"string"}]}`:                     `"z":{"type":"string","description":"Omit when unused."}`,
		`"z":{"oneOf":[false,{"type":"integer"},{"type":"null"}]}`:         `"z":{"oneOf":[{"type":"integer"},{"type":"null"}]}`,
		`"z":{"not":{}},"y":{"type":"integer"}`:                            `"y":{"type":"integer"}`,
		`"z":{"anyOf":[{"not":true},{"allOf":[{"type":"string"},false]}]}`: ``,
		`"z":{"type":"array","items":{"not":{}}}`:                          `"z":{"type":"array"}`,
	}
	for in, want := range tests {
		if diff := cmp.Diff(props("", want), offer(t, props("", in))); diff != "" {
			t.Errorf("Offered(%s) (-want +got):\n%s", in, diff)
		}
	}
}

func FuzzOffered(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"type":"string"}`, `[1]`,
		`{"type":"object","properties":{"a":{"type":["string","null"],"format":"date"}},"required":["a"]}`,
		`{"anyOf":[{"properties":{"a":{"$ref":"#/$defs/A"}}},{"not":{}}],"$defs":{"A":{"type":"object","properties":{"b":{"$ref":"#/$defs/A"}}}}}`,
		`{"properties":{"p":{"required":["a"],"allOf":[{"properties":{"a":{"type":"string"}}}]}}}`,
		`{"if":{"properties":{"a":{"const":1}}},"then":{"required":["a"]},"dependencies":{"a":["b"],"c":{"type":"object"}}}`,
		`{"properties":{"a":{"oneOf":[{"anyOf":[{"type":"string"}]}],"anyOf":[{"oneOf":[{"type":"null"},true]}]},"b":{"items":[{"not":{}},{}],"prefixItems":[false]}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(checkOffered)
}

// FuzzOfferedGenerated is FuzzOffered over schemas only. It also checks that what
// fits a stored schema fits the offered one.
func FuzzOfferedGenerated(f *testing.F) {
	f.Add([]byte("\x04\x01\x03\x00\x02\x00\x01\x07\x02\x09\x0a"))
	f.Add([]byte{4, 12, 1, 15, 2, 0, 3, 1, 2, 0, 2, 12, 1, 3, 0, 1, 9, 2, 1, 3, 0, 0})
	f.Add([]byte{3, 9, 2, 3, 1, 1, 0, 2, 4, 0, 1, 3, 0, 0, 7, 1, 1, 8, 0, 1, 0, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := generator{data}
		stored := []byte(g.schema(0))
		checkOffered(t, stored)
		args := g.object(0)
		if !bytes.Contains(stored, []byte("anyOf")) { // at the top they become one object, see Offered
			checkAccepts(t, stored, []byte(args))
		}
		checkAccepts(t, fmt.Appendf(nil, `{"properties":{"a":%s}}`, stored), fmt.Appendf(nil, `{"a":%s}`, args))
	})
}

func checkOffered(t *testing.T, stored []byte) {
	before := string(stored)
	got, err := schema.Offered(stored)
	if string(stored) != before {
		t.Errorf("Offered changed the stored schema %s to %s", before, stored)
	}
	if err != nil {
		return
	}
	if !json.Valid(got) {
		t.Fatalf("Offered(%s) = %s, which is not JSON", stored, got)
	}
	again, err := schema.Offered(got)
	if err != nil {
		t.Fatalf("Offered(%s), offered from %s: %v", got, stored, err)
	}
	if string(again) != string(got) {
		t.Errorf("from %s offered\n%s and from that\n%s", stored, got, again)
	}
}

func checkAccepts(t *testing.T, stored, args []byte) {
	// Of what oneOf allows, a looser schema may allow two at once, see Offered.
	if bytes.Contains(stored, []byte("oneOf")) || len(schema.Check(stored, args)) > 0 {
		return
	}
	got, err := schema.Offered(stored)
	if err != nil {
		return
	}
	if problems := schema.Check(got, args); len(problems) > 0 {
		t.Errorf("%s fits %s, but not the offered %s: %v", args, stored, got, problems)
	}
}
