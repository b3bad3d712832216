package localapi

import (
	"context"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

func (s *Server) listServers(ctx context.Context, _ access.Caller, _ *operation.Empty) ([]api.Server, error) {
	rows, err := s.DB.Servers(ctx)
	published := []api.Server{}
	for _, row := range rows {
		if row.Published {
			published = append(published, s.serverOut(row))
		}
	}
	return published, err
}

func (s *Server) adminListServers(ctx context.Context, _ access.Caller, _ *operation.Empty) ([]api.Server, error) {
	rows, err := s.DB.Servers(ctx)
	return operation.Each(rows, s.serverOut), err
}

// server returns a row of the catalog. One that is not published is there for
// instance admins only.
func (s *Server) server(ctx context.Context, c access.Caller, id string) (connector.Server, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return connector.Server{}, err
	}
	row, err := s.DB.Server(ctx, parsed)
	if err == nil && !row.Published && !c.InstanceAdmin() {
		err = guild.Errorf(guild.CodeNotFound, "there is no connector %s", parsed)
	}
	return row, err
}

func (s *Server) adminAddServer(ctx context.Context, c access.Caller, in *struct{ Body api.NewServer }) (api.Server, error) {
	n := in.Body
	row := connector.Server{
		ID: guild.NewID(), Slug: n.Slug, Name: n.Name, URL: n.URL, Auth: connector.Auth(n.Auth),
		Header: connector.Header{Name: n.Header, Scheme: n.Scheme}, AllowPrivate: n.AllowPrivate,
		Description: n.Description, Limitations: n.Limitations, SetupHint: n.SetupHint, Published: n.Published,
	}
	if row.Name == "" {
		row.Name = row.Slug
	}
	if row.Auth == connector.AuthToken && row.Header.Name == "" {
		row.Header.Name = "Authorization"
	}
	if row.Header.Name == "Authorization" && n.Scheme == "" {
		row.Header.Scheme = "Bearer"
	}
	if err := row.Check(); err != nil {
		return api.Server{}, err
	}
	if err := s.DB.AddServer(ctx, row); err != nil {
		return api.Server{}, err
	}
	return s.readServer(ctx, c, string(row.ID))
}

func (s *Server) readServer(ctx context.Context, c access.Caller, id string) (api.Server, error) {
	row, err := s.server(ctx, c, id)
	return s.serverOut(row), err
}

type editServerInput struct {
	operation.ByID
	Body api.EditServer
}

func (s *Server) adminEditServer(ctx context.Context, c access.Caller, in *editServerInput) (api.Server, error) {
	e := in.Body
	row, err := s.serverAsRead(ctx, c, in.ID, e.UpdatedAt)
	if err != nil {
		return api.Server{}, err
	}
	if e.URL != nil && row.Seeded && *e.URL != row.URL {
		return api.Server{}, guild.Errorf(guild.CodeDenied, "the address of %s is the product's own and cannot be edited", row.Slug).
			WithHint("add your own connector with: guildsctl catalog add NAME --url URL")
	}
	for _, edit := range []struct {
		from *string
		to   *string
	}{
		{e.Name, &row.Name}, {e.URL, &row.URL}, {e.Header, &row.Header.Name}, {e.Scheme, &row.Header.Scheme},
		{e.Description, &row.Description}, {e.Limitations, &row.Limitations}, {e.SetupHint, &row.SetupHint},
	} {
		if edit.from != nil {
			*edit.to = *edit.from
		}
	}
	if e.AllowPrivate != nil {
		row.AllowPrivate = *e.AllowPrivate
	}
	if e.Published != nil {
		row.Published = *e.Published
	}
	if err := row.Check(); err != nil {
		return api.Server{}, err
	}
	if e.ClientID != nil && (row.Auth != connector.AuthOAuth || row.Declared(s.Seeds).OAuth != nil) {
		return api.Server{}, guild.Errorf(guild.CodeInvalid, "%s takes no OAuth client of its own", row.Slug)
	}
	if err := s.DB.EditServer(ctx, row); err != nil {
		return api.Server{}, err
	}
	if err := s.setClient(ctx, row, e.ClientID, e.ClientSecret); err != nil {
		return api.Server{}, err
	}
	return s.readServer(ctx, c, in.ID)
}

// serverAsRead returns a row of the catalog, and is a conflict where it was changed
// after the caller read it, who says when that was; nil for a caller who did not.
func (s *Server) serverAsRead(ctx context.Context, c access.Caller, id string, readAt *time.Time) (connector.Server, error) {
	row, err := s.server(ctx, c, id)
	if err == nil && readAt != nil && !readAt.Equal(row.UpdatedAt) {
		err = row.Changed()
	}
	return row, err
}

// setClient keeps the client that an edit names; nil for one that names none.
func (s *Server) setClient(ctx context.Context, row connector.Server, id, secret *string) error {
	if id == nil {
		return nil
	}
	if secret == nil {
		secret = new(string)
	}
	return s.Logins.SetClient(ctx, row.ID, *id, *secret)
}

func (s *Server) adminDropServer(ctx context.Context, c access.Caller, in *operation.RemoveInput) (api.Removal, error) {
	row, err := s.server(ctx, c, in.ID)
	if err != nil {
		return api.Removal{}, err
	}
	if row.Seeded {
		return api.Removal{}, guild.Errorf(guild.CodeDenied, "%s is part of the product and cannot be removed", row.Slug).
			WithHint("hide it with: guildsctl catalog edit %s --unpublish", row.Slug)
	}
	removal, err := s.DB.DropServer(ctx, row.ID, in.DryRun)
	return s.removed(removal, in.DryRun), err
}

func (s *Server) adminResetServer(ctx context.Context, c access.Caller, in *operation.ByID) (api.Server, error) {
	row, err := s.server(ctx, c, in.ID)
	if err != nil {
		return api.Server{}, err
	}
	if !row.Seeded {
		return api.Server{}, guild.Errorf(guild.CodeDenied, "%s was added by an admin, so there is no copy to take back", row.Slug)
	}
	if err := s.DB.ResetServer(ctx, row.ID, row.Declared(s.Seeds)); err != nil {
		return api.Server{}, err
	}
	return s.readServer(ctx, c, in.ID)
}

type editToolInput struct {
	operation.ByID
	Name string `path:"name" doc:"The tool's own name at its server"`
	Body api.EditTool
}

func (s *Server) adminEditTool(ctx context.Context, c access.Caller, in *editToolInput) (api.Server, error) {
	row, err := s.serverAsRead(ctx, c, in.ID, in.Body.UpdatedAt)
	if err != nil {
		return api.Server{}, err
	}
	if err := s.DB.EditTool(ctx, row, in.Name, in.Body.Description, in.Body.Published); err != nil {
		return api.Server{}, err
	}
	return s.readServer(ctx, c, in.ID)
}

func (s *Server) serverOut(row connector.Server) api.Server {
	declared := row.Declared(s.Seeds)
	setup, unsupported := s.setup(row)
	return api.Server{
		ID: string(row.ID), Slug: row.Slug, Name: row.Name, Transport: row.Transport, URL: row.URL, Auth: string(row.Auth),
		Fields: operation.Each(declared.Fields, func(f connector.Field) api.ConnectField {
			return api.ConnectField{Name: f.Name, Label: f.Label, Help: f.Help, Secret: f.Secret, Optional: f.Optional}
		}),
		Header: row.Header.Name, Scheme: row.Header.Scheme, AllowPrivate: row.AllowPrivate,
		Description: row.Description, Limitations: row.Limitations, SetupHint: row.SetupHint,
		Published: row.Published, CopySource: string(row.CopySource), Seeded: row.Seeded,
		Coins: declared.Coins != nil, Folder: declared.Folders != nil, OAuthSetupState: setup, Unsupported: unsupported, DefaultOff: operation.OrEmpty(declared.DefaultOff),
		Tools: operation.Each(row.Tools, func(t connector.ToolCopy) api.PublishedTool {
			return api.PublishedTool{Name: t.Name, Description: t.Description, Published: t.Published, CopySource: string(t.CopySource)}
		}),
		UpdatedAt: row.UpdatedAt,
	}
}

// setup returns a connector's oauth_setup_state, and why Connect is refused on
// this box where it is.
func (s *Server) setup(row connector.Server) (state, unsupported string) {
	c := row.Declared(s.Seeds)
	if c.Auth != connector.AuthOAuth {
		return "not_applicable", c.Unbuilt
	}
	needs, ok := s.Integrations.For(c.Slug)
	switch {
	case !ok && row.OwnClient:
		return "configured", c.Unbuilt
	case !ok:
		return "dynamic", c.Unbuilt
	case needs.State != integration.On:
		return "unsupported", "the box does not hold " + strings.Join(needs.Missing, ", ")
	case c.App && s.Logins.GitHub == nil:
		return "unsupported", "the box's GitHub App cannot be used as it is set up; guildsctl status says why"
	}
	return "configured", c.Unbuilt
}
