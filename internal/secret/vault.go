package secret

import (
	"context"
	"fmt"
	"slices"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// Store keeps secrets and the requests for them. Each method is one transaction.
type Store interface {
	// SaveSecret stores a secret in place of one of the same scope and name. An
	// agent's does not replace an operator's: that is a conflict. An operator's
	// answers what agents there and below ask for under its name, as CloseRequest
	// does.
	SaveSecret(ctx context.Context, s Secret) (Saved, error)
	// SecretsOf returns the secrets of a scope and of those above it, the widest
	// scope's first.
	SecretsOf(ctx context.Context, scope guild.ID) ([]Secret, error)
	// OpenRequest stores a request, or returns the open one of the same agent and
	// name, with opened false.
	OpenRequest(ctx context.Context, r Request) (stored Request, opened bool, err error)
	// SecretRequest returns one request. An unknown one has the code not_found.
	SecretRequest(ctx context.Context, id guild.ID) (Request, error)
	// CloseRequest closes an open request as r says, stores the secret that answers
	// it, nil for none, and has the run that asked go on with the request's Message:
	// all of it or nothing. A run that is gone is not told. Of a request that is not
	// open it is a conflict.
	CloseRequest(ctx context.Context, r Request, answer *Secret) (Request, error)
}

// Sealer seals values. The identity names a row.
type Sealer interface {
	Seal(plaintext []byte, identity string) ([]byte, error)
	Open(sealed []byte, identity string) ([]byte, error)
}

// Vault stores secrets, and answers requests for them.
type Vault struct {
	Store  Store
	Sealer Sealer
}

// New is a secret to store.
type New struct {
	Scope       guild.Scope // an organisation, a guild or an agent
	Name        string
	Value       string
	Description string
	By          string
	ByAgent     bool
	Run         guild.ID
}

// Saved is what storing a secret did.
type Saved struct {
	Secret
	Replaced *Secret   // the one of the same name that was there, nil for none
	Answered []Request // that this secret answers
}

// Put stores a secret in place of one of the same name at the scope. The error lists
// all that is wrong and shows nothing of the value.
func (v *Vault) Put(ctx context.Context, n New) (Saved, error) {
	sealed, err := v.seal(n)
	if err != nil {
		return Saved{}, err
	}
	return v.Store.SaveSecret(ctx, sealed)
}

// seal checks a secret and makes the row of it.
func (v *Vault) seal(n New) (Secret, error) {
	if n.Scope.Level == guild.Platform {
		return Secret{}, guild.Errorf(guild.CodeInvalid, "a secret belongs to an organisation, a guild or an agent, and not to the platform")
	}
	problems := slices.Concat(checkName(n.Name), checkValue(n.Value), checkText("description", n.Description, MaxDescription))
	if err := guild.Invalid("the secret cannot be stored", problems); err != nil {
		return Secret{}, err
	}
	s := Secret{
		ID: guild.NewID(), ScopeID: n.Scope.ID, Scope: n.Scope.Path, Name: n.Name, Description: n.Description,
		By: n.By, ByAgent: n.ByAgent, Run: n.Run,
	}
	var err error
	s.Sealed, err = v.Sealer.Seal([]byte(n.Value), s.identity())
	return s, err
}

// Visible returns the values that an agent can come to print: every secret of its
// chain, also where a narrower one stands before it.
func (v *Vault) Visible(ctx context.Context, agent guild.Scope) ([]redact.Secret, error) {
	stored, err := v.Store.SecretsOf(ctx, agent.ID)
	if err != nil {
		return nil, err
	}
	values := make([]redact.Secret, len(stored))
	for i, s := range stored {
		plain, err := v.Sealer.Open(s.Sealed, s.identity())
		if err != nil {
			return nil, fmt.Errorf("the secret %s of %s: %w", s.Name, s.Scope, err)
		}
		values[i] = redact.Secret{Name: s.Name, Value: string(plain)}
	}
	return values, nil
}
