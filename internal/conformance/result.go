package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

// The values of Result.Result.
const (
	pass = "pass"
	fail = "fail"
)

// Result is what came of one scenario.
type Result struct {
	Scenario string `json:"scenario"`
	Result   string `json:"result"` // pass or fail
	Reason   string `json:"reason"` // why it failed, or what to know of a pass; often empty
}

func count(results []Result, value string) (n int) {
	for _, r := range results {
		if r.Result == value {
			n++
		}
	}
	return n
}

func writeTable(w io.Writer, results []Result) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SCENARIO\tRESULT\tREASON")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.Scenario, r.Result, r.Reason)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d of %d scenarios pass\n", count(results, pass), len(results))
	return err
}

func writeJSON(path string, results []Result) error {
	encoded, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o644)
}
