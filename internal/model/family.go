package model

import (
	"strings"

	"github.com/guildsbox/guilds/internal/schema"
)

// families say by a model's id whose rules for schemas it is under. The first that
// fits counts.
var families = []struct {
	part    string
	dialect schema.Dialect
}{
	{"google/gemma", schema.Standard}, // open weights, served by others
	{"google/", schema.Gemini},
	{"gemini", schema.Gemini},
	{"anthropic/", schema.Anthropic},
	{"claude", schema.Anthropic},
	{"openai/gpt-oss", schema.Standard},
	{"openai/", schema.OpenAI},
}

func dialectOf(model string) schema.Dialect {
	model = strings.ToLower(model)
	for _, f := range families {
		if strings.Contains(model, f.part) {
			return f.dialect
		}
	}
	return schema.Standard
}
