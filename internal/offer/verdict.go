package offer

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
)

// Verdict is whether a scope is offered one tool, and why.
type Verdict struct {
	Scope   guild.Scope
	Login   guild.ID // on which the scope has the tool; empty where it has none of that name
	Offered bool
	Reason  string
	Remedy  string // as Tool has it
}

// Verdicts gives verdicts, from memory for as long as nothing has changed.
type Verdicts struct {
	rows  func(ctx context.Context, scope guild.ID, tool string) (Rows, error)
	seeds []connector.Connector
	kept  *memo.Memo[verdictKey, Verdict]
}

type verdictKey struct {
	scope guild.ID
	tool  string
}

// maxVerdicts bounds how many are kept, of some hundred bytes each.
const maxVerdicts = 8192

// NewVerdicts returns verdicts over the rows of a store, which counts its changes as
// memo.Generation says.
func NewVerdicts(rows func(ctx context.Context, scope guild.ID, tool string) (Rows, error), seeds []connector.Connector, generation memo.Generation) *Verdicts {
	return &Verdicts{rows: rows, seeds: seeds, kept: memo.New[verdictKey, Verdict](generation, maxVerdicts)}
}

// Of returns the verdict on a tool, by its namespaced name, at a scope. An unknown
// scope has the code not_found.
func (v *Verdicts) Of(ctx context.Context, scope guild.ID, tool string) (Verdict, error) {
	return v.kept.Get(verdictKey{scope, tool}, func() (Verdict, error) {
		rows, err := v.rows(ctx, scope, tool)
		if err != nil {
			return Verdict{}, err
		}
		found, _ := Resolve(rows, v.seeds).FindTool(tool)
		return Verdict{Scope: rows.Scope, Login: found.ConnectionID, Offered: found.Offered, Reason: found.Reason, Remedy: found.Remedy}, nil
	})
}
