package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %s\n", err)
		os.Exit(1)
	}
}

// children are the subcommands that a bench starts of itself.
var children = map[string]func(ctx context.Context, args []string, out io.Writer) error{
	"upstream": serveUpstream,
	"relay":    serveRelay,
}

// measurement is one row of the table of what can be measured.
type measurement struct {
	name string
	what string // in words, for whoever waits
	run  func(context.Context, *bench) error
}

// measurements is the table, in the order in which it is run: what is measured of
// an idle daemon comes before what loads it.
var measurements = []measurement{
	{"redaction", "redaction of 64 KiB against copying the same bytes", measureRedaction},
	{"start", "start of guildsctl against a program that prints one line", measureStart},
	{"resolution", "resolution of an agent with 16 connections and 1,000 tools", measureResolution},
	{"records", "record_list and record_search in 1,000,000 records, against the same SQL by hand", measureRecords},
	{"memory", "resident memory of an idle daemon", measureIdleMemory},
	{"runs", "runs: to the model's first byte, around a tool call, and a hundred at once", measureRuns},
	{"call", "one tool call through a relay and through the box, over a small server", measureCalls},
	{"everything", "the same over server-everything", measureEverything},
}

// run is main with its arguments. What was measured before an error is printed and
// written all the same.
func run(ctx context.Context, args []string) (err error) {
	if len(args) > 0 && children[args[0]] != nil {
		return children[args[0]](ctx, args[1:], os.Stdout)
	}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	short := flags.Bool("short", false, "fewer rounds: numbers that show that it works, not how fast")
	only := flags.String("only", "", "measure only `NAME`: "+strings.Join(names(), ", "))
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *only != "" && !slices.Contains(names(), *only) {
		return fmt.Errorf("there is no measurement %q; there are %s", *only, strings.Join(names(), ", "))
	}
	b, err := newBench(*short)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	failed := b.measure(ctx, *only)
	return errors.Join(failed, writeTable(os.Stdout, b.results), writeJSON("bench.json", b.results))
}

// names are what -only takes.
func names() (all []string) {
	for _, m := range measurements {
		all = append(all, m.name)
	}
	return all
}

// measure runs the measurements, and goes on after one that fails.
func (b *bench) measure(ctx context.Context, only string) error {
	var failed []error
	for _, m := range measurements {
		if only != "" && only != m.name {
			continue
		}
		start := time.Now()
		b.say("%s: %s", m.name, m.what)
		if err := m.run(ctx, b); err != nil {
			failed = append(failed, fmt.Errorf("%s could not be measured: %w", m.name, err))
		}
		if ctx.Err() != nil {
			return errors.Join(append(failed, ctx.Err())...)
		}
		b.say("%s: took %s", m.name, time.Since(start).Round(100*time.Millisecond))
	}
	return errors.Join(failed...)
}
