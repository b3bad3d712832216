package dexpaprika

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/tsv"
)

// candle is one of a series. The volume is in USD; one that rounds to nothing is
// left out.
type candle struct {
	Opened string      `json:"time_open"`
	Open   json.Number `json:"open"`
	High   json.Number `json:"high"`
	Low    json.Number `json:"low"`
	Close  json.Number `json:"close"`
	Volume json.Number `json:"volume"`
}

// merged returns at most tsv.SeriesPoints candles (specification, "DexPaprika
// Connect"), the oldest first. Where there are more, neighbours become one candle:
// to leave some out would lose the highs and lows that candles are there for.
func merged(series []candle) []candle {
	slices.SortStableFunc(series, func(a, b candle) int { return strings.Compare(a.Opened, b.Opened) })
	if len(series) <= tsv.SeriesPoints {
		return series
	}
	few := make([]candle, tsv.SeriesPoints)
	for i := range few {
		few[i] = one(series[i*len(series)/len(few) : (i+1)*len(series)/len(few)])
	}
	return few
}

// one makes a candle of several that follow each other.
func one(candles []candle) candle {
	whole, volume := candles[0], 0.0
	for _, c := range candles {
		if number(c.High) > number(whole.High) {
			whole.High = c.High
		}
		if number(c.Low) < number(whole.Low) {
			whole.Low = c.Low
		}
		whole.Close = c.Close
		volume += number(c.Volume)
	}
	if len(candles) > 1 {
		whole.Volume = json.Number(strings.TrimSuffix(strconv.FormatFloat(volume, 'f', 2, 64), ".00"))
	}
	return whole
}

// number is for comparing; what is shown stays as the vendor sent it.
func number(n json.Number) float64 {
	f, _ := n.Float64() // what is absent or no number counts as nothing
	return f
}
