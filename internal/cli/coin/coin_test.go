package coin_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/guildsbox/guilds/internal/cli/clitest"
	"github.com/guildsbox/guilds/pkg/api"
)

var (
	bitcoin = api.Coin{ID: "bitcoin", Symbol: "btc", Name: "Bitcoin"}
	ether   = api.Coin{ID: "ethereum", Symbol: "eth", Name: "Ethereum"}
)

// start starts a daemon with a login of acme's on which coins are pinned.
func start(t *testing.T, pinned ...api.Coin) *clitest.Daemon {
	t.Helper()
	login := api.Connection{ID: clitest.ID("login"), Server: "pinned-prices", Scope: "acme", ScopeID: clitest.ID("acme"), Status: "connected"}
	return clitest.Start(t, map[api.Operation]clitest.Answer{
		api.ListConnections: clitest.Always([]api.Connection{login}),
		api.TryCoins:        clitest.Always([]api.Coin{ether}),
		api.SearchCoins:     clitest.Always([]api.Coin{bitcoin, ether}),
		api.GetPinned:       clitest.Always(api.PinnedPrices{Coins: pinned}),
		api.PutPinned:       clitest.Always(api.PinnedPrices{Coins: []api.Coin{bitcoin, ether}}),
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "", "coin", "search", "bit", "--at", "acme/research").Want(t, 0, "bitcoin   btc  Bitcoin\n", "ethereum  eth  Ethereum\n")
	d.Run(t, "", "coins", "search", "bit", "--at", "acme", "--jq", ".[].id").Want(t, 0, "bitcoin\nethereum\n")
	if got := d.Requests(api.SearchCoins)[0]; got.Query["q"] != "bit" || got.Path["id"] != clitest.ID("login") {
		t.Errorf("asked %+v", got)
	}
	d.Run(t, "", "coin", "search", "bit").Want(t, 2, "--at is missing")
	d.Run(t, "", "coin", "search", "--at", "acme").Want(t, 2, "QUERY is missing")
}

func TestSearchBeforeThereIsALogin(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.Run(t, "the-key-1234\n", "coin", "search", "eth", "--key=-").Want(t, 0, "ethereum")
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("the-key-1234"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Run(t, "", "coin", "search", "eth", "--key=@"+file).Want(t, 0, "ethereum")
	for _, got := range d.Requests(api.TryCoins) {
		if got.Body != `{"query":"eth","fields":{"token":"the-key-1234"}}` {
			t.Errorf("sent %s", got.Body)
		}
	}
	d.Run(t, "", "coin", "search", "eth", "--key=the-key-1234").Want(t, 2, "never taken from the command line")
	d.Run(t, "", "coin", "search", "eth", "--key=@"+file+".none").Want(t, 2, "--key")
}

func TestList(t *testing.T) {
	t.Parallel()
	start(t, bitcoin).Run(t, "", "coin", "list", "--at", "acme").Want(t, 0, "bitcoin  btc  Bitcoin\n")
	start(t).Run(t, "", "coin", "list", "--at", "acme").Want(t, 0, "No coin is pinned")
}

func TestPinAndUnpinSendTheWholeList(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"pin", "solana", "bitcoin", "solana"}, `{"coins":[{"id":"bitcoin"},{"id":"ethereum"},{"id":"solana"}]}`},
		{[]string{"unpin", "bitcoin"}, `{"coins":[{"id":"ethereum"}]}`},
		{[]string{"unpin", "bitcoin", "ethereum"}, `{"coins":[]}`},
	} {
		d := start(t, bitcoin, ether)
		d.Run(t, "", slices.Concat([]string{"coin"}, tt.args, []string{"--at", "acme"})...).Want(t, 0, "bitcoin")
		if got := d.Requests(api.PutPinned)[0]; got.Body != tt.want || got.Path["id"] != clitest.ID("login") {
			t.Errorf("%q sent %s; want %s", tt.args, got.Body, tt.want)
		}
	}
}

func TestWhatCannotBePinned(t *testing.T) {
	t.Parallel()
	d := start(t, bitcoin)
	d.Run(t, "", "coin", "unpin", "ethereum", "--at", "acme").Want(t, 3, "ethereum is not pinned")
	d.Run(t, "", "coin", "pin", "--at", "acme").Want(t, 2, "name at least one coin")
	d.Run(t, "", "coin", "pin", "solana", "--at", "acme/research").Want(t, 3, "owns no login for pinned-prices")
	if sent := d.Requests(api.PutPinned); len(sent) > 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	start(t, bitcoin, ether).Run(t, "", "__complete", "coin", "unpin", "--at", "acme", "").Want(t, 0, "bitcoin\tBitcoin\n", "ethereum\tEthereum\n")
}
