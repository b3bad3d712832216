package operation

import (
	"context"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

// Reach returns a scope that the caller reaches. Any other is not found.
func Reach(ctx context.Context, db *postgres.DB, c access.Caller, id string) (postgres.ScopeRow, error) {
	parsed, err := guild.ParseID(id)
	if err != nil {
		return postgres.ScopeRow{}, err
	}
	scope, err := db.Scope(ctx, parsed)
	if err == nil && !c.Reaches(scope.Scope) {
		err = guild.Errorf(guild.CodeNotFound, "there is no scope %s", parsed)
	}
	return scope, err
}

// Within returns the scope that bounds a listing: the one that was asked for,
// else all that the caller reaches.
func Within(ctx context.Context, db *postgres.DB, c access.Caller, id string) (guild.ID, error) {
	if id == "" {
		return c.Scope.ID, nil
	}
	scope, err := Reach(ctx, db, c, id)
	return scope.ID, err
}
