package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// publicURL is where the suite expects the client-ID metadata document below. It
// has no such host, and nothing asks for one: the driver hands the box what the
// browser brings back.
const publicURL = "https://conformance-test.local"

// public are the scenarios for a box that has a public https address.
var public = map[string]bool{"auth/basic-cimd": true}

// run is one run of the suite: its folder and the boxes that it has started, by
// their public address.
type run struct {
	root    string // the checkout
	dir     string
	program string // guildsd
	boxes   map[string]*box
}

// measure runs the suite's scenarios, or only one, in the checkout at root. self is
// the program that the suite drives, with the subcommand drive.
func measure(ctx context.Context, root, self, only string, progress io.Writer) (results []Result, err error) {
	s, err := findSuite(root)
	if err != nil {
		return nil, err
	}
	scenarios, err := s.scenarios(ctx)
	if err != nil {
		return nil, err
	}
	if only != "" {
		if !slices.Contains(scenarios, only) {
			return nil, fmt.Errorf("there is no scenario %q; there are %s", only, strings.Join(scenarios, ", "))
		}
		scenarios = []string{only}
	}
	r, err := newRun(ctx, root)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	for i, scenario := range scenarios {
		fmt.Fprintf(progress, "%d/%d %s\n", i+1, len(scenarios), scenario)
		result, err := r.scenario(ctx, s, self, scenario)
		if err != nil {
			return results, err
		}
		results = append(results, result)
	}
	return results, nil
}

// newRun makes the temporary folder, which the user that the embedded database runs
// as has to pass through, and builds guildsd in it.
func newRun(ctx context.Context, root string) (*run, error) {
	dir, err := os.MkdirTemp("", "guilds-conformance-")
	if err != nil {
		return nil, err
	}
	r := &run{root: root, dir: dir, program: filepath.Join(dir, "guildsd"), boxes: map[string]*box{}}
	err = os.Chmod(dir, 0o711)
	if err == nil {
		err = build(ctx, root, r.program)
	}
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *run) close() error {
	for _, b := range r.boxes {
		b.stop()
	}
	return os.RemoveAll(r.dir)
}

func (r *run) scenario(ctx context.Context, s suite, self, scenario string) (Result, error) {
	address := ""
	if public[scenario] {
		address = publicURL
	}
	b, err := r.box(ctx, address)
	if err != nil {
		return Result{}, err
	}
	return s.run(ctx, scenario, []string{self, driveCommand, b.socket}, filepath.Join(r.dir, "results"))
}

// box returns the run's box with a public address, which may be empty, and starts
// it for the first who asks.
func (r *run) box(ctx context.Context, address string) (*box, error) {
	if b, ok := r.boxes[address]; ok {
		return b, nil
	}
	b, err := startBox(ctx, r.program, filepath.Join(r.dir, fmt.Sprint("box", len(r.boxes))), address)
	if err == nil {
		r.boxes[address] = b
	}
	return b, err
}
