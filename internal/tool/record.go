package tool

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/redact"
)

// Storable returns text as valid UTF-8 without the character NUL, which the
// database does not store.
func Storable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// Kept returns the arguments of a call as its record keeps them. A mark in a string
// leaves them JSON; one in the place of a number does not, and then they are kept as
// one string, as are arguments that were not JSON.
func Kept(set *redact.Set, args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 || string(args) == "null" {
		return json.RawMessage("{}"), nil
	}
	clean := set.Redact(Storable(string(args)))
	if json.Valid([]byte(clean)) {
		return json.RawMessage(clean), nil
	}
	return json.Marshal(clean)
}

// SecretsIn returns what to mask because of the arguments of one call: the values
// of those that the tool declares secret, each named for tool and argument.
func (t Tool) SecretsIn(args json.RawMessage) *redact.Set {
	var given map[string]any
	if len(t.Secrets) == 0 || json.Unmarshal(args, &given) != nil {
		return nil
	}
	var secrets []redact.Secret
	for _, name := range t.Secrets {
		if value, ok := given[name].(string); ok {
			secrets = append(secrets, redact.Secret{Name: t.Name + "." + name, Value: value})
		}
	}
	return redact.New(secrets...)
}
