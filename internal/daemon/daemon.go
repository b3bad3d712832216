package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/group"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/run"
	"github.com/guildsbox/guilds/internal/seal"
	"github.com/guildsbox/guilds/internal/secret"
	"github.com/guildsbox/guilds/pkg/api"
)

// daemon is what a running guildsd holds. It is put together in start and taken
// apart, in the opposite order, in close.
type daemon struct {
	config   *Config
	log      *slog.Logger
	warnings []string
	api      *localapi.Server
	db       *postgres.DB
	cluster  *postgres.Cluster // nil where the database is not the daemon's own
	sessions *mcpclient.Pool
	models   modelProviders
	vault    *secret.Vault
	hub      *run.Hub
	engine   atomic.Pointer[run.Engine]
	work     workMetrics
	inFlight sync.WaitGroup // requests at work

	redaction *secret.Redaction // what is masked for each agent
	chat      *group.Chat
	closers   []func(context.Context) error
}

// Serve runs the daemon until ctx ends, and then lets calls in flight end within
// the configured time. It returns nil for a clean stop.
func Serve(ctx context.Context, config *Config, log *slog.Logger) (err error) {
	d := &daemon{config: config, log: log, hub: &run.Hub{}, work: newWorkMetrics()}
	defer func() { err = errors.Join(err, d.close()) }()
	d.reportFaults()
	if err := d.start(ctx); ctx.Err() != nil {
		d.log.Info("told to stop before it was ready", "error", err)
		return nil
	} else if err != nil {
		return err
	}
	servers, err := d.listen()
	if err != nil {
		return err
	}
	return d.serve(ctx, servers)
}

// onClose adds a step to what close does.
func (d *daemon) onClose(f func(context.Context) error) { d.closers = append(d.closers, f) }

// closeTimeout bounds each step of taking the daemon apart, once no calls are in
// flight any more.
const closeTimeout = 20 * time.Second

func (d *daemon) close() error {
	var errs []error
	for i := len(d.closers) - 1; i >= 0; i-- {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		errs = append(errs, d.closers[i](ctx))
		cancel()
	}
	return errors.Join(errs...)
}

func (d *daemon) start(ctx context.Context) error {
	started := time.Now()
	release, err := lockState(d.config.StateDir)
	if err != nil {
		return err
	}
	d.onClose(func(context.Context) error { release(); return nil })
	if err := d.openDatabase(ctx); err != nil {
		return err
	}
	sealer, err := unlock(ctx, d.db, d.keySources(), d.log)
	if err != nil {
		return err
	}
	if err := seed(ctx, d.db); err != nil {
		return err
	}
	stop := d.db.Follow(context.WithoutCancel(ctx), d.log, d.hearing())
	d.onClose(func(context.Context) error { stop(); return nil })
	ledger, err := d.openLedger(ctx)
	if err != nil {
		return err
	}
	owner, err := daemonID(d.config.StateDir)
	if err != nil {
		return err
	}
	d.construct(sealer, ledger, owner, started)
	return nil
}

func (d *daemon) keySources() seal.Sources {
	return seal.Sources{Value: string(d.config.MasterKey), CredentialsDir: d.config.CredentialsDir, StateDir: d.config.StateDir}
}

// openDatabase opens the configured database, or the embedded one, with its
// schema brought up to this version.
func (d *daemon) openDatabase(ctx context.Context) error {
	url := string(d.config.DatabaseURL)
	if url == "" {
		cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{Dir: filepath.Join(d.config.StateDir, "postgres"), Logger: d.log})
		if err != nil {
			return err
		}
		d.cluster = cluster
		d.onClose(cluster.Stop)
		url = cluster.URL()
	}
	db, err := postgres.Open(ctx, url, postgres.Options{})
	if err != nil {
		return err
	}
	d.db = db
	d.onClose(func(context.Context) error { db.Close(); return nil })
	taken, err := db.Migrate(ctx)
	if len(taken) > 0 {
		d.log.Info("brought the schema up to date", "steps", len(taken), "last", taken[len(taken)-1].Name)
	}
	return err
}

// construct puts together what serves, from what was opened.
func (d *daemon) construct(sealer *seal.Sealer, ledger *connection.Ledger, owner string, started time.Time) {
	seeds := catalog.Connectors()
	d.sessions = mcpclient.New(mcpclient.Options{
		Logger: d.log, Version: api.Version(), Idle: d.config.SessionIdle, ListChanged: d.listChanged,
	})
	d.onClose(d.sessions.Close)
	logins := &connection.Logins{
		Store: connection.Remember(ledger, d.db.Generation), Sessions: d.sessions, Sealer: sealer, Seeds: seeds, Log: d.log, Cap: d.config.ResultMaxBytes,
		Upstream: func(slug string) (string, bool) { url, ok := d.config.Upstreams[slug]; return url, ok },
		HTTP:     outgoing(), Variable: d.config.Integrations.Value, PublicURL: d.config.PublicBaseURL,
		Files: func(guild.ID) connector.Files { return noSandbox },
	}
	var err error
	if logins.GitHub, err = d.gitHubApp(logins.HTTP(false)); err != nil {
		d.warn(err.Error())
	}
	for slug, url := range d.config.Upstreams {
		d.warn(fmt.Sprintf("%s is reached at %s in place of its real address", slug, url))
	}
	d.models = d.openModels(sealer)
	d.vault = &secret.Vault{Store: d.db, Sealer: sealer}
	d.redaction = d.masked(logins)
	d.chat = d.newChat(logins.HTTP(false))
	offers := d.offers(logins.HTTP(false))
	d.engine.Store(d.newEngine(logins, offers, owner))
	d.api = &localapi.Server{
		DB: d.db, Logins: logins, Seeds: seeds, Natives: offers, Integrations: d.config.Integrations, Metrics: d.newMetrics(), Log: d.log,
		Box: localapi.Box{
			StartedAt: started, StateDir: d.config.StateDir, Embedded: d.config.DatabaseURL == "",
			Sessions: d.sessions.Len, Warnings: func() []string { return d.warnings },
			Settings: d.config.Values(), Advice: d.models.keys.Advice,
		},
		Areas: d.areas(ledger, offers),
	}
}

// noSandbox stands for the workspaces of agents.
const noSandbox = connector.NoFiles("files of an agent live in its sandbox, which this version of guildsd does not yet include")

// outgoing returns the clients for requests that leave the box, one of which may
// reach private addresses.
func outgoing() func(allowPrivate bool) *http.Client {
	clients := map[bool]*http.Client{
		false: egress.NewClient(egress.Options{}),
		true:  egress.NewClient(egress.Options{AllowPrivate: true}),
	}
	return func(allowPrivate bool) *http.Client { return clients[allowPrivate] }
}

// gitHubApp returns the box's GitHub App, nil where it is not set up.
func (d *daemon) gitHubApp(client *http.Client) (*githubapp.App, error) {
	integrations := d.config.Integrations
	if state, _ := integrations.For("github"); state.State != integration.On {
		return nil, nil
	}
	return githubapp.New(githubapp.Config{
		AppID: integrations.Value("GITHUB_APP_ID"), Slug: integrations.Value("GITHUB_APP_SLUG"),
		ClientID: integrations.Value("GITHUB_APP_CLIENT_ID"), ClientSecret: integrations.Value("GITHUB_APP_CLIENT_SECRET"),
		PrivateKey: integrations.Value("GITHUB_APP_PRIVATE_KEY"), Upstream: d.config.Upstreams["github"],
	}, client, time.Now)
}

// warn tells the operator something in the log and in status.
func (d *daemon) warn(text string) {
	d.log.Warn(text)
	d.warnings = append(d.warnings, text)
}

// listChanged notes that a server's tools have changed; the next who looks lists
// them again.
func (d *daemon) listChanged(id guild.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := d.db.MarkStale(ctx, id); err != nil {
		d.log.Error("a changed tool list could not be noted", "connection", id, "error", err)
	}
}
