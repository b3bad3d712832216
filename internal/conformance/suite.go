package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// installed is where scripts/conformance puts the suite, below the checkout.
const installed = ".cache/conformance/node_modules"

const (
	clientTimeout   = time.Minute                 // the suite's for one run of the driver
	scenarioTimeout = clientTimeout + time.Minute // its servers start and end besides
)

// suite is the installed conformance suite.
type suite struct {
	node string // program that runs it, of version 22 or later
	main string // its file
}

// findSuite looks for the suite in the checkout at root.
func findSuite(root string) (suite, error) {
	dir, err := filepath.Abs(filepath.Join(root, installed))
	if err != nil {
		return suite{}, err
	}
	s := suite{
		node: filepath.Join(dir, ".bin", "node"),
		main: filepath.Join(dir, "@modelcontextprotocol", "conformance", "dist", "index.js"),
	}
	for _, file := range []string{s.node, s.main} {
		if _, err := os.Stat(file); err != nil {
			return suite{}, fmt.Errorf("the suite is not installed; scripts/conformance installs it: %w", err)
		}
	}
	return s, nil
}

func (s suite) command(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, s.node, append([]string{s.main}, args...)...)
}

// scenarios asks the suite for its client scenarios.
func (s suite) scenarios(ctx context.Context) ([]string, error) {
	out, err := s.command(ctx, "list", "--client").Output()
	if err != nil {
		return nil, fmt.Errorf("list the scenarios: %w", err)
	}
	names := listed(string(out))
	if len(names) == 0 {
		return nil, fmt.Errorf("the suite lists no client scenarios:\n%s", out)
	}
	return names, nil
}

// listed reads names out of lines such as "  - auth/basic-cimd [2025-11-25]".
func listed(text string) (names []string) {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "  - "); ok {
			name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			names = append(names, name)
		}
	}
	return names
}

// run runs one scenario with the command of a driver, and keeps what the suite
// writes in dir. The suite splits the command at each blank.
func (s suite) run(ctx context.Context, scenario string, driver []string, dir string) (Result, error) {
	if slices.ContainsFunc(driver, func(word string) bool { return strings.ContainsAny(word, " \t") }) {
		return Result{}, fmt.Errorf("the suite cannot run %q: a path in it holds a blank", driver)
	}
	ctx, cancel := context.WithTimeout(ctx, scenarioTimeout)
	defer cancel()
	cmd := s.command(ctx, "client", "--command", strings.Join(driver, " "), "--scenario", scenario,
		"--timeout", strconv.FormatInt(clientTimeout.Milliseconds(), 10), "--output-dir", dir)
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Result{Scenario: scenario, Result: fail, Reason: "the suite did not end; most often something still holds its server"}, nil
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	}
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return Result{}, err
	}
	kept, globErr := filepath.Glob(filepath.Join(dir, filepath.FromSlash(scenario)+"-*", "checks.json"))
	if globErr != nil || len(kept) != 1 {
		return Result{}, fmt.Errorf("the suite kept no results of %s; it printed:\n%s", scenario, printed.Bytes())
	}
	return judge(scenario, filepath.Dir(kept[0]), err == nil)
}

// check is one thing that the suite looked at.
type check struct {
	Status       string `json:"status"`
	Description  string `json:"description"`
	ErrorMessage string `json:"errorMessage"`
}

// judge reads what the suite kept of a scenario. Of some scenarios it accepts a
// client that fails, whatever for: the driver's own word counts too.
func judge(scenario, dir string, passed bool) (Result, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "checks.json"))
	if err != nil {
		return Result{}, err
	}
	var checks []check
	if err := json.Unmarshal(raw, &checks); err != nil {
		return Result{}, fmt.Errorf("checks.json of %s: %w", scenario, err)
	}
	said, err := os.ReadFile(filepath.Join(dir, "stdout.txt"))
	if err != nil {
		return Result{}, err
	}
	if passed && strings.TrimSpace(string(said)) == driven {
		return Result{Scenario: scenario, Result: pass, Reason: notes[scenario]}, nil
	}
	complaint, err := os.ReadFile(filepath.Join(dir, "stderr.txt"))
	if err != nil {
		return Result{}, err
	}
	return Result{Scenario: scenario, Result: fail, Reason: why(checks, string(complaint))}, nil
}

// why puts together in one line what did not hold, and what the driver said.
func why(checks []check, complaint string) string {
	var parts []string
	for _, c := range checks {
		if c.Status == "FAILURE" || c.Status == "WARNING" {
			parts = append(parts, cmp.Or(c.ErrorMessage, c.Description))
		}
	}
	parts = append(parts, complaint)
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}
