package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/guildsbox/guilds/internal/catalog"
	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/githubapp"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/integration"
	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/seal"
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
	inFlight sync.WaitGroup // requests at work
	closers  []func(context.Context) error
}

// Serve runs the daemon until ctx ends, and then lets calls in flight end within
// the configured time. It returns nil for a clean stop.
func Serve(ctx context.Context, config *Config, log *slog.Logger) (err error) {
	d := &daemon{config: config, log: log}
	defer func() { err = errors.Join(err, d.close()) }()
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
	stop := d.db.Follow(context.WithoutCancel(ctx), d.log)
	d.onClose(func(context.Context) error { stop(); return nil })
	ledger, err := d.openLedger(ctx)
	if err != nil {
		return err
	}
	d.construct(sealer, ledger, started)
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
func (d *daemon) construct(sealer *seal.Sealer, ledger *connection.Ledger, started time.Time) {
	seeds := catalog.Connectors()
	d.sessions = mcpclient.New(mcpclient.Options{
		Logger: d.log, Version: api.Version(), Idle: d.config.SessionIdle, ListChanged: d.listChanged,
	})
	d.onClose(d.sessions.Close)
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "guilds_mcp_sessions", Help: "Open MCP sessions."},
			func() float64 { return float64(d.sessions.Len()) }),
	)
	logins := &connection.Logins{
		Store: connection.Remember(ledger, d.db.Generation), Sessions: d.sessions, Sealer: sealer, Seeds: seeds, Log: d.log, Cap: d.config.ResultMaxBytes,
		Upstream: func(slug string) (string, bool) { url, ok := d.config.Upstreams[slug]; return url, ok },
		HTTP:     outgoing(), Variable: d.config.Integrations.Value, PublicURL: d.config.PublicBaseURL,
	}
	var err error
	if logins.GitHub, err = d.gitHubApp(logins.HTTP(false)); err != nil {
		d.warn(err.Error())
	}
	for slug, url := range d.config.Upstreams {
		d.warn(fmt.Sprintf("%s is reached at %s in place of its real address", slug, url))
	}
	d.api = &localapi.Server{
		DB: d.db, Logins: logins, Seeds: seeds, Integrations: d.config.Integrations, Metrics: metrics, Log: d.log,
		Box: localapi.Box{
			StartedAt: started, StateDir: d.config.StateDir, Embedded: d.config.DatabaseURL == "",
			Sessions: d.sessions.Len, Warnings: func() []string { return d.warnings },
			Settings: d.config.Values(),
		},
	}
}

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

// bound is an HTTP server with what it listens on.
type bound struct {
	server   *http.Server
	listener net.Listener
}

// listen opens the socket, and the TCP address where one is configured.
func (d *daemon) listen() ([]bound, error) {
	gid := groupID()
	socket, err := listenUnix(d.config.Socket, gid)
	if err != nil {
		return nil, err
	}
	handler := d.counted(d.api.Handler())
	servers := []bound{{d.server(d.api.Socket(handler, mayConnect(gid))), socket}}
	if callback := d.listenCallback(); callback != nil {
		servers = append(servers, bound{d.server(d.api.Browsers(handler)), callback})
	}
	if d.config.Listen == "" {
		return servers, nil
	}
	tcp, err := listenTCP(d.config.Listen)
	if err != nil {
		return nil, errors.Join(err, socket.Close())
	}
	if text := plainTCP(tcp); text != "" {
		d.warn(text)
	}
	return append(servers, bound{d.server(d.api.Tokens(handler)), tcp}), nil
}

// listenCallback opens the address at which browsers on this machine end a login.
// Without it the daemon works on: only logins that need it are refused.
func (d *daemon) listenCallback() net.Listener {
	if d.config.CallbackListen == "" {
		return nil
	}
	listener, err := listenTCP(d.config.CallbackListen)
	if err != nil {
		d.warn(err.Error() + "; browser logins need PUBLIC_BASE_URL or another callback_listen")
		return nil
	}
	d.api.Box.Callback = "http://" + listener.Addr().String()
	return listener
}

// counted counts the requests at work. A server that is closed does not wait for
// them, and a call that is cut off is still to be written down.
func (d *daemon) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.inFlight.Add(1)
		defer d.inFlight.Done()
		next.ServeHTTP(w, r)
	})
}

// server has no write timeout: a tool call may take minutes, and its caller's
// context ends it.
func (d *daemon) server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ConnContext: localapi.RememberPeer,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(d.log.Handler(), slog.LevelDebug),
	}
}

func (d *daemon) serve(ctx context.Context, servers []bound) error {
	failed := make(chan error, len(servers))
	for _, b := range servers {
		go func() { failed <- b.server.Serve(b.listener) }()
		d.log.Info("listening", "address", b.listener.Addr().String())
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	go feedWatchdog(work, d.log, selfCheck(d.config.Socket))
	chores := d.doChores(work)
	defer chores.Wait()
	defer stop()
	notify(d.log, sd.SdNotifyReady)
	d.log.Info("ready", "version", api.Version(), "state", d.config.StateDir)
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	notify(d.log, sd.SdNotifyStopping)
	d.log.Info("stopping", "calls in flight get", d.config.ShutdownTimeout)
	return errors.Join(err, d.shutdown(servers))
}

// shutdown stops taking requests, waits for those in flight, and ends those that
// take longer than they are given.
func (d *daemon) shutdown(servers []bound) error {
	ctx, cancel := context.WithTimeout(context.Background(), d.config.ShutdownTimeout)
	defer cancel()
	done := make(chan error, len(servers))
	for _, b := range servers {
		go func() {
			err := b.server.Shutdown(ctx)
			if errors.Is(err, context.DeadlineExceeded) {
				d.log.Warn("calls in flight were ended", "after", d.config.ShutdownTimeout)
				err = b.server.Close()
			}
			done <- err
		}()
	}
	var errs []error
	for range servers {
		errs = append(errs, <-done)
	}
	d.awaitRequests()
	return errors.Join(errs...)
}

// awaitRequests waits for those at work, whose connections are closed by now.
func (d *daemon) awaitRequests() {
	over := make(chan struct{})
	go func() {
		d.inFlight.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-time.After(closeTimeout):
		d.log.Error("requests do not end", "after", closeTimeout)
	}
}

// keepCalls is how long records of tool calls are kept.
const keepCalls = 30 * 24 * time.Hour

// chores are what the daemon does by itself, each at its start and then at its
// interval. Each is safe to do on several daemons at once.
var chores = []struct {
	name  string
	every time.Duration
	do    func(context.Context, *daemon) error
}{
	{"keep the embedded database running", 5 * time.Second, func(ctx context.Context, d *daemon) error {
		if d.cluster == nil {
			return nil
		}
		return d.cluster.Keep(ctx)
	}},
	{"delete old records of tool calls", 24 * time.Hour, func(ctx context.Context, d *daemon) error {
		_, err := d.db.PruneCalls(ctx, keepCalls)
		return err
	}},
	{"delete browser logins that nobody completed", time.Minute, func(ctx context.Context, d *daemon) error {
		_, err := d.db.SweepFlows(ctx)
		return err
	}},
	{"refresh logins that nobody used for a day", time.Hour, func(ctx context.Context, d *daemon) error {
		return d.api.Logins.RefreshIdle(ctx)
	}},
}

// doChores does each chore until ctx ends.
func (d *daemon) doChores(ctx context.Context) *sync.WaitGroup {
	var running sync.WaitGroup
	for _, chore := range chores {
		running.Go(func() {
			tick := time.NewTicker(chore.every)
			defer tick.Stop()
			for {
				if err := chore.do(ctx, d); err != nil && ctx.Err() == nil {
					d.log.Error("a chore failed", "chore", chore.name, "error", err)
				}
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			}
		})
	}
	return &running
}
