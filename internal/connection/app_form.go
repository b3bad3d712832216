package connection

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"

	"golang.org/x/oauth2"

	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
)

// appForm is the installation of the box's GitHub App (specification, "GitHub").
type appForm struct{ logins *Logins }

// keptApp is what a callback of the App's login needs.
type keptApp struct {
	// Verifier belongs to an authorization. It is empty while the browser is at
	// the installation page, whose codes have no challenge.
	Verifier string `json:"verifier,omitempty"`
	// Installation is the one that GitHub's setup redirect named; it names none
	// after the authorization that follows. Until then it proves nothing.
	Installation int64 `json:"installation,omitempty"`
	// Reached are the installations that the operator has proved to reach, while
	// they choose among them. The token that proved it is gone by then.
	Reached []githubapp.Installation `json:"reached,omitempty"`
}

// ChoiceField is the field of a form with the choice of the operator. No callback
// of GitHub's has it.
const ChoiceField = "choice"

func (f appForm) begin(_ context.Context, a Attempt, state string) (string, any, error) {
	app, err := f.logins.gitHub()
	if err != nil {
		return "", nil, err
	}
	if !a.Reuse {
		return app.InstallURL(state), keptApp{}, nil
	}
	address, keep := authorize(app, a, state, keptApp{})
	return address, keep, nil
}

// authorize returns where the browser goes to prove what the operator reaches.
func authorize(app *githubapp.App, a Attempt, state string, keep keptApp) (string, keptApp) {
	keep.Verifier = oauth2.GenerateVerifier()
	return app.AuthorizeURL(state, a.RedirectURI, oauth2.S256ChallengeFromVerifier(keep.Verifier)), keep
}

func (f appForm) finish(ctx context.Context, a Attempt, state string, kept json.RawMessage, q url.Values) (finished, error) {
	app, err := f.logins.gitHub()
	if err != nil {
		return finished{}, err
	}
	var keep keptApp
	if err := json.Unmarshal(kept, &keep); err != nil {
		return finished{}, err
	}
	if q.Has(ChoiceField) {
		return picked(keep, q.Get(ChoiceField))
	}
	back, err := githubapp.ReadCallback(q)
	if err != nil {
		return finished{}, err
	}
	switch back.Step {
	case githubapp.StepAwait:
		return finished{}, guild.Errorf(guild.CodeDenied, "an administrator of the account must approve the App first").
			WithHint("connect again after they have approved it")
	case githubapp.StepAuthorize:
		next, keep := authorize(app, a, state, keptApp{Installation: back.InstallationID})
		encoded, err := json.Marshal(keep)
		return finished{next: next, keep: encoded}, err
	}
	return f.exchange(ctx, app, a, state, keep, back)
}

// exchange proves with the code which installations the operator reaches. The
// token that tells is discarded whatever it tells.
func (f appForm) exchange(ctx context.Context, app *githubapp.App, a Attempt, state string, keep keptApp, back githubapp.Callback) (finished, error) {
	verifier := keep.Verifier
	if back.Installed {
		verifier = "" // GitHub's installation page takes no challenge
	}
	token, err := app.Exchange(ctx, back.Code, a.RedirectURI, verifier)
	if err != nil {
		return finished{}, err
	}
	defer func() {
		if err := app.Discard(ctx, token); err != nil {
			f.logins.Log.Warn("the operator's token at GitHub could not be discarded; it runs out by itself", "error", err)
		}
	}()
	reached, err := app.Installations(ctx, token)
	if err != nil {
		return finished{}, err
	}
	if back.InstallationID == 0 {
		back.InstallationID = keep.Installation
	}
	chosen, pick, err := githubapp.Choose(reached, back.InstallationID)
	if err != nil {
		return finished{}, err
	}
	if !pick {
		return installed(chosen), nil
	}
	return ask(reached, app.InstallURL(state))
}

// ask lets the operator choose among several installations, or install the App on
// another account, which ends in a callback with the same state. Where all are
// suspended there is nothing to choose.
func ask(reached []githubapp.Installation, elsewhere string) (finished, error) {
	choices := choicesOf(reached)
	if len(choices) == 0 {
		_, _, err := githubapp.Choose(reached[:1], 0)
		return finished{}, err
	}
	keep, err := json.Marshal(keptApp{Reached: reached})
	return finished{choices: choices, elsewhere: elsewhere, keep: keep}, err
}

func installed(i githubapp.Installation) finished {
	return finished{credential: &credential{Installation: i.ID}, hint: i.Account, listing: Listing{FreshFor: FreshFor}}
}

// picked is the installation that the operator chose by its place among those that
// were proved. Its id is not for the page: it stays in the daemon.
func picked(keep keptApp, choice string) (finished, error) {
	at, err := strconv.Atoi(choice)
	if err != nil || at < 0 || at >= len(keep.Reached) {
		return finished{}, guild.Errorf(guild.CodeInvalid, "%q is none of the accounts that could be chosen", choice)
	}
	chosen, _, err := githubapp.Choose(keep.Reached[at:at+1], 0)
	if err != nil {
		return finished{}, err
	}
	return installed(chosen), nil
}

func choicesOf(reached []githubapp.Installation) []Choice {
	var choices []Choice
	for at, i := range reached {
		if !i.Suspended {
			choices = append(choices, Choice{ID: strconv.Itoa(at), Label: i.Account, Detail: i.Type})
		}
	}
	return choices
}
