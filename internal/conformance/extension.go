package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/oauth"
	"github.com/guildsbox/guilds/internal/oauth/extension"
)

// fetch gets a token without a person, by what a scenario lets its client know.
type fetch func(context.Context, *http.Client, oauth.Server, given) (oauth.Token, error)

// extensions are the scenarios of MCP extensions for logins without a person. The
// product sells none, so only the driver reaches them: it gets the token with the
// box's own code, and hands it to the box in a token form, which lists and calls
// with it as with any other.
var extensions = map[string]fetch{
	"auth/client-credentials-basic":       clientCredentials,
	"auth/client-credentials-jwt":         signedCredentials,
	"auth/cross-app-access-complete-flow": crossApp,
}

const byExtension = "an extension: the driver gets the token by internal/oauth/extension, which the product offers nobody"

// notes are what to know of scenarios that pass.
var notes = map[string]string{
	"auth/client-credentials-basic":       byExtension,
	"auth/client-credentials-jwt":         byExtension,
	"auth/cross-app-access-complete-flow": byExtension,
}

// token fills in the token form of a server.
func (g given) token(ctx context.Context, url string, get fetch) (map[string]string, error) {
	client := egress.NewClient(egress.Options{})
	server, err := oauth.Discover(ctx, client, url, oauth.Challenge{})
	if err != nil {
		return nil, err
	}
	token, err := get(ctx, client, server, g)
	return map[string]string{"token": token.Access}, err
}

func (g given) client() oauth.Client { return oauth.Client{ID: g.ClientID, Secret: g.ClientSecret} }

func clientCredentials(ctx context.Context, client *http.Client, s oauth.Server, g given) (oauth.Token, error) {
	return extension.ClientCredentials(ctx, client, s, g.client())
}

func signedCredentials(ctx context.Context, client *http.Client, s oauth.Server, g given) (oauth.Token, error) {
	block, _ := pem.Decode([]byte(g.PrivateKey))
	if block == nil {
		return oauth.Token{}, errors.New("private_key_pem is no PEM block")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return oauth.Token{}, err
	}
	signer, ok := key.(*ecdsa.PrivateKey)
	if !ok {
		return oauth.Token{}, errors.New("private_key_pem is no ECDSA key")
	}
	return extension.SignedCredentials(ctx, client, s, g.ClientID, signer)
}

func crossApp(ctx context.Context, client *http.Client, s oauth.Server, g given) (oauth.Token, error) {
	who := extension.Identity{TokenEndpoint: g.IDPTokenEndpoint, ClientID: g.IDPClientID, IDToken: g.IDPToken}
	return extension.CrossApp(ctx, client, s, g.client(), who)
}
