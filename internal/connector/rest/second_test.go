package rest_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestTheSecondHost(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		first, second int
		code          guild.Code // of the error; empty for none
		says          string
		requests      int
	}{
		"the first serves":        {200, 200, "", "", 1},
		"the second serves":       {403, 200, "", "", 2},
		"both refuse":             {403, 403, guild.CodeRejected, "Vendor: the key is not accepted (HTTP 403): first", 2},
		"the second knows none":   {403, 401, guild.CodeRejected, "Vendor: the key is not accepted (HTTP 403): first", 2},
		"the second has no such":  {403, 404, guild.CodeRejected, "Vendor: the key is not accepted (HTTP 403): first", 2},
		"only 403 is retried":     {401, 200, guild.CodeRejected, "Vendor: the credential is not accepted (HTTP 401): first", 1},
		"the second has a fault":  {403, 503, guild.CodeUnavailable, "Vendor at SECOND: it has a fault of its own (HTTP 503): second", 2},
		"the second is too busy":  {403, 429, guild.CodeUnavailable, "Vendor at SECOND: too many calls (HTTP 429): second", 2},
		"the second is not there": {403, 0, guild.CodeUnavailable, "nothing accepts connections there", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			other, b := serve(t, answer{status: tt.second, body: `{"message":"second"}`})
			s, a := serve(t, answer{status: tt.first, body: `{"message":"first"}`})
			two := vendor
			two.Meanings = []rest.Meaning{{Status: 403, Is: guild.CodeRejected, Says: "the key is not accepted"}}
			two.Second = b.Base
			if tt.second == 0 {
				two.Second = "http://127.0.0.1:1"
			}
			err := two.Get(t.Context(), a, rest.At("/x"), nil, &struct{}{})
			if n := len(s.seen()) + len(other.seen()); n != tt.requests {
				t.Errorf("%d requests; want %d", n, tt.requests)
			}
			if tt.code == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			says := strings.ReplaceAll(tt.says, "SECOND", b.Base)
			if err == nil || guild.CodeOf(err) != tt.code || !strings.Contains(err.Error(), says) {
				t.Errorf("%v; want %s: %s", err, tt.code, says)
			}
		})
	}
}
