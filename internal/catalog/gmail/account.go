package gmail

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
)

// address returns the address of the mailbox that a login is for.
func address(ctx context.Context, a connector.Account) (string, error) {
	var profile struct {
		EmailAddress string `json:"emailAddress"`
	}
	if err := google.API.Get(ctx, a, rest.At("/users/me/profile"), nil, &profile); err != nil {
		return "", err
	}
	if profile.EmailAddress == "" {
		return "", guild.Errorf(guild.CodeUpstream, "Gmail's profile of the account names no address")
	}
	return profile.EmailAddress, nil
}
