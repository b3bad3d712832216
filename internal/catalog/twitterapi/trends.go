package twitterapi

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

const trendsSchema = `{"type":"object","properties":{
	"woeid":{"type":"integer","minimum":1,"description":"number of a place, as Yahoo gave them; 1, worldwide, by default"},
	` + limitProperty + `},"additionalProperties":false}`

type trendsArgs struct {
	Place int `json:"woeid"`
	Limit int `json:"limit"`
}

// trend is what people write about, or an object with that in it.
type trend struct {
	Rank   count  `json:"rank"`
	Name   string `json:"name"`
	About  string `json:"meta_description"`
	Target struct {
		Query string `json:"query"`
	} `json:"target"`
	Within *trend `json:"trend"`
}

func (t trend) itself() trend {
	if t.Within != nil {
		return *t.Within
	}
	return t
}

var trendColumns = []tsv.Column[trend]{
	{Head: "rank", Cell: func(t trend) any { return number(t.itself().Rank) }},
	{Head: "name", Cell: func(t trend) any { return t.itself().Name }},
	{Head: "query", Cell: func(t trend) any { return t.itself().Target.Query }},
	{Head: "about", Cell: func(t trend) any { return t.itself().About }},
}

const (
	worldwide  = 1  // the WOEID
	mostTrends = 30 // the fewest that the API gives, and the most that are shown
)

func trends(ctx context.Context, a connector.Account, args trendsArgs) (string, error) {
	place := cmp.Or(args.Place, worldwide)
	var answer struct {
		verdict
		Trends []trend         `json:"trends"`
		Data   json.RawMessage `json:"data"`
	}
	query := url.Values{"woeid": {strconv.Itoa(place)}, "count": {strconv.Itoa(mostTrends)}}
	if err := get(ctx, a, "/twitter/trends", query, &answer); err != nil {
		return "", err
	}
	rows := append(answer.Trends, inside[trend](answer.Data, "trends")...)
	return tsv.Write(trendColumns, rows, tsv.Show{Limit: args.Limit, Empty: fmt.Sprintf("no trends at the place %d", place), Rest: tsv.Raise(len(rows), args.Limit)}), nil
}
