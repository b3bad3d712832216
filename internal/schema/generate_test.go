package schema_test

import (
	"fmt"
	"strings"
)

// generator makes schemas out of a fuzzer's bytes, so that nearly every input is
// a schema and small changes of the bytes are small changes of the schema.
type generator struct{ data []byte }

func (g *generator) pick(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

func (g *generator) word(words ...string) string { return words[g.pick(len(words))] }

func (g *generator) name() string { return g.word("a", "b", "type", "format", "$ref") }

// schema writes a schema of up to 4 keywords.
func (g *generator) schema(depth int) string {
	if depth > 6 || len(g.data) == 0 {
		return g.word(`{}`, `true`, `false`, `{"not":{}}`, `{"type":"string"}`, `{"type":"null"}`)
	}
	var members []string
	for range g.pick(5) {
		members = append(members, g.keyword(depth+1))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (g *generator) keyword(depth int) string {
	list := func() string {
		var all []string
		for range 1 + g.pick(3) {
			all = append(all, g.schema(depth))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	properties := func() string {
		var all []string
		for range g.pick(4) {
			all = append(all, fmt.Sprintf("%q:%s", g.name(), g.schema(depth)))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	switch g.pick(16) {
	case 0:
		return `"type":` + g.word(`"object"`, `"string"`, `["string","null"]`, `"array"`, `["object","null"]`, `7`)
	case 1, 2:
		return `"properties":` + properties()
	case 3:
		return fmt.Sprintf(`"required":[%q,%q]`, g.name(), g.name())
	case 4:
		return `"format":"date"`
	case 5:
		return `"additionalProperties":` + g.word(`false`, `true`, g.schema(depth))
	case 6:
		return `"items":` + g.word(g.schema(depth), list())
	case 7:
		return `"anyOf":` + list()
	case 8:
		return `"oneOf":` + list()
	case 9:
		return `"allOf":` + list()
	case 10:
		return `"not":` + g.schema(depth)
	case 11:
		return fmt.Sprintf(`"if":%s,"then":%s`, g.schema(depth), g.schema(depth))
	case 12:
		return `"$ref":` + g.word(`"#"`, `"#/$defs/a"`, `"#/$defs/b"`, `"#/properties/a"`)
	case 13:
		return `"description":` + g.word(`""`, `"Who."`, `"May be omitted."`, `7`)
	case 14:
		return `"enum":` + g.word(`["x"]`, `[null]`, `[]`)
	}
	return `"$defs":` + properties()
}

// value writes an instance, most often an object.
func (g *generator) value(depth int) string {
	if depth > 5 || len(g.data) == 0 {
		return g.word(`""`, `null`, `"x"`, `1.0`, `" "`)
	}
	switch g.pick(4) {
	case 0:
		return g.word(`""`, `null`, `"x"`, `12345678901234567890.10`, `" "`, `false`)
	case 1:
		return "[" + g.value(depth+1) + "," + g.value(depth+1) + "]"
	}
	return g.object(depth)
}

func (g *generator) object(depth int) string {
	var all []string
	for range g.pick(4) {
		all = append(all, fmt.Sprintf("%q:%s", g.name(), g.value(depth+1)))
	}
	return "{" + strings.Join(all, ",") + "}"
}
