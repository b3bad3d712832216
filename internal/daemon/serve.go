package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"

	"github.com/guildsbox/guilds/internal/localapi"
	"github.com/guildsbox/guilds/pkg/api"
)

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
	stopJobs, err := d.startJobs(ctx)
	if ctx.Err() != nil {
		d.log.Info("told to stop before it worked", "error", err)
		err = nil
	}
	if stopJobs == nil {
		return errors.Join(err, d.shutdown(servers))
	}
	notify(d.log, sd.SdNotifyReady)
	d.log.Info("ready", "version", api.Version(), "state", d.config.StateDir)
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	notify(d.log, sd.SdNotifyStopping)
	d.log.Info("stopping", "calls in flight get", d.config.ShutdownTimeout)
	d.hub.Close()
	ended := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.config.ShutdownTimeout)
		defer cancel()
		ended <- stopJobs(ctx)
	}()
	return errors.Join(err, d.shutdown(servers), <-ended)
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
