package connection

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

// Folders returns the folders that a login may be limited to: one that waits for
// its folder, or one that is connected.
func (l *Logins) Folders(ctx context.Context, id guild.ID) (found []connector.Folder, err error) {
	_, err = l.folders(ctx, id, func(f *connector.Folders, a connector.Account) (err error) {
		found, err = f.List(ctx, a)
		return err
	})
	return found, err
}

// ChooseFolder limits a login to one folder. One that waits for it is connected
// by that; one that is connected reaches the new folder alone from then on. A
// folder that cannot be chosen is an error, and changes nothing.
func (l *Logins) ChooseFolder(ctx context.Context, id guild.ID, folderID string) (Connection, error) {
	var chosen connector.Folder
	stored, err := l.folders(ctx, id, func(f *connector.Folders, a connector.Account) (err error) {
		chosen, err = f.Check(ctx, a, folderID)
		return err
	})
	if err != nil {
		return Connection{}, err
	}
	chosen.Name = tool.Storable(chosen.Name)
	return l.Store.SaveFolder(ctx, id, stored.Epoch, chosen)
}

// folders asks about the folders of a login, with a token that is good.
func (l *Logins) folders(ctx context.Context, id guild.ID, ask func(*connector.Folders, connector.Account) error) (Stored, error) {
	stored, err := l.Store.Login(ctx, id)
	if err != nil {
		return stored, err
	}
	declared := stored.Row.Declared(l.Seeds)
	switch {
	case declared.Folders == nil:
		return stored, guild.Errorf(guild.CodeInvalid, "a login for %s is not limited to a folder", stored.Server)
	case stored.Status == Disconnected || len(stored.Sealed) == 0:
		return stored, guild.Errorf(guild.CodeConflict, "the login %s is %s, so it has no folders to choose from", stored, stored.Status).
			WithHint("log in first: guildsctl connect %s --at %s", stored.Server, stored.Scope)
	}
	return stored, l.use(ctx, stored, func(open opened) error {
		return redacted(ask(declared.Folders, l.accountOf(stored, open, "")), open.secrets)
	})
}
