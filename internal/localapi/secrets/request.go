package secrets

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/localapi/operation"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/pkg/api"
)

func (a Area) requests(ctx context.Context, c access.Caller, q *api.SecretRequestQuery) ([]api.SecretRequest, error) {
	within, err := operation.Within(ctx, a.DB, c, q.WithinID)
	if err != nil {
		return nil, err
	}
	found, err := a.DB.SecretRequests(ctx, within, q.All)
	return operation.Each(found, requestOut), err
}

func requestOut(r secret.Request) api.SecretRequest {
	return api.SecretRequest{
		ID: string(r.ID), AgentID: string(r.AgentID), Agent: r.Agent, RunID: string(r.Run), Name: r.Name, Reason: r.Reason,
		Status: string(r.Status), ClosedBy: r.ClosedBy, Note: r.Note, CreatedAt: r.CreatedAt, ClosedAt: r.ClosedAt,
	}
}

type answerInput struct {
	operation.ByID
	Body api.SecretAnswer
}

func (a Area) answer(ctx context.Context, c access.Caller, in *answerInput) (api.SecretRequest, error) {
	id, err := a.request(ctx, c, in.ID)
	if err != nil {
		return api.SecretRequest{}, err
	}
	r, err := a.Vault.Answer(ctx, id, in.Body.Value, c.Name)
	return requestOut(r), err
}

type declineInput struct {
	operation.ByID
	Body api.SecretRefusal
}

func (a Area) decline(ctx context.Context, c access.Caller, in *declineInput) (api.SecretRequest, error) {
	id, err := a.request(ctx, c, in.ID)
	if err != nil {
		return api.SecretRequest{}, err
	}
	r, err := a.Vault.Decline(ctx, id, in.Body.Reason, c.Name)
	return requestOut(r), err
}

// request returns the id of a request of an agent that the caller reaches.
func (a Area) request(ctx context.Context, c access.Caller, id string) (guild.ID, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return "", err
	}
	r, err := a.DB.SecretRequest(ctx, parsed)
	if err != nil {
		return "", err
	}
	return parsed, a.within(ctx, c, r.AgentID, "request", parsed)
}
