package connector

import (
	"context"

	"github.com/guildsbox/guilds/internal/oauth"
)

// OAuth declares a browser login at a server that is always the same, with a
// client that the operator registers for the box.
type OAuth struct {
	Server oauth.Server

	// ClientID and ClientSecret name the environment variables that hold the
	// box's client.
	ClientID, ClientSecret string

	Scopes []string

	// API is the base address of the service's own API, where that is another
	// than the connector's URL.
	API string
}

// Refused is the cause of an error with which a service's API refused an access
// token: it has expired, or was revoked.
type Refused struct{}

// Error names the status of HTTP that says so.
func (*Refused) Error() string { return "HTTP 401" }

// Folders lets the operator choose the one folder that a login is limited to.
type Folders struct {
	// List returns the folders at the top of each part of the account. One that
	// lies deeper can be chosen by its id.
	List func(context.Context, Account) ([]Folder, error)
	// Check returns the folder with an id. One that is not there, is no folder,
	// or must not be chosen is an error that says so.
	Check func(ctx context.Context, a Account, id string) (Folder, error)
}

// Folder is one folder of an account.
type Folder struct {
	ID    string
	Name  string
	Place string // which part of the account it lies in, in words
}
