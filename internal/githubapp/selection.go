package githubapp

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxRepositories is how many repositories one login can hold: GitHub limits a
// token to that many ids.
const MaxRepositories = 500

// Wanted is a repository as an operator asks for it. Name and DefaultBranch may
// be empty: GitHub's are taken.
type Wanted struct {
	Name          string // "app" or "acme/app"
	URL           string // with or without ".git"
	DefaultBranch string
}

// Selected is a repository of a login's selection.
type Selected struct {
	Name          string
	URL           string
	DefaultBranch string
	GitHubID      int64 // which a rename of the repository or its owner keeps
}

// Select turns what an operator asks for into a selection, with the name, URL and
// id that GitHub gives. reached is what the installation reaches. The error has
// the code CodeInvalid and holds every problem at once.
func Select(wanted []Wanted, reached []Repository) ([]Selected, error) {
	if len(wanted) > MaxRepositories {
		return nil, guild.Errorf(guild.CodeInvalid, "%d repositories are too many for one login; GitHub allows %d", len(wanted), MaxRepositories)
	}
	known := byPlace(reached)
	first := map[int64]int{} // where in wanted a repository stands first
	selected := make([]Selected, 0, len(wanted))
	var problems []guild.Problem
	for n, w := range wanted {
		r, field, complaint := match(w, known)
		if complaint == "" {
			field, complaint = "", repeats(first, r.ID, n)
		}
		if complaint != "" {
			path := strings.TrimSuffix(fmt.Sprintf("repositories[%d].%s", n, field), ".")
			problems = append(problems, guild.Problem{Path: path, Message: complaint})
			continue
		}
		branch := w.DefaultBranch
		if branch == "" {
			branch = r.DefaultBranch
		}
		selected = append(selected, Selected{Name: r.Name, URL: r.URL, DefaultBranch: branch, GitHubID: r.ID})
	}
	if err := guild.Invalid("the repositories cannot be selected", problems); err != nil {
		return nil, err
	}
	return selected, nil
}

// match returns the repository that is asked for, or which field is wrong and
// what would be right.
func match(w Wanted, known map[string]Repository) (r Repository, field, complaint string) {
	at := place(w.URL)
	r, ok := known[strings.ToLower(at)]
	switch {
	case at == "":
		return r, "url", fmt.Sprintf("%q is not the address of a repository, such as https://github.com/acme/app", w.URL)
	case !ok:
		return r, "url", fmt.Sprintf("%s is not among the repositories that the App's installation reaches; let the App reach it on GitHub, or choose another", w.URL)
	case w.Name != "" && !strings.EqualFold(w.Name, r.Name) && !strings.EqualFold(w.Name, r.FullName):
		return r, "name", fmt.Sprintf("%q is not the name of %s, which is %q", w.Name, w.URL, r.Name)
	case w.DefaultBranch != "" && !isBranch(w.DefaultBranch):
		return r, "default_branch", fmt.Sprintf("%q cannot be the name of a branch", w.DefaultBranch)
	}
	return r, "", ""
}

func repeats(first map[int64]int, id int64, n int) string {
	if earlier, ok := first[id]; ok {
		return fmt.Sprintf("is the same repository as repositories[%d]", earlier)
	}
	first[id] = n
	return ""
}

// unfitBranch is what git refuses in the name of a branch (git-check-ref-format),
// and a hyphen at the start, with which git would read it as an option.
var unfitBranch = regexp.MustCompile(`^-|^@$|^/|/$|//|\.\.|@\{|\.$|(^|/)\.|\.lock(/|$)|[\x00-\x20\x7f~^:?*\[\\]`)

func isBranch(name string) bool { return len(name) <= 255 && !unfitBranch.MatchString(name) }
