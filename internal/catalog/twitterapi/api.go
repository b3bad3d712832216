package twitterapi

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
)

// vendor is the API. A free account may ask once in 5 seconds, and is not told when
// it may again.
var vendor = rest.API{
	Name:       "TwitterAPI.io",
	Credential: func(a connector.Account) http.Header { return apiKey.Carry(a.Fields[connector.Token]) },
	Pause:      5 * time.Second,
	Words:      words,
	Meanings: []rest.Meaning{
		// It says "Unauthorized" there, of a key that is good.
		{Status: http.StatusPaymentRequired, Is: guild.CodeDenied, Says: "the account's credits are spent"},
		{Status: http.StatusBadRequest, Is: guild.CodeInvalid, Says: "the arguments are refused"},
		{Status: http.StatusUnprocessableEntity, Is: guild.CodeInvalid, Says: "the arguments are refused"},
	},
}

var apiKey = connector.Header{Name: "x-api-key"}

// verdict is what an answer says of itself. One that failed may have HTTP 200.
type verdict struct {
	Status  string `json:"status"`
	Msg     string `json:"msg"`
	Message string `json:"message"`
}

// failures are told apart by their words only, which are looked for in this order.
var failures = []struct {
	words string
	is    guild.Code
	says  string
}{
	{"suspend", guild.CodeDenied, "the user is suspended"},
	{"protect", guild.CodeDenied, "the user's posts are protected"},
	{"not found", guild.CodeNotFound, "there is no such user or post"},
	{"not exist", guild.CodeNotFound, "there is no such user or post"},
}

// maxWords is how much of the vendor's own words an error repeats, in bytes.
const maxWords = 400

func (v verdict) failure() error {
	if !strings.EqualFold(v.Status, "error") {
		return nil
	}
	words := text.Line(cmp.Or(v.Msg, v.Message, "it does not say why"), maxWords)
	for _, f := range failures {
		if strings.Contains(strings.ToLower(words), f.words) {
			return guild.Errorf(f.is, "%s: %s: %s", vendor.Name, f.says, words)
		}
	}
	return guild.Errorf(guild.CodeUpstream, "%s: the call is refused: %s", vendor.Name, words)
}

// get reads an answer, and returns the failure that it may be.
func get(ctx context.Context, a connector.Account, path string, q url.Values, answer interface{ failure() error }) error {
	if err := vendor.Get(ctx, a, rest.At(path), q, answer); err != nil {
		return err
	}
	return answer.failure()
}

// check asks for the account's balance (specification, "TwitterAPI.io Connect"). Only
// an answer that holds one shows that the key is good. The balance itself would be
// old by the time that anybody reads it, and so there is no hint.
func check(ctx context.Context, a connector.Account) (string, error) {
	var info struct {
		verdict
		Recharged count `json:"recharge_credits"`
		Bonus     count `json:"total_bonus_credits"`
	}
	err := get(ctx, a, "/oapi/my/info", nil, &info)
	if err == nil && info.Recharged == "" && info.Bonus == "" {
		err = guild.Errorf(guild.CodeRejected, "%s answered without a balance, as it does to no good key", vendor.Name)
	}
	return "", err
}
