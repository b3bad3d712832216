package githubapp

import (
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// Check compares a selection with what the installation reaches now. It returns the
// repositories whose name, owner or id has to be stored anew. The error has the code
// CodeRejected and names every repository that is no longer reached.
func Check(selected []Selected, reached []Repository) ([]Granted, error) {
	var changed []Granted
	var lost []RepositoryRef
	for _, s := range selected {
		asked := RepositoryRef{GitHubID: s.GitHubID, URL: s.URL, Name: s.Name}
		i := slices.IndexFunc(reached, asked.is)
		if i < 0 {
			lost = append(lost, asked)
			continue
		}
		if g := (Granted{asked, reached[i]}); g.Renamed() || g.Identified() {
			changed = append(changed, g)
		}
	}
	if len(lost) == 0 {
		return changed, nil
	}
	refusal := unreached(lost)
	refusal.Code = guild.CodeRejected // the login that was asked about is there
	return changed, refusal
}

// is reports whether a repository is the one that is stored: by its id, which a
// rename keeps, and without one by its place.
func (r RepositoryRef) is(now Repository) bool {
	if r.GitHubID != 0 {
		return r.GitHubID == now.ID
	}
	return strings.EqualFold(place(r.URL), place(now.URL))
}
