package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := dispatch(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "conformance: %s\n", err)
		os.Exit(1)
	}
}

func dispatch(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == driveCommand {
		return driveMain(ctx, args[1:], os.Stdout)
	}
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	only := flags.String("only", "", "run only the `SCENARIO` with this name")
	if err := flags.Parse(args); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	results, err := measure(ctx, ".", self, *only, os.Stderr)
	if err != nil {
		return err
	}
	return report(os.Stdout, "conformance.json", results)
}

// report prints and writes the results, and is an error where one is no pass.
func report(w io.Writer, path string, results []Result) error {
	if err := writeTable(w, results); err != nil {
		return err
	}
	if err := writeJSON(path, results); err != nil {
		return err
	}
	if failed := count(results, fail); failed > 0 {
		return fmt.Errorf("%d of %d scenarios did not pass", failed, len(results))
	}
	return nil
}
