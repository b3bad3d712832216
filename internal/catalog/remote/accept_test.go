package remote_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/remote"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestAccept(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		connector connector.Connector
		listed    []string
		accepted  bool
	}{
		"opensea without tools":           {remote.OpenSea(), nil, false},
		"opensea with an empty list":      {remote.OpenSea(), []string{}, false},
		"opensea with the key tool alone": {remote.OpenSea(), []string{"get_instant_api_key"}, false},
		"opensea with the key tool first": {remote.OpenSea(), []string{"get_instant_api_key", "get_chains"}, true},
		"opensea with the key tool last":  {remote.OpenSea(), []string{"get_chains", "get_instant_api_key"}, true},
		"opensea without the key tool":    {remote.OpenSea(), []string{"search_items"}, true},
		"cigale without tools":            {remote.Cigale(), nil, false},
		"cigale with an empty list":       {remote.Cigale(), []string{}, false},
		"cigale with one tool":            {remote.Cigale(), []string{"our_own_name"}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.connector.Accept(tt.listed)
			if tt.accepted {
				if err != nil {
					t.Errorf("Accept(%q) refused a good key: %v", tt.listed, err)
				}
				return
			}
			checkRejection(t, err, tt.connector.Name)
		})
	}
}

// checkRejection wants a refusal that names the server and what to do next.
func checkRejection(t *testing.T, err error, name string) {
	t.Helper()
	var refused *guild.Error
	if !errors.As(err, &refused) {
		t.Fatalf("Accept = %v, want a coded error", err)
	}
	if refused.Code != guild.CodeRejected {
		t.Errorf("code %s, want %s", refused.Code, guild.CodeRejected)
	}
	if !strings.Contains(refused.Msg, name) || refused.Hint == "" {
		t.Errorf("the refusal %q (hint %q) does not name %s and what to do next", refused.Msg, refused.Hint, name)
	}
}

func TestServersWithoutAListToJudge(t *testing.T) {
	t.Parallel()
	for _, c := range []connector.Connector{remote.Notion(), remote.Sentry(), remote.Etherscan()} {
		if c.Accept != nil {
			t.Errorf("%s judges a key by its list, and nothing says that it may", c.Name)
		}
	}
}
