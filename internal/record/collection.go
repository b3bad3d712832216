package record

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
)

// Collection is one typed table, owned by an organisation or by one of its guilds.
type Collection struct {
	ID          guild.ID
	Name        string // unique in its organisation, so that it means the same table to every agent there
	Scope       string // path of the organisation or guild that owns it
	ScopeID     guild.ID
	Description string
	Columns     Columns
	CreatedAt   time.Time
	UpdatedAt   time.Time // of the definition
}

// MaxName is how long a name may be, in bytes, which are characters of ASCII.
const MaxName = 63

var collectionForm = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,62}$`)

// CheckOwner refuses a scope that cannot own a collection.
func CheckOwner(scope guild.Scope) error {
	if scope.Level != guild.Organisation && scope.Level != guild.Guild {
		return guild.Errorf(guild.CodeInvalid, "a collection belongs to an organisation or to a guild, and %s is of the level %s", scope.Path, scope.Level)
	}
	return nil
}

// Check refuses a definition that cannot be made, with every problem at once.
func (c Collection) Check() error {
	var problems []guild.Problem
	if !collectionForm.MatchString(c.Name) {
		problems = append(problems, guild.Problem{Path: "name", Message: fmt.Sprintf("%q is no name of a collection; use up to 63 lower-case letters, digits, hyphens and underscores, a letter first", c.Name)})
	}
	if tooLong(c.Description, MaxDescription) || strings.ContainsAny(c.Description, "\r\n\x00") {
		problems = append(problems, guild.Problem{Path: "description", Message: fmt.Sprintf("is one line of at most %d characters", MaxDescription)})
	}
	return guild.Invalid("the collection cannot be made", append(problems, c.Columns.problems()...))
}

func (cs Columns) problems() (all []guild.Problem) {
	if len(cs) == 0 || len(cs) > MaxColumns {
		all = append(all, guild.Problem{Path: "columns", Message: fmt.Sprintf("are %d; a collection has 1 to %d", len(cs), MaxColumns)})
	}
	unique := ""
	for i, c := range cs {
		path := fmt.Sprintf("columns[%d]", i)
		all = append(all, c.problems(path)...)
		if _, twice := find(cs[:i], c.Name); twice {
			all = append(all, guild.Problem{Path: path + ".name", Message: fmt.Sprintf("%q is declared twice", c.Name)})
		}
		if c.Unique && unique != "" {
			all = append(all, guild.Problem{Path: path + ".unique", Message: fmt.Sprintf("%q is unique already, and a collection has one unique column at most", unique)})
		}
		if c.Unique && unique == "" {
			unique = c.Name
		}
	}
	return all
}

func tooLong(s string, characters int) bool { return utf8.RuneCountInString(s) > characters }
