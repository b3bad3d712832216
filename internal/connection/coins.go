package connection

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// TryCoins searches coins before there is a login, with what its form would hold.
func (l *Logins) TryCoins(ctx context.Context, row connector.Server, fields map[string]string, query string) ([]connector.Coin, error) {
	declared := row.Declared(l.Seeds)
	if declared.Coins == nil {
		return nil, noCoins(row.Slug)
	}
	if err := connector.CheckFields(declared.Fields, fields, redact.Check); err != nil {
		return nil, err
	}
	c := credential{Fields: fields}
	found, err := declared.Coins.Search(ctx, l.account(row, c), query)
	return found, redacted(err, c.secrets(row, declared.Fields))
}

// SearchCoins searches coins with a login.
func (l *Logins) SearchCoins(ctx context.Context, stored Stored, query string) (found []connector.Coin, err error) {
	err = l.coins(ctx, stored, func(c *connector.Coins, a connector.Account) (err error) {
		found, err = c.Search(ctx, a, query)
		return err
	})
	return found, err
}

// PinCoins pins coins on a login by their ids, in place of those that were. Every id
// that cannot be pinned is named, and then nothing changes.
func (l *Logins) PinCoins(ctx context.Context, stored Stored, ids []string) (pinned []connector.Coin, err error) {
	if err := guild.Invalid("the coins cannot be pinned", connector.CheckCoins(ids)); err != nil {
		return nil, err
	}
	err = l.coins(ctx, stored, func(c *connector.Coins, a connector.Account) (err error) {
		if len(ids) > 0 {
			pinned, err = c.Find(ctx, a, ids)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return pinned, l.Store.SaveCoins(ctx, stored.ID, stored.Epoch, pinned)
}

// coins asks about coins with a login.
func (l *Logins) coins(ctx context.Context, stored Stored, ask func(*connector.Coins, connector.Account) error) error {
	declared := stored.Row.Declared(l.Seeds)
	switch {
	case declared.Coins == nil:
		return noCoins(stored.Server)
	case stored.Status != Connected:
		return guild.Errorf(guild.CodeConflict, "the login %s is %s", stored, stored.Status).
			WithHint("guildsctl connect %s --at %s", stored.Server, stored.Scope)
	}
	return l.use(ctx, stored, func(open opened) error {
		return redacted(ask(declared.Coins, l.accountOf(stored, open, "")), open.secrets)
	})
}

func noCoins(server string) error {
	return guild.Errorf(guild.CodeInvalid, "a login for %s pins no coins", server)
}

func idsOf(coins []connector.Coin) []string {
	var ids []string
	for _, c := range coins {
		ids = append(ids, c.ID)
	}
	return ids
}
