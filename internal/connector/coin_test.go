package connector_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestCheckCoins(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range connector.MaxCoins + 1 {
		many = append(many, fmt.Sprint("coin-", i))
	}
	for _, tt := range []struct {
		ids  []string
		want []guild.Problem
	}{
		{nil, nil},
		{many[1:], nil},
		{many, []guild.Problem{{Path: "coins", Message: "21 coins are too many; a login pins at most 20"}}},
		{[]string{"a", "", "b,c", "a"}, []guild.Problem{
			{Path: "coins[1]", Message: `"" is not a CoinGecko id, such as bitcoin`},
			{Path: "coins[2]", Message: `"b,c" is not a CoinGecko id, such as bitcoin`},
			{Path: "coins[3]", Message: `"a" is there twice`},
		}},
	} {
		if diff := cmp.Diff(tt.want, connector.CheckCoins(tt.ids)); diff != "" {
			t.Errorf("CheckCoins(%q) (-want +got):\n%s", tt.ids, diff)
		}
	}
}
