package secret

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
	"github.com/guildsbox/guilds/internal/redact"
)

// Source knows of values that an agent can come to print.
type Source func(ctx context.Context, agent guild.Scope) (*redact.Set, error)

// Redaction is all that is masked in what an agent comes to print: what its sources
// know, as one set. Nothing else decides it, so that a run, a test of a tool and a
// report mask the same.
type Redaction struct {
	sources []Source
	kept    *memo.Memo[guild.ID, *redact.Set]
}

// maxKept bounds how many agents' sets are kept: some 30 KiB each with ten secrets.
const maxKept = 256

// NewRedaction returns the union of sources. A set serves until the store from
// which all sources read has changed, as generation counts it.
func NewRedaction(generation memo.Generation, sources ...Source) *Redaction {
	return &Redaction{sources: sources, kept: memo.New[guild.ID, *redact.Set](generation, maxKept)}
}

// Set returns what to mask for an agent. A source that fails is an error, and no
// smaller set: nothing may be shown then.
func (r *Redaction) Set(ctx context.Context, agent guild.Scope) (*redact.Set, error) {
	return r.kept.Get(agent.ID, func() (*redact.Set, error) {
		sets := make([]*redact.Set, len(r.sources))
		for i, source := range r.sources {
			var err error
			if sets[i], err = source(ctx, agent); err != nil {
				return nil, err
			}
		}
		return redact.Union(sets...), nil
	})
}

// Source is the vault as a source.
func (v *Vault) Source(ctx context.Context, agent guild.Scope) (*redact.Set, error) {
	values, err := v.Visible(ctx, agent)
	return redact.New(values...), err
}
