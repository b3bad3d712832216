package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// driveCommand is the subcommand that the suite runs as its client, with the socket
// of a box; the suite adds the address of its server.
const driveCommand = "drive"

// driven is what the driver prints when all went as the scenario wants it to.
const driven = "as expected"

// given is what a scenario lets its client know beforehand.
type given struct {
	ClientID         string `json:"client_id"`
	ClientSecret     string `json:"client_secret"`
	PrivateKey       string `json:"private_key_pem"`
	IDPClientID      string `json:"idp_client_id"`
	IDPToken         string `json:"idp_id_token"`
	IDPTokenEndpoint string `json:"idp_token_endpoint"`
}

// driver does one scenario through the API of a box.
type driver struct {
	client       *client.Client
	scenario     string
	given        given
	organisation string // id
	server       api.Server
	fields       map[string]string // of the login's form
	scopes       []string          // that the box has asked for
	connection   string            // id of the login
}

func driveMain(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: conformance " + driveCommand + " SOCKET SERVER_URL")
	}
	d := driver{client: client.Unix(args[0]), scenario: os.Getenv("MCP_CONFORMANCE_SCENARIO")}
	if known := os.Getenv("MCP_CONFORMANCE_CONTEXT"); known != "" {
		if err := json.Unmarshal([]byte(known), &d.given); err != nil {
			return fmt.Errorf("MCP_CONFORMANCE_CONTEXT: %w", err)
		}
	}
	if err := d.run(ctx, args[1]); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, driven)
	return err
}

// refusals are the scenarios in which no login may come about, with words that the
// box has to say of it. The suite accepts any failure there.
var refusals = map[string]string{
	"auth/resource-mismatch": "which is not its own address",
	"auth/scope-retry-limit": "asks for the scope mcp:admin",
}

func (d *driver) run(ctx context.Context, url string) error {
	if err := d.add(ctx, url); err != nil {
		return err
	}
	err := d.connect(ctx)
	if words, ok := refusals[d.scenario]; ok {
		return refusedWith(err, words)
	}
	if err != nil {
		return err
	}
	// The suite's server ends only when the box no longer listens to it.
	return errors.Join(d.callAll(ctx), d.disconnect(ctx))
}

func refusedWith(err error, words string) error {
	var p *api.Problem
	if errors.As(err, &p) && strings.Contains(p.Detail, words) {
		return nil
	}
	return fmt.Errorf("the box should have refused the login with the words %q, and came to: %v", words, err)
}

// add adds the suite's server to the catalog, with the client where the scenario
// has registered one.
func (d *driver) add(ctx context.Context, url string) error {
	scopes, err := d.client.ListScopes(ctx, api.ScopeQuery{Path: organisation})
	if err != nil {
		return err
	}
	if len(scopes) != 1 {
		return fmt.Errorf("the box has no organisation %s", organisation)
	}
	d.organisation = scopes[0].ID
	row := api.NewServer{Slug: slug(d.scenario), URL: url, Auth: "none", Published: true}
	fetch, foreign := extensions[d.scenario]
	switch {
	case foreign:
		row.Auth = "token"
		if d.fields, err = d.given.token(ctx, url, fetch); err != nil {
			return err
		}
	case strings.HasPrefix(d.scenario, "auth/"):
		row.Auth = "oauth"
	}
	if d.server, err = d.client.AdminAddServer(ctx, row); err != nil {
		return err
	}
	if foreign || d.given.ClientID == "" {
		return nil
	}
	_, err = d.client.AdminEditServer(ctx, d.server.ID, api.EditServer{ClientID: &d.given.ClientID, ClientSecret: &d.given.ClientSecret})
	return err
}

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

func slug(scenario string) string {
	return "s-" + notInSlug.ReplaceAllString(strings.ToLower(scenario), "-")
}

// connect logs in, and again where the box says that a scope is missing.
func (d *driver) connect(ctx context.Context) error {
	for {
		err := d.login(ctx)
		if err == nil || !d.learn(err.Error()) {
			return err
		}
	}
}

// missing is how the box names a scope that a login lacks.
var missing = regexp.MustCompile(`asks for the scope ([^,]+), which the login`)

// learn takes up the scopes that the box says are missing, and reports whether one
// of them is new: to ask again for what was asked for already helps nobody.
func (d *driver) learn(said string) bool {
	found := missing.FindStringSubmatch(said)
	if found == nil {
		return false
	}
	before := len(d.scopes)
	for _, scope := range strings.Fields(found[1]) {
		if !slices.Contains(d.scopes, scope) {
			d.scopes = append(d.scopes, scope)
		}
	}
	return len(d.scopes) > before
}

// callAll calls every tool that the login lists.
func (d *driver) callAll(ctx context.Context) error {
	tools, err := d.client.ListTools(ctx, api.ToolQuery{ConnectionID: d.connection})
	if err != nil {
		return err
	}
	for _, tool := range tools {
		if err := d.call(ctx, tool.Name); err != nil {
			return err
		}
	}
	return nil
}

// call calls a tool, and once more after a new login where the box says that this
// one lacks a scope.
func (d *driver) call(ctx context.Context, name string) error {
	for {
		detail, err := d.client.GetTool(ctx, name, api.ToolQuery{ConnectionID: d.connection})
		if err != nil {
			return err
		}
		args, err := arguments(detail.InputSchema)
		if err != nil {
			return fmt.Errorf("the schema of %s: %w", name, err)
		}
		result, err := d.client.CallTool(ctx, d.connection, api.ToolCall{Name: name, Arguments: args}, nil)
		switch {
		case err != nil:
			return err
		case !result.Failed:
			return nil
		case !d.learn(result.Text):
			return fmt.Errorf("%s failed: %s", name, result.Text)
		}
		if err := d.disconnect(ctx); err != nil {
			return err
		}
		if err := d.connect(ctx); err != nil {
			return err
		}
	}
}
