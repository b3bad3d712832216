package connector

import (
	"net/http"
	"net/url"
	"strings"
)

// Account is a login as an adapter sees it: how to reach the service, with which
// credential, and what the operator chose for it. The zero Account declares an
// adapter's tools without a login; they must not be called on it.
type Account struct {
	HTTP *http.Client
	Base string // address of the service's API, without a slash at its end

	// Upstream is the address that stands for every host of the service, for tests
	// and demonstrations; empty for the real ones. Base has it already.
	Upstream string

	Token  string            // OAuth access token; empty for a token form
	Fields map[string]string // what the token form asked for; nil for a browser login

	FolderID string // the one folder that the login is limited to
	Coins    []Coin // the coins that are pinned on the login
	Files    Files  // the workspace of the agent that calls
}

// Via returns the account at another host of the same service, by the address of
// its API.
func (a Account) Via(base string) Account {
	a.Base = base
	if a.Upstream != "" {
		a.Base = Rebase(base, a.Upstream)
	}
	return a
}

// Rebase moves an address to another base. A base with a path of its own is the
// whole address.
func Rebase(address, base string) string {
	from, err := url.Parse(address)
	to, err2 := url.Parse(base)
	if err != nil || err2 != nil || strings.Trim(to.Path, "/") != "" {
		return base
	}
	from.Scheme, from.Host = to.Scheme, to.Host
	return from.String()
}
