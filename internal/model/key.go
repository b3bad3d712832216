package model

import (
	"context"
	"math/big"

	"github.com/guildsbox/guilds/internal/guild"
)

type keyCheck func(p Provider, ctx context.Context, key string) error

// CheckKey returns nil where the provider takes the key, and an error of the code
// CodeRejected where it refuses it. A server that stands in for OpenRouter may have
// no such check, which is CodeNotFound.
func (p Provider) CheckKey(ctx context.Context, key string) error { return p.checkKey(p, ctx, key) }

// askForKey reads what OpenRouter says of a key. That it answers is enough.
func (p Provider) askForKey(ctx context.Context, key string) error {
	return p.get(ctx, "/key", key, &struct{}{})
}

// tryKey has the cheapest model write one token: DeepInfra lists its models to
// anybody, so that the list proves nothing.
func (p Provider) tryKey(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*getTimeout)
	defer cancel()
	models, err := p.Models(ctx, key)
	if err != nil {
		return err
	}
	if len(models) == 0 {
		return guild.Errorf(guild.CodeUpstream, "%s lists no models, so that the key cannot be tried", p.Title)
	}
	head, err := p.head(Request{
		Model: cheapest(models).ID, MaxTokens: 1,
		Messages: []Message{{Role: User, Text: "Say yes."}},
	})
	if err != nil {
		return err
	}
	// Once: whoever checks a key is waiting.
	_, err = turn{Provider: p, key: key}.attempt(ctx, join(head, nil, false))
	return err
}

// cheapest returns the model with the lowest price that is said; of models without
// one, the first. One that writes nothing, as for embeddings, has no price for it.
func cheapest(models []Info) Info {
	best, lowest := models[0], (*big.Rat)(nil)
	for _, m := range models {
		price, ok := new(big.Rat).SetString(m.CompletionPrice)
		if ok && price.Sign() > 0 && (lowest == nil || price.Cmp(lowest) < 0) {
			best, lowest = m, price
		}
	}
	return best
}
