package githubapp

import (
	"context"
	"net/url"
	"strings"
)

// Repository is a repository as GitHub describes it now.
type Repository struct {
	ID            int64
	Name          string // "app"
	FullName      string // "acme/app"
	Owner         string // "acme"
	Private       bool
	DefaultBranch string
	URL           string // for git, "https://github.com/acme/app.git"
}

// wireRepository is the schema "repository" of GitHub's OpenAPI document, as far
// as the box reads it.
type wireRepository struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	FullName string `json:"full_name"`
	Owner    struct {
		Login string `json:"login"`
	} `json:"owner"`
	Private       bool   `json:"private"`
	DefaultBranch string `json:"default_branch"`
	CloneURL      string `json:"clone_url"`
}

func (w wireRepository) repository() Repository {
	return Repository{
		ID: w.ID, Name: w.Name, FullName: w.FullName, Owner: w.Owner.Login,
		Private: w.Private, DefaultBranch: w.DefaultBranch, URL: w.CloneURL,
	}
}

// Repositories returns what an installation reaches, in GitHub's order. The token
// that it mints for the question reads metadata and nothing else. Errors are
// those of Mint.
func (a *App) Repositories(ctx context.Context, installationID int64) ([]Repository, error) {
	token, err := a.token(ctx, installationID, grant{Permissions: map[string]string{"metadata": "read"}})
	if err != nil {
		return nil, err
	}
	var found []Repository
	seen := map[int64]bool{} // one may move to a later page while they are read
	err = a.pages(ctx, request{
		as: InstallationToken{token.Token}.credential(), path: "installation/repositories",
		what: "list the repositories of the installation",
	}, func(p page) {
		for _, w := range p.Repositories {
			if !seen[w.ID] {
				seen[w.ID] = true
				found = append(found, w.repository())
			}
		}
	})
	if err != nil {
		return nil, a.whetherRemoved(ctx, installationID, err)
	}
	return found, nil
}

// place returns host, owner and name of a repository's address, which are the
// same with and without ".git", or "" where there is none. GitHub compares them
// without regard to case; a change of case is a rename all the same.
func place(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	path := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	if strings.Count(path, "/") != 1 {
		return ""
	}
	return strings.ToLower(u.Host) + "/" + path
}

// byPlace finds repositories under their place in lower case.
func byPlace(repositories []Repository) map[string]Repository {
	found := make(map[string]Repository, len(repositories))
	for _, r := range repositories {
		found[strings.ToLower(place(r.URL))] = r
	}
	return found
}
