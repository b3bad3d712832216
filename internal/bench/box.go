package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// box is a running guildsd on its embedded database, with one agent in it.
type box struct {
	*process
	client              *client.Client
	stateDir            string
	provider            *provider // its agents' model
	organisation, agent string    // ids
	guild               string
	logins              map[string]login // by the server's address
	servers             int              // how many were added
	readyMB             float64          // what it held in memory when it was ready
}

// box returns the run's daemon, and starts it for the first who asks.
func (b *bench) box(ctx context.Context) (*box, error) {
	if b.started != nil {
		return b.started, nil
	}
	program, err := b.build(ctx, b.root, "./cmd/guildsd", "guildsd")
	if err != nil {
		return nil, err
	}
	x := &box{stateDir: filepath.Join(b.dir, "state"), logins: map[string]login{}}
	if err := os.Mkdir(x.stateDir, 0o711); err != nil {
		return nil, err
	}
	socket := filepath.Join(b.dir, "guildsd.sock")
	cmd := exec.Command(program, "--state-dir", x.stateDir, "--socket", socket)
	// A GUILDS_ variable of the caller's shell may speak of another box.
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(v string) bool { return strings.HasPrefix(v, "GUILDS_") })
	if x.provider, err = b.startProvider(); err != nil {
		return nil, err
	}
	cmd.Env = append(cmd.Env, "OPENROUTER_BASE_URL="+x.provider.OpenRouter(), "OPENROUTER_API_KEY=bench")
	b.say("starting guildsd")
	if x.process, err = b.launch("guildsd", cmd); err != nil {
		return nil, err
	}
	b.onClose(func() error { x.stop(); return nil })
	x.client = client.Unix(socket)
	if err := x.await(ctx, func() bool { _, err := x.client.GetReadiness(ctx); return err == nil }); err != nil {
		return nil, err
	}
	if x.readyMB, err = residentMB(x.pid()); err != nil {
		return nil, err
	}
	b.started = x
	return x, x.makeAgent(ctx)
}

// makeAgent makes an agent with all that is above it.
func (x *box) makeAgent(ctx context.Context) error {
	var ids []string
	parent := string(guild.PlatformID)
	for _, slug := range []string{"acme", "research", "scout"} {
		made, err := x.client.CreateScope(ctx, api.NewScope{ParentID: parent, Slug: slug})
		if err != nil {
			return err
		}
		parent = made.ID
		ids = append(ids, made.ID)
	}
	x.organisation, x.guild, x.agent = ids[0], ids[1], ids[2]
	return nil
}

// login is a connection of the agent's organisation, with its tool echo.
type login struct{ id, tool string }

// login returns the box's login for the server at url, and makes it for the first
// who asks: with a token, so that there is a secret to redact.
func (x *box) login(ctx context.Context, url string) (login, error) {
	if l, ok := x.logins[url]; ok {
		return l, nil
	}
	slug := fmt.Sprintf("server%d", x.servers)
	x.servers++
	added, err := x.client.AdminAddServer(ctx, api.NewServer{Slug: slug, URL: url, Auth: "token", Published: true})
	if err != nil {
		return login{}, err
	}
	made, err := x.client.Connect(ctx, api.NewConnection{
		ServerID: added.ID, ScopeID: x.organisation, Fields: map[string]string{"token": "bench-" + rand.Text()},
	})
	if err != nil {
		return login{}, err
	}
	x.logins[url] = login{id: made.ID, tool: slug + "_echo"}
	return x.logins[url], nil
}

// logout ends the login for a server that goes away, so that no later measurement
// has the box look for it.
func (x *box) logout(ctx context.Context, url string) error {
	_, err := x.client.Disconnect(ctx, x.logins[url].id, false)
	delete(x.logins, url)
	return err
}

// databaseProcesses are those of the embedded PostgreSQL that serves the box.
func (x *box) databaseProcesses() ([]int, error) {
	path := filepath.Join(x.stateDir, "postgres", "data", "postmaster.pid")
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return nil, fmt.Errorf("%s does not begin with a process: %w", path, err)
	}
	return family(pid), nil
}
