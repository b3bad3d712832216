package connection

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

// RepositoryToken reaches the repositories of a guild that one GitHub login is for,
// for an hour, with contents and pull requests write.
type RepositoryToken struct {
	Connection guild.ID
	githubapp.Minted
}

// RepositoryTokens makes one token for each GitHub login that the guild's
// repositories use, by the login's id, limited to those repositories: the
// specification, "GitHub", "Tokens". A guild without repositories needs none.
//
// What GitHub calls a repository now is stored, as is the id of one that had none.
// The error names the login, and the repositories that its installation no longer
// reaches. An installation that was removed or suspended disconnects the login.
func (l *Logins) RepositoryTokens(ctx context.Context, guildID guild.ID) ([]RepositoryToken, error) {
	used, err := l.Store.UsedRepositories(ctx, guildID)
	if err != nil {
		return nil, err
	}
	var tokens []RepositoryToken
	for _, id := range slices.Sorted(maps.Keys(used)) {
		minted, err := l.repositoryToken(ctx, id, used[id])
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, RepositoryToken{id, minted})
	}
	return tokens, nil
}

func (l *Logins) repositoryToken(ctx context.Context, id guild.ID, repositories []githubapp.RepositoryRef) (githubapp.Minted, error) {
	stored, err := l.Store.Login(ctx, id)
	if err != nil {
		return githubapp.Minted{}, err
	}
	installation, err := l.installation(stored)
	if err != nil {
		return githubapp.Minted{}, err
	}
	minted, err := l.GitHub.Mint(ctx, installation, repositories)
	if err != nil {
		return githubapp.Minted{}, named(stored, l.whetherRemoved(ctx, stored, err))
	}
	changed := slices.DeleteFunc(slices.Clone(minted.Repositories), func(g githubapp.Granted) bool {
		return !g.Renamed() && !g.Identified()
	})
	if len(changed) == 0 {
		return minted, nil
	}
	return minted, l.Store.FollowRepositories(ctx, id, changed)
}

// whetherRemoved disconnects a login whose installation was removed or suspended,
// and returns err.
func (l *Logins) whetherRemoved(ctx context.Context, stored Stored, err error) error {
	if errors.Is(err, githubapp.ErrRemoved) {
		return l.refused(context.WithoutCancel(ctx), stored, err)
	}
	return err
}

// named says in an error which login it is about: a run may use several.
func named(stored Stored, err error) error {
	var e *guild.Error
	if !errors.As(err, &e) {
		return err
	}
	clear := *e
	clear.Msg = "the login " + stored.String() + ": " + e.Msg
	return &clear
}
