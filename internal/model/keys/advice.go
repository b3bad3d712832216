package keys

import (
	"context"
	"fmt"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// maxNamed is how many organisations a sentence names.
const maxNamed = 5

// Advice says what to do where neither the box nor an organisation within the scope,
// or above it, has a key for any provider, so that its agents cannot run. It is empty
// where none lacks one.
func (k *Keys) Advice(ctx context.Context, scope guild.Scope) (string, error) {
	var variables []string
	for _, p := range k.Providers {
		variable := k.variable(p.Name)
		if !ByVendor(p) || k.Integrations.Value(variable) != "" {
			return "", nil
		}
		variables = append(variables, variable)
	}
	holders, err := k.Store.ModelKeyHolders(ctx, scope.ID)
	if err != nil {
		return "", err
	}
	var lacking []string
	for _, h := range holders {
		if !h.Holds {
			lacking = append(lacking, h.Organisation)
		}
	}
	if len(lacking) == 0 && len(holders) > 0 {
		return "", nil
	}
	return fmt.Sprintf("no model key is set%s: set %s in the daemon's environment, or run guildsctl model key set %s --at %s",
		of(lacking), strings.Join(variables, " or "), k.Providers[0].Name, example(lacking)), nil
}

func of(organisations []string) string {
	switch n := len(organisations); {
	case n == 0:
		return ""
	case n > maxNamed:
		return fmt.Sprintf(" for %s and %d more", strings.Join(organisations[:maxNamed], ", "), n-maxNamed)
	}
	return " for " + strings.Join(organisations, ", ")
}

func example(organisations []string) string {
	if len(organisations) == 1 {
		return organisations[0]
	}
	return "ORGANISATION"
}
