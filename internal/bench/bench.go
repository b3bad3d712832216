package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// bench is one run: its folder, what it has started, and what it has found out.
type bench struct {
	short   bool
	dir     string // of all that it writes, removed at its end
	root    string // the checkout
	results []Result
	started *box // the daemon, once a measurement needed it
	closers []func() error
}

// newBench makes the temporary folder. The user that the embedded database runs as
// has to pass through it.
func newBench(short bool) (*bench, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "cmd", "guildsd")); err != nil {
		return nil, errors.New("it runs in the folder of the checkout: go run ./internal/bench")
	}
	dir, err := os.MkdirTemp("", "guilds-bench-")
	if err != nil {
		return nil, err
	}
	b := &bench{short: short, dir: dir, root: root}
	b.onClose(func() error { return os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// onClose adds a step to what close does, before those that are there.
func (b *bench) onClose(f func() error) { b.closers = append(b.closers, f) }

// close takes the run apart, in the opposite order of its beginning.
func (b *bench) close() error {
	var errs []error
	for _, f := range slices.Backward(b.closers) {
		errs = append(errs, f())
	}
	return errors.Join(errs...)
}

// say tells whoever waits; results alone go to standard output.
func (b *bench) say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// add keeps results in the order in which they will be printed.
func (b *bench) add(results ...Result) { b.results = append(b.results, results...) }

// rounds is how often the compared things take turns.
func (b *bench) rounds(full int) int {
	if b.short {
		return max(2, full/4)
	}
	return full
}

// build builds a package or file as releases are built, and returns the program. A
// second call for the same name returns what the first one built.
func (b *bench) build(ctx context.Context, dir, source, name string) (string, error) {
	program := filepath.Join(b.dir, name)
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	b.say("building %s", name)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program, source)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", source, err, out)
	}
	return program, nil
}
