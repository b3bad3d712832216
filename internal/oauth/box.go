package oauth

import (
	"context"
	"net/http"

	"github.com/guildsbox/guilds/internal/guild"
)

// Box is what the box has to offer a server that must know its client.
type Box struct {
	Configured  Client // registered by an admin by hand; zero for none
	MetadataURL string // where the box serves ClientMetadata to the public; empty where it does not
	Registered  Client // what Register returned last for this MCP server; zero for none
	RedirectURI string // where the browser comes back to
	Version     string // of the box
}

// Client returns the client with which the box logs in at s: the configured one,
// else the address of its metadata where s takes one, else the registered one
// where it is still right, else one that is registered now. The caller keeps what
// was registered, and keeps the one before it as long as a login needs it. To
// register afresh, which helps where s has forgotten a client, leave Registered
// empty. The error has the code CodeUnsupported where none of them will do, and
// says what to register where.
func (b Box) Client(ctx context.Context, client *http.Client, s Server) (Client, error) {
	switch {
	case b.Configured.ID != "":
		return b.configured(s)
	case b.MetadataURL != "" && s.ClientIDMetadata:
		return Client{ID: b.MetadataURL, AuthMethod: authNone, Issuer: s.Issuer, RedirectURI: b.RedirectURI}, nil
	case b.Registered.ID != "" && b.Registered.Issuer == s.Issuer && b.Registered.RedirectURI == b.RedirectURI:
		return b.Registered, nil
	}
	return Register(ctx, client, s, b.RedirectURI, b.Version)
}

// configured refuses to show the admin's secret to another server than the one
// it was registered at.
func (b Box) configured(s Server) (Client, error) {
	c := b.Configured
	if c.Issuer != "" && c.Issuer != s.Issuer {
		return Client{}, guild.Errorf(guild.CodeUnsupported, "the configured client was registered at %s, and logins now go through %s; register a client there with the redirect URI %s, and configure it instead", short(c.Issuer), short(s.Issuer), b.RedirectURI)
	}
	c.Issuer, c.RedirectURI = s.Issuer, b.RedirectURI
	return c.resolved(s)
}
