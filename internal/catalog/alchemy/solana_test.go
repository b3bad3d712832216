package alchemy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

// wanted is the collection that is asked for.
const wanted = "J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w"

// wallet answers with n assets after each other, every so many of which is of the
// collection that is wanted.
func wallet(from, n, every int) connectortest.Answer {
	var items []string
	for i := from; i < from+n; i++ {
		group := "other"
		if i%every == 0 {
			group = wanted
		}
		items = append(items, fmt.Sprintf(`{"id":"%s","grouping":[{"group_key":"collection","group_value":"%s"}]}`, id(i), group))
	}
	return connectortest.Answer{Body: `{"jsonrpc":"2.0","id":1,"result":{"items":[` + strings.Join(items, ",") + `]}}`}
}

// id is that of the asset with a number, in base 58.
func id(n int) string {
	return "asset" + strings.NewReplacer("0", "z").Replace(fmt.Sprintf("%039d", n))
}

func TestSolanaGoesOnAfterTheLastAssetShown(t *testing.T) {
	t.Parallel()
	s := suite()
	for name, tt := range map[string]struct {
		args    string // beside the owner
		answers []connectortest.Answer
		rows    int
		next    int // number of the asset that the page key names; -1 for the last page
		asks    int
	}{
		"a whole wallet":            {``, []connectortest.Answer{wallet(0, 14, 1)}, 14, -1, 1},
		"a page":                    {``, []connectortest.Answer{wallet(0, 15, 1)}, 15, 14, 1},
		"to the cap":                {`,"limit":30`, []connectortest.Answer{wallet(0, 30, 1)}, 30, 29, 1},
		"a collection":              {`,"contract":"` + wanted + `"`, []connectortest.Answer{wallet(0, 250, 25), wallet(250, 250, 25)}, 15, 350, 2},
		"the end of the collection": {`,"contract":"` + wanted + `"`, []connectortest.Answer{wallet(0, 250, 50), wallet(250, 249, 50)}, 10, -1, 2},
		"a rare collection":         {`,"contract":"` + wanted + `"`, []connectortest.Answer{wallet(0, 250, 5000), wallet(250, 250, 5000), wallet(500, 250, 5000), wallet(750, 250, 5000)}, 1, 999, 4},
		"none so far":               {`,"contract":"` + wanted + `"`, []connectortest.Answer{wallet(1, 250, 5000), wallet(251, 250, 5000), wallet(501, 250, 5000), wallet(751, 250, 5000)}, 0, 1000, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := connectortest.Start(t, s.Documents...)
			v.Answer(dasOf, tt.answers...)
			got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "holdings", `{"owner":"`+phantom+`","chain":"solana"`+tt.args+`}`)
			rows, note := 0, ""
			for _, row := range connectortest.Rows(t, got.Text) {
				if strings.HasPrefix(row[0], "asset") {
					rows++
				}
				if strings.HasPrefix(row[0], "[") {
					note = row[0]
				}
			}
			want := ""
			if tt.next >= 0 {
				want = "pass page_key " + id(tt.next) + " for the page after this]"
			}
			if rows != tt.rows || !strings.HasSuffix(note, want) || want == "" && note != "" || len(v.Requests()) != tt.asks {
				t.Errorf("%d rows after %d requests, and %q; want %d after %d, and %q", rows, len(v.Requests()), note, tt.rows, tt.asks, want)
			}
			for i, r := range v.Requests()[1:] {
				if !strings.Contains(r.Body, `"after":"`+id(250*(i+1)-1+first(tt.answers))+`"`) {
					t.Errorf("request %d was %s", i+2, r.Body)
				}
			}
		})
	}
}

// first is the number of the first asset of the answers.
func first(answers []connectortest.Answer) int {
	if strings.Contains(answers[0].Body, id(0)+`"`) {
		return 0
	}
	return 1
}
