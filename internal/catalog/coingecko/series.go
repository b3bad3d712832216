package coingecko

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/guildsbox/guilds/internal/coingecko"
	"github.com/guildsbox/guilds/internal/tsv"
)

// point is a time in milliseconds with a value, which comes as a number or as a
// string, and may be null.
type point [2]json.Number

func (p point) at() time.Time { return coingecko.Milliseconds(p[0]) }

// daysProperty of charts is a number of days up to now.
const daysProperty = `"days":{"type":"string","pattern":"^([1-9][0-9]{0,4}|max)$","description":"how many days up to now, or max; %s by default"}`

func days(asked, otherwise string) string {
	if asked == "" {
		return otherwise
	}
	return asked
}

// sampled says how many points a result leaves out.
func sampled(all int) tsv.Show {
	show := tsv.Show{All: true}
	if all > tsv.SeriesPoints {
		show.More = fmt.Sprintf("%d of %d points, evenly spread", tsv.SeriesPoints, all)
	}
	return show
}
