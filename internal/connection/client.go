package connection

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/pkg/api"
)

// metadataURL is where a public box serves its client-ID metadata document, and
// so its client ID; empty for a box that is not public.
func (l *Logins) metadataURL() string {
	if !strings.HasPrefix(l.PublicURL, "https://") {
		return ""
	}
	return l.PublicURL + api.GetClientMetadata.Path
}

// ClientMetadata returns that document. A box that is not public has none, with
// the code not_found.
func (l *Logins) ClientMetadata() ([]byte, error) {
	if l.metadataURL() == "" {
		return nil, guild.Errorf(guild.CodeNotFound, "this box has no public https address, so it has no client-ID metadata document")
	}
	return oauth.ClientMetadata(l.metadataURL(), l.PublicURL+api.CompleteLogin.Path), nil
}

// client returns who the box is to an authorization server, in the order of
// decisions.md: the client that an admin registered, the client-ID metadata
// document of a public box, the client that was registered for this redirect
// URI, or a new registration.
func (l *Logins) client(ctx context.Context, a Attempt, server oauth.Server) (oauth.Client, error) {
	known, err := l.clients(ctx, a.Row.ID)
	if err != nil {
		return oauth.Client{}, err
	}
	box := oauth.Box{Configured: known[""].Client, MetadataURL: l.metadataURL(), RedirectURI: a.RedirectURI, Version: api.Version()}
	// A browser that did not come back may be one whose operator gave up, or one to
	// which the server said that it has forgotten the client.
	over := l.HTTP(a.Row.AllowPrivate)
	if kept := known[a.RedirectURI]; !kept.Asked || kept.Issuer == server.Issuer && oauth.Knows(ctx, over, server, kept.Client) {
		box.Registered = kept.Client
	}
	client, err := box.Client(ctx, over, server)
	if err != nil {
		return client, hintOwnClient(err, a)
	}
	if client.ID == box.Configured.ID || client.ID == box.MetadataURL {
		return client, nil
	}
	return client, l.saveClient(ctx, a.Row.ID, a.RedirectURI, keptClient{client, true})
}

// keptClient is a client as it is kept with its server.
type keptClient struct {
	oauth.Client
	// Asked says that a browser was sent off with it and that none has come back
	// since, so that the server may have forgotten it and is asked.
	Asked bool `json:"asked,omitempty"`
}

// answered notes that the server knows a client.
func (l *Logins) answered(ctx context.Context, server guild.ID, c oauth.Client) error {
	known, err := l.clients(ctx, server)
	if err != nil || known[c.RedirectURI].ID != c.ID {
		return err
	}
	return l.saveClient(ctx, server, c.RedirectURI, keptClient{Client: c})
}

// forgotten says what it means that a server does not know a client, or not by
// its secret. A client that an operator made stays for them to put right, and its
// logins with it. One that registered itself has taken its logins with it, and the
// next Connect registers another. It returns err with what else failed.
func (l *Logins) forgotten(ctx context.Context, row connector.Server, c oauth.Client, err error) (over bool, _ error) {
	known, failed := l.clients(ctx, row.ID)
	if failed != nil || row.Declared(l.Seeds).OAuth != nil || known[""].ID == c.ID || c.ID == l.metadataURL() {
		return false, joined(err, failed)
	}
	if known[c.RedirectURI].ID == c.ID {
		failed = l.Store.DropClient(ctx, row.ID, c.RedirectURI)
	}
	return true, joined(err, failed)
}

// hintOwnClient says what to do where the box cannot register itself.
func hintOwnClient(err error, a Attempt) error {
	var e *guild.Error
	if !errors.As(err, &e) || e.Code != guild.CodeUnsupported {
		return err
	}
	return e.WithHint("register a client there with the redirect URI %s, then: guildsctl catalog edit %s --client-id ID --client-secret -", a.RedirectURI, a.Row.Slug)
}

// clients returns the clients that are kept for a server, opened, by redirect
// URI; the admin's own has the empty one.
func (l *Logins) clients(ctx context.Context, server guild.ID) (map[string]keptClient, error) {
	sealed, err := l.Store.Clients(ctx, server)
	if err != nil {
		return nil, err
	}
	known := make(map[string]keptClient, len(sealed))
	for redirectURI, blob := range sealed {
		plain, err := l.Sealer.Open(blob, clientIdentity(server))
		if err != nil {
			return nil, err
		}
		var c keptClient
		if err := json.Unmarshal(plain, &c); err != nil {
			return nil, err
		}
		known[redirectURI] = c
	}
	return known, nil
}

func clientIdentity(server guild.ID) string { return "mcp_servers/" + string(server) }

func (l *Logins) saveClient(ctx context.Context, server guild.ID, redirectURI string, c keptClient) error {
	plain, err := json.Marshal(c)
	if err != nil {
		return err
	}
	sealed, err := l.Sealer.Seal(plain, clientIdentity(server))
	if err != nil {
		return err
	}
	return l.Store.SaveClient(ctx, server, redirectURI, sealed)
}

// SetClient keeps the client that an admin registered for a server; an empty id
// drops it.
func (l *Logins) SetClient(ctx context.Context, server guild.ID, id, secret string) error {
	if id == "" {
		return l.Store.DropClient(ctx, server, "")
	}
	return l.saveClient(ctx, server, "", keptClient{Client: oauth.Client{ID: id, Secret: secret}})
}

// joined returns err, with what else failed on the way for the log.
func joined(err, also error) error {
	if also == nil {
		return err
	}
	return errors.Join(err, also)
}
