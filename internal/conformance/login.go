package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/guildsbox/guilds/pkg/api"
)

// login connects the server once: Connect, and where that asks for a browser, what
// the browser does and brings back.
func (d *driver) login(ctx context.Context) error {
	made, err := d.client.Connect(ctx, api.NewConnection{
		ServerID: d.server.ID, ScopeID: d.organisation, Fields: d.fields, Scopes: d.scopes,
	})
	if err != nil {
		return err
	}
	d.connection = made.ID
	if made.AuthorizationURL == "" {
		return nil
	}
	back, err := visit(ctx, made.AuthorizationURL)
	if err != nil {
		return err
	}
	done, err := d.client.CompleteLogin(ctx, back)
	if err == nil && done.Connection.Status != "connected" {
		err = fmt.Errorf("the callback left the login %s: %s", done.Connection.Status, done.Message)
	}
	return err
}

func (d *driver) disconnect(ctx context.Context) error {
	_, err := d.client.Disconnect(ctx, d.connection, false)
	return err
}

// visit is the browser: the suite's authorization server asks nobody and sends it
// straight back. It returns what it would bring to the redirect URI, where it does
// not go.
func visit(ctx context.Context, address string) (url.Values, error) {
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := browser.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		return nil, fmt.Errorf("the authorization endpoint answered %s and sent the browser nowhere", resp.Status)
	}
	if want := req.URL.Query().Get("redirect_uri"); !strings.HasPrefix(to.String(), want+"?") {
		return nil, fmt.Errorf("the authorization endpoint sent the browser to %s, and not to %s", to, want)
	}
	return to.Query(), nil
}
