package keys

import (
	"context"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Key is an organisation's own key, without its value.
type Key struct {
	ID           guild.ID
	ScopeID      guild.ID // of the organisation
	Organisation string   // its path
	Provider     string   // "openrouter"
	Hint         string   // the last four characters; empty for a key that is too short to show them
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// Stored is a key with its value, sealed with the identity that Identity gives.
type Stored struct {
	Key
	Sealed []byte
}

// Identity is what a key is sealed with.
func Identity(id guild.ID) string { return "model_keys/" + string(id) }

// Holder is an organisation, and whether it has a key for any provider.
type Holder struct {
	Organisation string // its path
	Holds        bool
}

// Store is where keys are kept.
type Store interface {
	// ModelKey returns an organisation's key for a provider. Where it has none the
	// error has the code not_found.
	ModelKey(ctx context.Context, organisation guild.ID, provider string) (Stored, error)
	// ModelKeys returns the keys of the organisations within a scope.
	ModelKeys(ctx context.Context, within guild.ID) ([]Stored, error)
	// SaveModelKey puts a key in the place of one that the organisation has for the
	// same provider.
	SaveModelKey(ctx context.Context, k Stored) (Key, error)
	// DeleteModelKey deletes an organisation's key for a provider. The error has the
	// code not_found where it has none.
	DeleteModelKey(ctx context.Context, organisation guild.ID, provider string) error
	// ModelKeyHolders returns the organisations within a scope, or the one that the
	// scope lies in.
	ModelKeyHolders(ctx context.Context, scope guild.ID) ([]Holder, error)
}

const (
	minLength  = 6    // bytes; redaction hides no shorter value
	maxLength  = 4096 // bytes
	longEnough = 16   // of which four characters may be shown
)

// checkValue refuses what cannot be a key. No message repeats it.
func checkValue(value string) error {
	var problems []guild.Problem
	switch n := len(value); {
	case n < minLength:
		problems = append(problems, guild.Problem{Path: "value", Message: "is shorter than 6 bytes, and could not be kept out of what agents read"})
	case n > maxLength:
		problems = append(problems, guild.Problem{Path: "value", Message: "is longer than 4096 bytes"})
	}
	for _, r := range value {
		if r <= ' ' || r > '~' {
			problems = append(problems, guild.Problem{Path: "value", Message: "holds a character that no key has: white space, or one outside of ASCII"})
			break
		}
	}
	return guild.Invalid("this is no key", problems)
}

func hintOf(value string) string {
	if len(value) < longEnough {
		return ""
	}
	return value[len(value)-4:]
}
