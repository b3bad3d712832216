package localapi

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

// listFolders needs the right to change the login: what it shows is more of the
// account than the login may ever reach.
func (s *Server) listFolders(ctx context.Context, c access.Caller, in *operation.ByID) ([]api.Folder, error) {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return nil, err
	}
	found, err := s.Logins.Folders(ctx, stored.ID)
	return operation.Each(found, func(f connector.Folder) api.Folder { return api.Folder(f) }), err
}

// chooseInput is the input of the choice of a folder.
type chooseInput struct {
	operation.ByID
	Body api.ChosenFolder
}

func (s *Server) chooseFolder(ctx context.Context, c access.Caller, in *chooseInput) (api.Connection, error) {
	stored, err := s.login(ctx, c, in.ID, true)
	if err != nil {
		return api.Connection{}, err
	}
	chosen, err := s.Logins.ChooseFolder(ctx, stored.ID, in.Body.ID)
	return s.connectionOut(chosen, stored.Row), err
}
