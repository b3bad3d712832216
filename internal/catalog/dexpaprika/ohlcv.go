package dexpaprika

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

// maxCandles is how many candles the vendor gives at once.
const maxCandles = 366

// interval is a length of candle that the vendor knows.
type interval struct {
	name   string
	length time.Duration
}

// intervals are in the order of their lengths.
var intervals = []interval{
	{"1m", time.Minute},
	{"5m", 5 * time.Minute},
	{"10m", 10 * time.Minute},
	{"15m", 15 * time.Minute},
	{"30m", 30 * time.Minute},
	{"1h", time.Hour},
	{"6h", 6 * time.Hour},
	{"12h", 12 * time.Hour},
	{"24h", 24 * time.Hour},
}

var candleColumns = []tsv.Column[candle]{
	{Head: "time_open", Cell: func(c candle) any { return tsv.When(c.Opened) }},
	{Head: "open", Cell: func(c candle) any { return c.Open }},
	{Head: "high", Cell: func(c candle) any { return c.High }},
	{Head: "low", Cell: func(c candle) any { return c.Low }},
	{Head: "close", Cell: func(c candle) any { return c.Close }},
	{Head: "volume_usd", Cell: func(c candle) any { return c.Volume }},
}

type ohlcvArgs struct {
	Network  string `json:"network"`
	Pool     string `json:"pool"`
	Start    string `json:"start"`
	End      string `json:"end"`
	Interval string `json:"interval"`
	Inversed bool   `json:"inversed"`
}

const ohlcvSchema = `{"type":"object","properties":{` + networkProperty + `,` + poolProperty + `,
	"start":{"type":"string","description":"2026-05-01T10:00:00Z, 2026-05-01, Unix seconds, or back from now: -24h, -7d; the last 24 hours by default"},
	"end":{"type":"string","description":"as start; now by default"},
	"interval":{"type":"string","enum":["1m","5m","10m","15m","30m","1h","6h","12h","24h"],"description":"1h by default"},
	` + inverseProperty + `},"required":["network","pool"],"additionalProperties":false}`

func ohlcv(ctx context.Context, a connector.Account, args ohlcvArgs) (string, error) {
	from, to, err := args.span(time.Now())
	if err != nil {
		return "", err
	}
	n, err := args.count(from, to)
	if err != nil {
		return "", err
	}
	q := inversed(args.Inversed)
	q.Set("start", strconv.FormatInt(from.Unix(), 10))
	q.Set("end", strconv.FormatInt(to.Unix(), 10))
	q.Set("interval", args.step().name)
	q.Set("limit", strconv.Itoa(n))
	var candles []candle
	if err := vendor.Get(ctx, a, below(args.Network, args.Pool, "/ohlcv"), q, &candles); err != nil {
		return "", err
	}
	show := tsv.Show{All: true, Empty: fmt.Sprintf("no candles of %s for %s on %s from %s to %s", args.step().name, args.Pool, args.Network, tsv.Time(from), tsv.Time(to))}
	if len(candles) > tsv.SeriesPoints {
		show.More = fmt.Sprintf("%d candles of %s are merged into %d", len(candles), args.step().name, tsv.SeriesPoints)
	}
	return tsv.Write(candleColumns, merged(candles), show), nil
}

// span returns the time that is asked for. Both ends are sent always: with a start
// alone the vendor answers for that one day. A start that counts back from now is
// moved to a candle that is not older yet when the vendor reads it.
func (o ohlcvArgs) span(now time.Time) (from, to time.Time, err error) {
	var problems []guild.Problem
	read := func(name, value string) time.Time {
		at, ok := moment(value, now)
		if !ok {
			problems = append(problems, guild.Problem{Path: "$." + name, Message: fmt.Sprintf("%q is no time; write 2026-05-01T10:00:00Z, 2026-05-01, Unix seconds, or -24h", value)})
		}
		return at
	}
	start := cmp.Or(o.Start, "-24h")
	from, to = read("start", start), read("end", cmp.Or(o.End, "-0h"))
	if since := o.step().since(from); strings.HasPrefix(start, "-") && since.Before(to) {
		from = since
	}
	if len(problems) == 0 && !from.Before(to) {
		problems = append(problems, guild.Problem{Path: "$.start", Message: fmt.Sprintf("%s is not before the end, %s", tsv.Time(from), tsv.Time(to))})
	}
	return from, to, guild.Invalid("there are no such candles", problems)
}

// underway is longer than a call lasts (rest.Timeout), and leaves as much again for a
// clock that is behind the vendor's.
const underway = 2 * rest.Timeout

// since returns when the first candle opens that is all within a time that counts back
// from the moment at which a request arrives. A plan ends at such a time, 7 days for a
// free key, and a start that is a second older is refused.
func (i interval) since(at time.Time) time.Time {
	return at.Add(underway + i.length - 1).Truncate(i.length)
}

func (o ohlcvArgs) step() interval {
	name := cmp.Or(o.Interval, "1h")
	for _, i := range intervals {
		if i.name == name {
			return i
		}
	}
	return intervals[len(intervals)-1] // the schema lets no other name through
}

// count returns how many candles a span has, at most. A span with more than the
// vendor gives is refused: which part it would leave out is not documented.
func (o ohlcvArgs) count(from, to time.Time) (int, error) {
	count := func(i interval) int { return int(to.Sub(from)/i.length) + 1 }
	n := count(o.step())
	if n <= maxCandles {
		return n, nil
	}
	advice := "ask for a shorter time"
	for _, longer := range intervals {
		if count(longer) <= maxCandles {
			advice += ", or an interval of " + longer.name + " or longer"
			break
		}
	}
	return 0, guild.Errorf(guild.CodeInvalid, "%s to %s has %d candles of %s, and DexPaprika gives at most %d; %s",
		tsv.Time(from), tsv.Time(to), n, o.step().name, maxCandles, advice)
}
