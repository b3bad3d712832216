package daemon

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"github.com/getsentry/sentry-go"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

// reports passes records of the log on, and sends the faults of the box among them
// to Sentry. What leaves the box says where and of which kind a fault is, and
// nothing of what was being done: no message of an error, no argument, no name.
type reports struct {
	slog.Handler
	client *sentry.Client
	tags   map[string]string // of the logger, see tagged
}

// reportTimeout bounds the sending of one report.
const reportTimeout = 10 * time.Second

// reportTo returns log with reports of faults sent to the project of a DSN, and what
// waits for those that are on their way. Without a DSN it returns log, and nothing
// is sent anywhere. The error repeats nothing of the DSN.
func reportTo(dsn string, log *slog.Logger) (*slog.Logger, func(context.Context) error, error) {
	sent := func(context.Context) error { return nil }
	if dsn == "" {
		return log, sent, nil
	}
	client, err := sentry.NewClient(sentry.ClientOptions{
		Dsn: dsn, Release: "guildsd@" + api.Version(), Environment: "production", MaxBreadcrumbs: -1, DisableClientReports: true,
		// Without them the SDK adds the machine, its environment and all modules.
		Integrations: func([]sentry.Integration) []sentry.Integration { return nil },
		BeforeSend: func(e *sentry.Event, _ *sentry.EventHint) *sentry.Event {
			e.ServerName = ""
			return e
		},
		HTTPClient: &http.Client{Timeout: reportTimeout},
	})
	if err != nil {
		return log, sent, guild.Errorf(guild.CodeInvalid, "SENTRY_DSN is not a DSN, so no errors are reported; Sentry shows it as https://KEY@HOST/PROJECT")
	}
	sent = func(ctx context.Context) error {
		client.FlushWithContext(ctx) // what cannot be sent is in the log
		client.Close()
		return nil
	}
	return slog.New(&reports{Handler: log.Handler(), client: client}), sent, nil
}

// reportFaults has the faults of the box reported from here on, where SENTRY_DSN is
// set.
func (d *daemon) reportFaults() {
	log, sent, err := reportTo(d.config.Integrations.Value("SENTRY_DSN"), d.log)
	d.log = log
	d.onClose(sent)
	if err != nil {
		d.warn(err.Error())
	}
}

// Enabled lets every error through to Handle, whatever the log leaves out.
func (r *reports) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError || r.Handler.Enabled(ctx, level)
}

// Handle reports a record that is a fault, and passes it on.
func (r *reports) Handle(ctx context.Context, record slog.Record) error {
	if err := fault(record); err != nil {
		r.client.CaptureEvent(r.event(record, err), nil, nil)
	}
	if !r.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return r.Handler.Handle(ctx, record)
}

// WithAttrs keeps the references that a report names.
func (r *reports) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &reports{r.Handler.WithAttrs(attrs), r.client, tagged(r.tags, attrs...)}
}

// WithGroup is part of slog.Handler.
func (r *reports) WithGroup(name string) slog.Handler {
	return &reports{r.Handler.WithGroup(name), r.client, r.tags}
}

// fault returns the error of a record that this program wrote of a fault of its own,
// nil for any other record. The message of such a record is a constant.
func fault(record slog.Record) (fault error) {
	if record.Level < slog.LevelError || len(ours([]uintptr{record.PC})) == 0 {
		return nil
	}
	record.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && guild.CodeOf(err) == guild.CodeInternal {
			fault = err
		}
		return true
	})
	return fault
}

// tagged adds the attributes that name a record of the log: a request's id, and the
// reference that its caller was given.
func tagged(tags map[string]string, attrs ...slog.Attr) map[string]string {
	all := maps.Clone(tags)
	if all == nil {
		all = map[string]string{}
	}
	for _, a := range attrs {
		if a.Key == "request" || a.Key == "ref" {
			all[a.Key] = a.Value.String()
		}
	}
	return all
}
