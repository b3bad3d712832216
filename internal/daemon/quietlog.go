package daemon

import (
	"context"
	"log/slog"
)

// atLeast is a log of which only what is at least so serious is kept: for a library
// that tells its own working where an operator would read it.
func atLeast(level slog.Level, log *slog.Logger) *slog.Logger {
	return slog.New(floor{log.Handler(), level})
}

type floor struct {
	slog.Handler
	level slog.Level
}

// Enabled is part of slog.Handler.
func (f floor) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= f.level && f.Handler.Enabled(ctx, level)
}

// WithAttrs is part of slog.Handler.
func (f floor) WithAttrs(attrs []slog.Attr) slog.Handler {
	return floor{f.Handler.WithAttrs(attrs), f.level}
}

// WithGroup is part of slog.Handler.
func (f floor) WithGroup(name string) slog.Handler { return floor{f.Handler.WithGroup(name), f.level} }
