package run

import (
	"math/big"

	"github.com/guildsbox/guilds/internal/model"
)

func (u *Usage) add(v Usage) {
	u.PromptTokens += v.PromptTokens
	u.CompletionTokens += v.CompletionTokens
	u.CachedTokens += v.CachedTokens
	u.Cost = sum(u.Cost, v.Cost)
}

// sum adds decimal numbers exactly. An empty one is unknown and counts nothing.
func sum(a, b string) string {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	switch {
	case !okX && !okY:
		return ""
	case !okX:
		x = new(big.Rat)
	case !okY:
		y = new(big.Rat)
	}
	total := x.Add(x, y)
	digits, exact := total.FloatPrec()
	if !exact { // neither operand was a decimal number
		digits = maxDecimals
	}
	return total.FloatString(min(digits, maxDecimals))
}

// maxDecimals of a cost in dollars are kept.
const maxDecimals = 18

// metaOf is what is on record of an answer beside its words.
func metaOf(a model.Answer, u Usage) map[string]any {
	meta := map[string]any{
		metaModel: a.Model, metaGeneration: a.GenerationID, metaFinish: a.Finish,
		metaPrompt: u.PromptTokens, metaCompletion: u.CompletionTokens, metaCached: u.CachedTokens,
	}
	if u.Cost != "" {
		meta[metaCost] = u.Cost
	}
	return meta
}

// usageOf reads the usage of an answer out of its record.
func usageOf(meta map[string]any) Usage {
	number := func(field string) int { n, _ := meta[field].(float64); return int(n) }
	cost, _ := meta[metaCost].(string)
	return Usage{PromptTokens: number(metaPrompt), CompletionTokens: number(metaCompletion), CachedTokens: number(metaCached), Cost: cost}
}
