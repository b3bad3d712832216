package twitterapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/connector/rest"
)

// words reads a refusal. One of arguments is a list that says of each where it is and
// what is wrong with it, mostly without a message.
func words(got rest.Answer) rest.Refusal {
	var body struct {
		Detail []struct {
			Type  string `json:"type"`
			Msg   string `json:"msg"`
			Where []any  `json:"loc"`
		} `json:"detail"`
	}
	if json.Unmarshal(got.Body, &body) != nil || len(body.Detail) == 0 {
		return rest.Words(got)
	}
	var said []string
	for _, d := range body.Detail {
		where := strings.ReplaceAll(strings.Trim(fmt.Sprint(d.Where), "[]"), " ", ".")
		said = append(said, where+": "+cmp.Or(d.Msg, d.Type))
	}
	return rest.Refusal{Message: strings.Join(said, "; ")}
}
