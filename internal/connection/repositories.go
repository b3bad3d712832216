package connection

import (
	"cmp"
	"context"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

// What the App says of repositories is what a login says of them.
type (
	Repository         = githubapp.Repository
	WantedRepository   = githubapp.Wanted
	SelectedRepository = githubapp.Selected
)

// Repositories returns what a GitHub login's installation reaches. An
// installation that was removed or suspended disconnects the login.
func (l *Logins) Repositories(ctx context.Context, stored Stored) ([]githubapp.Repository, error) {
	installation, err := l.installation(stored)
	if err != nil {
		return nil, err
	}
	reached, err := l.GitHub.Repositories(ctx, installation)
	return reached, l.whetherRemoved(ctx, stored, err)
}

// Select stores which repositories a GitHub login is for, each with the id that
// GitHub has for it. Each must be one that the installation reaches; otherwise
// every problem is named and nothing changes.
func (l *Logins) Select(ctx context.Context, stored Stored, wanted []githubapp.Wanted) ([]githubapp.Selected, error) {
	reached, err := l.Repositories(ctx, stored)
	if err != nil {
		return nil, err
	}
	selected, err := githubapp.Select(wanted, reached)
	if err != nil {
		return nil, err
	}
	return selected, l.Store.SaveSelected(ctx, stored.ID, stored.Epoch, selected)
}

// checkSelected asks GitHub whether the installation behind a login is still there,
// and still reaches each repository of the login's selection. What GitHub calls them
// now is stored. The error names every one that is lost.
func (l *Logins) checkSelected(ctx context.Context, stored Stored) error {
	reached, err := l.Repositories(ctx, stored)
	if err != nil {
		return err
	}
	selected, err := l.Store.Selected(ctx, stored.ID)
	if err != nil {
		return err
	}
	changed, lost := githubapp.Check(selected, reached)
	if len(changed) > 0 {
		err = l.Store.FollowRepositories(ctx, stored.ID, changed)
	}
	return cmp.Or(err, lost)
}

// installation returns the App's installation behind a connected login.
func (l *Logins) installation(stored Stored) (int64, error) {
	switch {
	case !stored.Row.Declared(l.Seeds).App:
		return 0, guild.Errorf(guild.CodeInvalid, "%s is no GitHub login, so it has no repositories", stored)
	case stored.Status != Connected:
		return 0, guild.Errorf(guild.CodeConflict, "the login %s is %s", stored, stored.Status).
			WithHint("guildsctl connect %s --at %s", stored.Server, stored.Scope)
	}
	if _, err := l.gitHub(); err != nil {
		return 0, err
	}
	open, err := l.open(stored)
	return open.credential.Installation, err
}

// gitHub returns the box's App. It may be missing, or set up in a way that cannot
// be used, which the daemon has said at its start.
func (l *Logins) gitHub() (*githubapp.App, error) {
	if l.GitHub == nil {
		return nil, guild.Errorf(guild.CodeUnsupported, "the box's GitHub App is not set up, or cannot be used as it is set up").
			WithHint("guildsctl instance and guildsctl status say what is wrong")
	}
	return l.GitHub, nil
}
