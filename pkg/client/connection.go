package client

import (
	"context"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListConnections returns the logins that fit the query, sorted by server and
// scope.
func (c *Client) ListConnections(ctx context.Context, q api.ConnectionQuery) ([]api.Connection, error) {
	return do[[]api.Connection](ctx, c, api.ListConnections, nil, values("scope_id", q.ScopeID, "within_id", q.WithinID, "server", q.Server), nil)
}

// GetConnection returns one login.
func (c *Client) GetConnection(ctx context.Context, id string) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.GetConnection, []string{id}, nil, nil)
}

// Connect makes a login, or tries a pending or disconnected one again.
func (c *Client) Connect(ctx context.Context, n api.NewConnection) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.Connect, nil, nil, n)
}

// Disconnect deletes a login and the bindings that point at it, or with dryRun
// only says what that would be.
func (c *Client) Disconnect(ctx context.Context, id string, dryRun bool) (api.Removal, error) {
	return do[api.Removal](ctx, c, api.Disconnect, []string{id}, values("dry_run", strconv.FormatBool(dryRun)), nil)
}

// SyncConnection lists a login's tools again now.
func (c *Client) SyncConnection(ctx context.Context, id string) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.SyncConnection, []string{id}, nil, nil)
}

// ListFolders returns the folders that a login may be limited to.
func (c *Client) ListFolders(ctx context.Context, id string) ([]api.Folder, error) {
	return do[[]api.Folder](ctx, c, api.ListFolders, []string{id}, nil, nil)
}

// ChooseFolder limits a login to a folder. One that waits for it is connected by
// that.
func (c *Client) ChooseFolder(ctx context.Context, id, folder string) (api.Connection, error) {
	return do[api.Connection](ctx, c, api.ChooseFolder, []string{id}, nil, api.ChosenFolder{ID: folder})
}

// CompleteLogin hands the daemon what a browser's callback brought, for an
// operator whose browser cannot reach it.
func (c *Client) CompleteLogin(ctx context.Context, query url.Values) (api.CompletedLogin, error) {
	return do[api.CompletedLogin](ctx, c, api.CompleteLogin, nil, query, nil)
}

// CancelLogin ends a browser login that is on its way.
func (c *Client) CancelLogin(ctx context.Context, id string) error {
	_, err := do[struct{}](ctx, c, api.CancelLogin, []string{id}, nil, nil)
	return err
}
