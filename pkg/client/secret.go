package client

import (
	"context"
	"strconv"

	"github.com/guildsbox/guilds/pkg/api"
)

// ListSecrets returns secrets without their values: of a scope the widest scope's
// first, else by scope and name.
func (c *Client) ListSecrets(ctx context.Context, q api.SecretQuery) ([]api.Secret, error) {
	return do[[]api.Secret](ctx, c, api.ListSecrets, nil, values("scope_id", q.ScopeID, "within_id", q.WithinID), nil)
}

// PutSecret stores a secret, in place of one of the same scope and name.
func (c *Client) PutSecret(ctx context.Context, s api.NewSecret) (api.SavedSecret, error) {
	return do[api.SavedSecret](ctx, c, api.PutSecret, nil, nil, s)
}

// DeleteSecret deletes a secret.
func (c *Client) DeleteSecret(ctx context.Context, id string) error {
	_, err := do[struct{}](ctx, c, api.DeleteSecret, []string{id}, nil, nil)
	return err
}

// ListSecretRequests returns what agents ask for, open requests first, and then the
// newest.
func (c *Client) ListSecretRequests(ctx context.Context, q api.SecretRequestQuery) ([]api.SecretRequest, error) {
	return do[[]api.SecretRequest](ctx, c, api.ListSecretRequests, nil, values("within_id", q.WithinID, "all", strconv.FormatBool(q.All)), nil)
}

// AnswerSecretRequest stores the secret that an agent asks for, and tells its run,
// without the value.
func (c *Client) AnswerSecretRequest(ctx context.Context, id string, a api.SecretAnswer) (api.SecretRequest, error) {
	return do[api.SecretRequest](ctx, c, api.AnswerSecretRequest, []string{id}, nil, a)
}

// DeclineSecretRequest closes a request without a secret, and tells its run.
func (c *Client) DeclineSecretRequest(ctx context.Context, id string, r api.SecretRefusal) (api.SecretRequest, error) {
	return do[api.SecretRequest](ctx, c, api.DeclineSecretRequest, []string{id}, nil, r)
}
