package record

import (
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// The limits of a search.
const (
	MaxQuery    = 500 // characters of a query
	SearchLimit = 20  // records of a search's result
)

// Search is what is looked for in one collection or several.
type Search struct {
	Query string
	Where []Condition // only with a single collection
}

// CheckQuery refuses a query that looks for nothing.
func CheckQuery(query string) (string, error) {
	query = strings.TrimSpace(query)
	if query == "" || tooLong(query, MaxQuery) || strings.ContainsRune(query, 0) {
		return "", guild.Errorf(guild.CodeInvalid, "the query has %d characters; it has 1 to %d", len([]rune(query)), MaxQuery)
	}
	return query, nil
}

// Token returns the query where it is a single token, which is looked for as a part
// of a text. Blanks, quotation marks and a leading hyphen make a query one of words.
func (s Search) Token() (string, bool) {
	single := !strings.ContainsAny(s.Query, " \t\r\n\"") && !strings.HasPrefix(s.Query, "-")
	return s.Query, single
}
