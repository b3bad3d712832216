package githubapp

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// RepositoryRef is a repository as the box has stored it.
type RepositoryRef struct {
	GitHubID int64 // 0 where none was stored
	URL      string
	Name     string // for errors, where the URL is not that of a repository
}

// String returns "acme/app", or what else is known where the URL is of another form.
func (r RepositoryRef) String() string {
	_, path, _ := strings.Cut(place(r.URL), "/")
	return cmp.Or(path, r.Name, r.URL)
}

// Granted is a repository that a token reaches: as it was asked for, and as
// GitHub has it now.
type Granted struct {
	Asked RepositoryRef
	Now   Repository
}

// Renamed reports whether GitHub has changed the repository's name or owner, so
// that Now.URL has to replace what is stored, on the guild's repository and in
// the login's selection.
func (g Granted) Renamed() bool { return place(g.Asked.URL) != place(g.Now.URL) }

// Identified reports whether the id was found by the name and has to be stored.
func (g Granted) Identified() bool { return g.Asked.GitHubID == 0 }

// Minted is an installation token with what it reaches.
type Minted struct {
	Token        InstallationToken
	ExpiresAt    time.Time // an hour after it was made
	Repositories []Granted // one for each that was asked for, in that order
}

// grant is the body that asks for a token.
type grant struct {
	RepositoryIDs []int64           `json:"repository_ids,omitempty"`
	Permissions   map[string]string `json:"permissions"`
}

// wireToken is the schema "installation-token" of GitHub's OpenAPI document, as
// far as the box reads it.
type wireToken struct {
	Token        string           `json:"token"`
	ExpiresAt    time.Time        `json:"expires_at"`
	Repositories []wireRepository `json:"repositories"`
}

// Mint makes a token that reaches the given repositories, at least one and at
// most MaxRepositories, and may write contents and pull requests: the
// specification, "GitHub", "Tokens".
//
// The error wraps ErrRemoved where the installation was removed or suspended. It
// has the code CodeNotFound and names the repositories where the installation no
// longer reaches some.
func (a *App) Mint(ctx context.Context, installationID int64, repos []RepositoryRef) (Minted, error) {
	// GitHub takes a request without ids for one for every repository.
	if len(repos) == 0 || len(repos) > MaxRepositories {
		return Minted{}, guild.Errorf(guild.CodeInvalid, "a token reaches 1 to %d repositories, not %d", MaxRepositories, len(repos))
	}
	ids, err := a.identify(ctx, installationID, repos)
	if err != nil {
		return Minted{}, err
	}
	token, err := a.token(ctx, installationID, grant{
		RepositoryIDs: slices.Compact(slices.Sorted(slices.Values(ids))),
		Permissions:   map[string]string{"contents": "write", "pull_requests": "write"},
	})
	if answered(err, http.StatusUnprocessableEntity) {
		err = a.unprocessable(ctx, installationID, repos, ids, err)
	}
	if err != nil {
		return Minted{}, err
	}
	return minted(token, repos, ids)
}

// token asks for an installation token.
func (a *App) token(ctx context.Context, installationID int64, g grant) (wireToken, error) {
	as, err := a.appCredential()
	if err != nil {
		return wireToken{}, err
	}
	var token wireToken
	err = a.call(ctx, request{
		as: as, method: http.MethodPost, path: installationPath(installationID) + "/access_tokens",
		what: "make a token for the installation", body: g, hide: strconv.FormatInt(installationID, 10),
	}, &token)
	switch {
	case err != nil:
		return wireToken{}, a.whetherRemoved(ctx, installationID, err)
	case token.Token == "" || token.ExpiresAt.IsZero():
		return wireToken{}, guild.Errorf(guild.CodeUpstream, "GitHub made a token for the installation and did not send it whole; try again later")
	}
	return token, nil
}

// whetherRemoved finds out whether a refusal means that the installation is gone
// or suspended. 404 says so by itself. 403 has other reasons too, of which some
// pass, and a login is not to be lost to one: unless GitHub's words are plain, the
// installation is looked up.
func (a *App) whetherRemoved(ctx context.Context, installationID int64, err error) error {
	switch {
	case answered(err, http.StatusNotFound):
		return removed()
	case !answered(err, http.StatusForbidden):
		return err
	case says(err, "installation has been suspended"):
		return suspended()
	}
	now, lookup := a.Installation(ctx, installationID)
	switch {
	case errors.Is(lookup, ErrRemoved):
		return lookup
	case now.Suspended:
		return suspended()
	}
	return err
}

// identify returns the id of each repository. One that is stored without gets the
// one that GitHub lists under its name.
func (a *App) identify(ctx context.Context, installationID int64, repos []RepositoryRef) ([]int64, error) {
	ids := make([]int64, len(repos))
	for n, r := range repos {
		ids[n] = r.GitHubID
	}
	if !slices.Contains(ids, 0) {
		return ids, nil
	}
	reached, err := a.Repositories(ctx, installationID)
	if err != nil {
		return nil, err
	}
	known := byPlace(reached)
	var missing []RepositoryRef
	for n, r := range repos {
		if ids[n] != 0 {
			continue
		}
		if ids[n] = known[strings.ToLower(place(r.URL))].ID; ids[n] == 0 {
			missing = append(missing, r)
		}
	}
	if len(missing) > 0 {
		return nil, unreached(missing)
	}
	return ids, nil
}

// unprocessable explains a 422, which says neither which repository is out of
// reach nor which permission is missing.
func (a *App) unprocessable(ctx context.Context, installationID int64, repos []RepositoryRef, ids []int64, refused error) error {
	if says(refused, "permissions") {
		return guild.Errorf(guild.CodeRejected, "the installation does not give the App write access to contents and pull requests; set both to read and write in the App's settings, and let the account's owner accept the new permissions on GitHub")
	}
	reached, err := a.Repositories(ctx, installationID)
	if err != nil {
		return err
	}
	var missing []RepositoryRef
	for n, id := range ids {
		if !slices.ContainsFunc(reached, func(r Repository) bool { return r.ID == id }) {
			missing = append(missing, repos[n])
		}
	}
	if len(missing) == 0 {
		return refused
	}
	return unreached(missing)
}

func unreached(missing []RepositoryRef) *guild.Error {
	names := make([]string, len(missing))
	for n, r := range missing {
		names[n] = r.String()
	}
	return guild.Errorf(guild.CodeNotFound, "the App's installation on GitHub does not reach %s", strings.Join(names, ", ")).
		WithHint("let the App reach it in the GitHub account's settings, under Applications, or take it out of the selection")
}

func minted(token wireToken, repos []RepositoryRef, ids []int64) (Minted, error) {
	now := make(map[int64]Repository, len(token.Repositories))
	for _, w := range token.Repositories {
		now[w.ID] = w.repository()
	}
	m := Minted{Token: InstallationToken{token.Token}, ExpiresAt: token.ExpiresAt}
	for n, r := range repos {
		found, ok := now[ids[n]]
		if !ok {
			return Minted{}, guild.Errorf(guild.CodeUpstream, "GitHub made a token for %s and did not name it in its answer; try again later", r)
		}
		m.Repositories = append(m.Repositories, Granted{Asked: r, Now: found})
	}
	return m, nil
}
