package daemon

import (
	"io"
	"log/slog"
	"time"

	"github.com/guildsbox/guilds/internal/redact"
)

// newLog returns the daemon's log, on a terminal as text and elsewhere as JSON
// unless format says which. What is secret in the box's own configuration never
// reaches it, in whatever form an error may hold it.
func newLog(w io.Writer, format string, level slog.Level, terminal bool, secrets *redact.Set) *slog.Logger {
	opts := &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return redactAttr(secrets, a) }}
	if format == "text" || format == "auto" && terminal {
		return slog.New(slog.NewTextHandler(w, opts))
	}
	return slog.New(slog.NewJSONHandler(w, opts))
}

func redactAttr(secrets *redact.Set, a slog.Attr) slog.Attr {
	switch v := a.Value.Any().(type) {
	case time.Duration:
		a.Value = slog.StringValue(v.String())
	case string:
		a.Value = slog.StringValue(secrets.Redact(v))
	case error:
		a.Value = slog.StringValue(secrets.Redact(v.Error()))
	}
	return a
}
