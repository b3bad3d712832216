package connection_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// purse is a box with a connector that pins coins. CoinGecko is not asked: every coin
// whose name begins with "x" is not quoted.
type purse struct {
	*box
	row  connector.Server
	down atomic.Bool // the service answers nothing
}

func newPurse(t *testing.T) *purse {
	t.Helper()
	p := &purse{}
	check := func(context.Context, connector.Account) (string, error) {
		if p.down.Load() {
			return "", guild.Errorf(guild.CodeUnavailable, "it is down; the key was %s", canary)
		}
		return "", nil
	}
	p.box = newBox(t, connector.Connector{
		Slug: "pins", Name: "Pins", URL: "https://pins.test", Auth: connector.AuthToken,
		Fields: []connector.Field{{Name: "token", Label: "API key", Secret: true}}, Check: check,
		Coins: &connector.Coins{
			Search: func(_ context.Context, _ connector.Account, query string) ([]connector.Coin, error) {
				return []connector.Coin{{ID: query}}, nil
			},
			Find: func(_ context.Context, _ connector.Account, ids []string) (found []connector.Coin, _ error) {
				for _, id := range ids {
					if strings.HasPrefix(id, "x") {
						return nil, guild.Errorf(guild.CodeInvalid, "%s is not quoted", id)
					}
					found = append(found, connector.Coin{ID: id, Symbol: "S", Name: "Coin " + id})
				}
				return found, nil
			},
		},
		State: func(ctx context.Context, a connector.Account) (string, error) {
			if _, err := check(ctx, a); err != nil {
				return "", err
			}
			return "quoted with " + a.Fields["token"] + ": " + a.Coins[0].Name, nil
		},
	})
	p.logins.HTTP = func(bool) *http.Client { return http.DefaultClient }
	p.row = p.seeded(t, "pins")
	return p
}

func (p *purse) connect(t *testing.T, existing *connection.Connection, coins ...string) (connection.Connection, error) {
	t.Helper()
	return p.logins.Connect(t.Context(), p.row, p.acme, existing, connection.Form{Fields: token(canary), Coins: coins})
}

func coinsOf(names ...string) (coins []connector.Coin) {
	for _, id := range names {
		coins = append(coins, connector.Coin{ID: id, Symbol: "S", Name: "Coin " + id})
	}
	return coins
}

func TestCoinsArePinnedByConnect(t *testing.T) {
	t.Parallel()
	p := newPurse(t)
	for name, coins := range map[string][]string{"none": nil, "not quoted": {"a", "x1"}, "twice": {"a", "a"}} {
		if _, err := p.connect(t, nil, coins...); guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left := p.all(t); len(left) > 0 {
		t.Fatalf("logins: %+v", left)
	}
	c, err := p.connect(t, nil, "a", "b")
	if diff := cmp.Diff(coinsOf("a", "b"), c.Coins); err != nil || diff != "" || c.Status != connection.Connected || c.Tools != 0 {
		t.Errorf("%+v (%v) (-want +got):\n%s", c, err, diff)
	}
}

func TestCoinsStayWithARenewedLogin(t *testing.T) {
	t.Parallel()
	p := newPurse(t)
	c, err := p.connect(t, nil, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := p.db.Login(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.db.MarkDisconnected(t.Context(), c.ID, stored.Epoch); err != nil {
		t.Fatal(err)
	}
	former := p.read(t, c.ID)
	c, err = p.connect(t, &former)
	if diff := cmp.Diff(coinsOf("a", "b"), c.Coins); err != nil || diff != "" {
		t.Errorf("renewed (%v) (-want +got):\n%s", err, diff)
	}
	if err := p.db.SaveCoins(t.Context(), c.ID, stored.Epoch, nil); guild.CodeOf(err) != guild.CodeConflict {
		t.Errorf("coins that were chosen before the renewal: %v", err)
	}
}

func TestPinCoins(t *testing.T) {
	t.Parallel()
	p := newPurse(t)
	c, err := p.connect(t, nil, "a")
	if err != nil {
		t.Fatal(err)
	}
	stored := func() connection.Stored {
		s, err := p.db.Login(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, tt := range []struct {
		ids  []string
		code guild.Code
		want []string
	}{
		{[]string{"b", "c"}, "", []string{"b", "c"}},
		{[]string{"d", "x"}, guild.CodeInvalid, []string{"b", "c"}},
		{make([]string, 21), guild.CodeInvalid, []string{"b", "c"}},
		{nil, "", nil},
	} {
		_, err := p.logins.PinCoins(t.Context(), stored(), tt.ids)
		if (err != nil) != (tt.code != "") || err != nil && guild.CodeOf(err) != tt.code {
			t.Errorf("%q: %v; want the code %q", tt.ids, err, tt.code)
		}
		if diff := cmp.Diff(coinsOf(tt.want...), append([]connector.Coin(nil), stored().Coins...)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.ids, diff)
		}
	}
}

func TestSearchCoins(t *testing.T) {
	t.Parallel()
	p := newPurse(t)
	found, err := p.logins.TryCoins(t.Context(), p.row, token(canary), "ether")
	if err != nil || len(found) != 1 || found[0].ID != "ether" {
		t.Errorf("before there is a login: %+v (%v)", found, err)
	}
	_, err = p.logins.TryCoins(t.Context(), p.row, nil, "ether")
	wantCode(t, err, guild.CodeInvalid, "API key is required")
	c, err := p.connect(t, nil, "a")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := p.db.Login(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := p.logins.SearchCoins(t.Context(), stored, "btc"); err != nil || found[0].ID != "btc" {
		t.Errorf("with the login: %+v (%v)", found, err)
	}
	b, _, row := newAdapterBox(t)
	other, err := b.db.Login(t.Context(), b.connect(t, row).ID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.logins.SearchCoins(t.Context(), other, "btc")
	wantCode(t, err, guild.CodeInvalid, "pins no coins")
	_, err = b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(canary), Coins: []string{"a"}})
	wantCode(t, err, guild.CodeInvalid, "Ledger pins no coins")
}

func TestStateNeverFailsARun(t *testing.T) {
	t.Parallel()
	p := newPurse(t)
	c, err := p.connect(t, nil, "a")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.logins.State(t.Context(), []guild.ID{c.ID}); got != "quoted with [redacted:pins]: Coin a" {
		t.Errorf("the state is %q", got)
	}
	p.down.Store(true)
	got := p.logins.State(t.Context(), []guild.ID{c.ID})
	if !strings.HasPrefix(got, "Pins: could not be had at 20") || !strings.HasSuffix(got, ": it is down; the key was [redacted:pins]") {
		t.Errorf("the state of a service that is down is %q", got)
	}
	if got := p.logins.State(t.Context(), []guild.ID{guild.NewID()}); got != "" {
		t.Errorf("the state of no login is %q", got)
	}
	if p.log.holds(canary) {
		t.Error("the log holds the key")
	}
}
