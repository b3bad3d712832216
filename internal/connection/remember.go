package connection

import (
	"context"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/memo"
)

// Remembered is a store that answers LoginWithTool, which every call asks, from
// memory for as long as nothing has changed. What it keeps is what the store has: of
// a credential only the sealed form.
type Remembered struct {
	Store
	logins *memo.Memo[loginKey, loginValue]
}

type loginKey struct {
	login guild.ID
	tool  string
}

type loginValue struct {
	stored Stored
	tool   Tool
}

// maxRemembered bounds how many pairs of login and tool are kept: some kilobytes
// each, most of it the tool's schema.
const maxRemembered = 1024

// Remember puts a memory before a store, which counts its changes as memo.Generation
// says.
func Remember(store Store, generation memo.Generation) *Remembered {
	return &Remembered{Store: store, logins: memo.New[loginKey, loginValue](generation, maxRemembered)}
}

// LoginWithTool is that of the store. Who gets a row shares it with others and must
// not change it.
func (r *Remembered) LoginWithTool(ctx context.Context, id guild.ID, tool string) (Stored, Tool, error) {
	v, err := r.logins.Get(loginKey{id, tool}, func() (v loginValue, err error) {
		v.stored, v.tool, err = r.Store.LoginWithTool(ctx, id, tool)
		return v, err
	})
	return v.stored, v.tool, err
}
