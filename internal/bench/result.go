package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"text/tabwriter"
)

// Result is one line of bench.json. Aim and Holds are null for what is only told.
type Result struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // to four digits
	Unit  string  `json:"unit"`
	Aim   *string `json:"aim"` // such as "<= 1.2"
	Holds *bool   `json:"holds"`
}

// relations are the ways in which an aim bounds a value.
var relations = map[string]func(value, limit float64) bool{
	"<=": func(value, limit float64) bool { return value <= limit },
	"<":  func(value, limit float64) bool { return value < limit },
	">=": func(value, limit float64) bool { return value >= limit },
	">":  func(value, limit float64) bool { return value > limit },
}

// told returns a result without an aim.
func told(name string, value float64, unit string) Result {
	return Result{Name: name, Value: digits(value), Unit: unit}
}

// aimed returns a result with an aim. The value is compared as it is shown, so
// that what a reader sees and whether it holds agree.
func aimed(name string, value float64, unit, relation string, limit float64) Result {
	r := told(name, value, unit)
	aim := relation + " " + strconv.FormatFloat(limit, 'g', -1, 64)
	holds := relations[relation](r.Value, limit)
	r.Aim, r.Holds = &aim, &holds
	return r
}

// digits keeps four significant digits: more are noise.
func digits(value float64) float64 {
	if value == 0 || math.IsInf(value, 0) || math.IsNaN(value) {
		return value
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(value))))
	return math.Round(value*scale) / scale
}

// writeTable writes the results for people. An aim that is missed is in capitals,
// so that it is found among many that hold.
func writeTable(w io.Writer, results []Result) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tVALUE\tUNIT\tAIM\tHOLDS")
	for _, r := range results {
		aim, holds := "", ""
		if r.Aim != nil {
			aim, holds = *r.Aim, map[bool]string{true: "yes", false: "NO"}[*r.Holds]
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", r.Name, strconv.FormatFloat(r.Value, 'f', -1, 64), r.Unit, aim, holds)
	}
	return table.Flush()
}

// writeJSON writes the results for programs, in place of those of an earlier run.
func writeJSON(path string, results []Result) error {
	if results == nil {
		results = []Result{} // an empty list is [] and not null
	}
	encoded, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o644)
}
