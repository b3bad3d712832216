package localapi

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/pkg/api"
)

func (s *Server) listTokens(ctx context.Context, c access.Caller, _ *operation.Empty) ([]api.Token, error) {
	rows, err := s.DB.Tokens(ctx, c.Scope.ID)
	return operation.Each(rows, tokenOut), err
}

func tokenOut(t access.Token) api.Token {
	return api.Token{
		ID: string(t.ID), Label: t.Label, ScopeID: string(t.Scope.ID), Scope: t.Scope.Path, Role: string(t.Role),
		CreatedAt: t.CreatedAt, LastUsedAt: t.LastUsedAt,
	}
}

func (s *Server) createToken(ctx context.Context, c access.Caller, in *struct{ Body api.NewToken }) (api.MadeToken, error) {
	role, err := access.ParseRole(in.Body.Role)
	if err != nil {
		return api.MadeToken{}, err
	}
	scope, err := operation.Reach(ctx, s.DB, c, in.Body.ScopeID)
	if err != nil {
		return api.MadeToken{}, err
	}
	secret := access.NewSecret()
	token := access.Token{ID: guild.NewID(), Label: in.Body.Label, Role: role, Scope: scope.Scope}
	token.CreatedAt, err = s.DB.CreateToken(ctx, token, access.Hash(secret))
	return api.MadeToken{Token: tokenOut(token), Secret: secret}, err
}

func (s *Server) deleteToken(ctx context.Context, c access.Caller, in *operation.ByID) error {
	id, err := guild.ParseID(in.ID)
	if err != nil {
		return err
	}
	token, err := s.DB.Token(ctx, id)
	if err == nil && !c.Reaches(token.Scope) {
		err = guild.Errorf(guild.CodeNotFound, "there is no token %s", id)
	}
	if err != nil {
		return err
	}
	return s.DB.DeleteToken(ctx, id)
}
