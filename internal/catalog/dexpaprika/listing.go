package dexpaprika

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/tsv"
)

// maxName is how long a name or symbol may be, in characters. Anybody can make a
// token with any name.
const maxName = 60

// identity is what says which token one is.
type identity struct {
	ID     string `json:"id"`
	Symbol string `json:"symbol"`
	Name   string `json:"name"`
	Chain  string `json:"chain"`
}

// listing is what says which pool one is.
type listing struct {
	ID      string     `json:"id"`
	Chain   string     `json:"chain"`
	Dex     string     `json:"dex_name"`
	Created string     `json:"created_at"`
	Tokens  []identity `json:"tokens"`
}

// pair is the symbols of a pool's tokens: "SOL/USDC".
func (l listing) pair() string {
	var symbols []string
	for _, t := range l.Tokens {
		symbols = append(symbols, tsv.Clip(t.Symbol, maxName/2))
	}
	return strings.Join(symbols, "/")
}

// windows are the trading of the last while, as tokens and pools have it.
type windows struct {
	Day         *window `json:"24h"`
	SixHours    *window `json:"6h"`
	Hour        *window `json:"1h"`
	HalfHour    *window `json:"30m"`
	Quarter     *window `json:"15m"`
	FiveMinutes *window `json:"5m"`
	Minute      *window `json:"1m"`
}

type window struct {
	name   string
	Volume json.Number `json:"volume_usd"`
	Buys   json.Number `json:"buys"`
	Sells  json.Number `json:"sells"`
	Trades json.Number `json:"txns"`
	Change json.Number `json:"last_price_usd_change"`
}

var windowColumns = []tsv.Column[window]{
	{Head: "window", Cell: func(w window) any { return w.name }},
	{Head: "volume_usd", Cell: func(w window) any { return w.Volume }},
	{Head: "buys", Cell: func(w window) any { return w.Buys }},
	{Head: "sells", Cell: func(w window) any { return w.Sells }},
	{Head: "txns", Cell: func(w window) any { return w.Trades }},
	{Head: "change_pct", Cell: func(w window) any { return w.Change }},
}

// table returns a row for each window that there is.
func (w windows) table() string {
	var rows []window
	for _, of := range []struct {
		name string
		*window
	}{{"24h", w.Day}, {"6h", w.SixHours}, {"1h", w.Hour}, {"30m", w.HalfHour}, {"15m", w.Quarter}, {"5m", w.FiveMinutes}, {"1m", w.Minute}} {
		if of.window != nil {
			row := *of.window
			row.name = of.name
			rows = append(rows, row)
		}
	}
	return tsv.Write(windowColumns, rows, tsv.Show{Empty: "it is not said how it was traded"})
}
