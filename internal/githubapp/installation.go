package githubapp

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"github.com/guildsbox/guilds/internal/guild"
)

// Installation is the App as one GitHub account has installed it.
type Installation struct {
	// ID is GitHub's. It never leaves the daemon: no API answer, no error and no
	// sandbox holds it.
	ID        int64
	Account   string // the account's login, which becomes the account_hint
	Type      string // "User", "Organization" or "Enterprise", as GitHub writes it
	Suspended bool   // by the account or by GitHub: it gives out no token
}

// wireInstallation is the schema "installation" of GitHub's OpenAPI document, as
// far as the box reads it.
type wireInstallation struct {
	ID      int64 `json:"id"`
	AppID   int64 `json:"app_id"`
	Account *struct {
		Login string `json:"login"`
		Type  string `json:"type"`
		Slug  string `json:"slug"` // an enterprise has this and no login
	} `json:"account"`
	TargetType  string  `json:"target_type"`
	SuspendedAt *string `json:"suspended_at"`
}

func (w wireInstallation) installation() Installation {
	i := Installation{ID: w.ID, Type: w.TargetType, Suspended: w.SuspendedAt != nil}
	if w.Account != nil {
		i.Account = cmp.Or(w.Account.Login, w.Account.Slug)
		i.Type = cmp.Or(w.Account.Type, w.TargetType)
	}
	return i
}

// Installations returns this App's installations that the operator reaches, in
// GitHub's order, suspended ones among them.
func (a *App) Installations(ctx context.Context, token UserToken) ([]Installation, error) {
	var found []Installation
	seen := map[int64]bool{} // one may move to a later page while they are read
	err := a.pages(ctx, request{
		as: token.credential(), path: "user/installations", what: "list the operator's installations",
	}, func(p page) {
		for _, w := range p.Installations {
			if w.AppID == a.id && !seen[w.ID] {
				seen[w.ID] = true
				found = append(found, w.installation())
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Installation returns one installation as the App sees it now. The error wraps
// ErrRemoved where it is gone or another App's. A suspended one is no error.
func (a *App) Installation(ctx context.Context, id int64) (Installation, error) {
	as, err := a.appCredential()
	if err != nil {
		return Installation{}, err
	}
	var w wireInstallation
	err = a.call(ctx, request{
		as: as, method: http.MethodGet, path: installationPath(id), what: "look up the installation",
		hide: strconv.FormatInt(id, 10),
	}, &w)
	switch {
	case answered(err, http.StatusNotFound):
		return Installation{}, removed()
	case err != nil:
		return Installation{}, err
	}
	return w.installation(), nil
}

func installationPath(id int64) string { return "app/installations/" + strconv.FormatInt(id, 10) }

func removed() error {
	e := guild.Errorf(guild.CodeRejected, "the App is no longer installed on the GitHub account; connect again to install it")
	e.Err = ErrRemoved
	return e
}

func suspended() error {
	e := guild.Errorf(guild.CodeRejected, "the installation of the App on the GitHub account is suspended; its owner unsuspends it in the account's settings, under Applications, and then connect again")
	e.Err = ErrRemoved
	return e
}

// Choose decides which installation a login keeps: the specification, "GitHub",
// step 2. reached are the ones of the operator's token and fromCallback the id in
// the address, 0 where there was none, which proves nothing by itself. With pick,
// several could be meant: the operator chooses one, and Choose is asked again
// with its id.
//
// The error has the code CodeDenied where the operator does not reach the
// installation of the address, CodeNotFound where they reach none at all, and
// wraps ErrRemoved for a suspended one.
func Choose(reached []Installation, fromCallback int64) (chosen Installation, pick bool, err error) {
	switch {
	case fromCallback != 0:
		chosen, err = find(reached, fromCallback)
	case len(reached) == 0:
		err = guild.Errorf(guild.CodeNotFound, "the GitHub account that gave its consent reaches no installation of the box's App; install the App, or sign in to GitHub with an account that reaches it")
	case len(reached) > 1:
		pick = true
	default:
		chosen = reached[0]
	}
	if chosen.Suspended {
		return Installation{}, false, suspended()
	}
	return chosen, pick, err
}

func find(reached []Installation, id int64) (Installation, error) {
	for _, i := range reached {
		if i.ID == id {
			return i, nil
		}
	}
	return Installation{}, guild.Errorf(guild.CodeDenied, "the GitHub account that gave its consent does not reach the installation in the address; sign in to GitHub with an account that does, and connect again")
}
