package daemon

import (
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/getsentry/sentry-go"

	"github.com/guildsbox/guilds/internal/guild"
)

// event is all that is sent of a fault.
func (r *reports) event(record slog.Record, err error) *sentry.Event {
	e := sentry.NewEvent()
	e.Level, e.Message, e.Timestamp, e.Tags = sentry.LevelError, record.Message, record.Time, r.tags
	record.Attrs(func(a slog.Attr) bool {
		e.Tags = tagged(e.Tags, a)
		return true
	})
	e.Fingerprint = []string{record.Message}
	for _, kind := range kinds(err) {
		e.Fingerprint = append(e.Fingerprint, kind)
		e.Exception = append(e.Exception, sentry.Exception{Type: kind})
	}
	slices.Reverse(e.Exception) // Sentry has the outermost last
	e.Exception[len(e.Exception)-1].Stacktrace = &sentry.Stacktrace{Frames: ours(callers(err))}
	return e
}

// maxKinds bounds the chain of an error that is reported.
const maxKinds = 12

// kinds are the types of an error and of those that it wraps, the outermost first.
func kinds(err error) []string {
	var found []string
	for pending := []error{err}; len(pending) > 0 && len(found) < maxKinds; {
		next := pending[0]
		pending = pending[1:]
		if next == nil {
			continue
		}
		found = append(found, reflect.TypeOf(next).String())
		switch next := next.(type) {
		case interface{ Unwrap() error }:
			pending = append(pending, next.Unwrap())
		case interface{ Unwrap() []error }:
			pending = append(pending, next.Unwrap()...)
		}
	}
	return found
}

// callers are the functions that a panic went through, and for any other error those
// that led to its record.
func callers(err error) []uintptr {
	if p, ok := errors.AsType[*guild.Panic](err); ok {
		return p.Callers()
	}
	found := make([]uintptr, 64)
	return found[:runtime.Callers(2, found)]
}

const module = "github.com/guildsbox/guilds/"

// ours are the frames of this program's own functions, the outermost first, with the
// names of their files and no path of the machine that built it.
func ours(callers []uintptr) []sentry.Frame {
	var found []sentry.Frame
	for frames := runtime.CallersFrames(callers); ; {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, module) && !strings.Contains(frame.Function, "internal/daemon.(*reports)") {
			found = append(found, reported(frame))
		}
		if !more {
			slices.Reverse(found)
			return found
		}
	}
}

func reported(frame runtime.Frame) sentry.Frame {
	name := strings.LastIndexByte(frame.Function, '/')
	dot := name + strings.IndexByte(frame.Function[name:], '.')
	in := frame.Function[:dot]
	return sentry.Frame{
		Module: in, Function: frame.Function[dot+1:], Filename: in + "/" + filepath.Base(frame.File), Lineno: frame.Line, InApp: true,
	}
}
