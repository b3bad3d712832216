package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAimsAreComparedAsShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value    float64
		relation string
		limit    float64
		want     bool
	}{
		{1.2, "<=", 1.2, true},
		{1.2004, "<=", 1.2, true}, // shown as 1.2
		{1.201, "<=", 1.2, false},
		{0.8, ">=", 0.8, true},
		{0.7996, ">=", 0.8, false},
		{5, "<", 5, false},
		{300, ">", 300, false},
		{300.1, ">", 300, true},
	} {
		if r := aimed("x", c.value, "x", c.relation, c.limit); *r.Holds != c.want {
			t.Errorf("%v %s %v holds: %t, want %t", c.value, c.relation, c.limit, *r.Holds, c.want)
		}
	}
}

func TestReports(t *testing.T) {
	t.Parallel()
	results := []Result{told("memory/ready", 22.394, "MB"), aimed("start", 2.5, "x", "<=", 2)}

	path := filepath.Join(t.TempDir(), "bench.json")
	if err := writeJSON(path, results); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	if err := json.Unmarshal(written, &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"name": "memory/ready", "value": 22.39, "unit": "MB", "aim": nil, "holds": nil},
		{"name": "start", "value": 2.5, "unit": "x", "aim": "<= 2", "holds": false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bench.json (-want +got):\n%s", diff)
	}

	var table strings.Builder
	if err := writeTable(&table, results); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(table.String(), "\n"); !strings.HasPrefix(lines[0], "NAME") || !strings.HasSuffix(lines[2], "NO") {
		t.Errorf("the table is\n%s", table.String())
	}
}

func TestPairedTakesTheRatioWithinARound(t *testing.T) {
	t.Parallel()
	// The second round was twice as slow for both.
	if got := paired([]float64{3, 6, 30}, []float64{2, 4, 10}, ratio); got != 1.5 {
		t.Errorf("the ratio is %v, want 1.5", got)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("the median is %v, want 2.5", got)
	}
	if got := quantile([]float64{5, 1, 4, 2, 3}, 0.99); got != 5 {
		t.Errorf("the 99th percentile is %v, want 5", got)
	}
}

// TestCopyCounting sends what a client sends: a startup message, a statement that
// is only prepared, two that are executed and one of the simple protocol.
func TestCopyCounting(t *testing.T) {
	t.Parallel()
	message := func(kind, body string) string {
		length := binary.BigEndian.AppendUint32(nil, uint32(4+len(body)))
		return kind + string(length) + body
	}
	sent := message("", "\x00\x03\x00\x00user\x00Q\x00") + message("P", "EEE") + message("S", "") +
		message("B", "EQ") + message("E", "\x00\x00\x00\x00\x00") + message("E", "") +
		message("Q", strings.Repeat("select", 2000)) + message("X", "")
	var arrived bytes.Buffer
	var counter atomic.Int64
	_ = copyCounting(&arrived, strings.NewReader(sent), &counter) // the end is an error
	if counter.Load() != 3 {
		t.Errorf("counted %d queries, want 3", counter.Load())
	}
	if arrived.String() != sent {
		t.Error("what arrived is not what was sent")
	}
}

func TestUsageOfThisProcess(t *testing.T) {
	t.Parallel()
	for deadline := time.Now().Add(10 * time.Second); ; {
		used, err := processorTime(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if used > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a busy process uses no processor time")
		}
	}
	if mb, err := residentMB(os.Getpid()); err != nil || mb <= 0 {
		t.Errorf("this process holds %v MB (%v)", mb, err)
	}
	if parent := family(os.Getppid()); len(parent) < 2 {
		t.Errorf("the parent's family is %v, without this process", parent)
	}
}

// Who asks first takes three times as long, whoever it is; the ratio is that of the
// two all the same.
func TestABalancedRatio(t *testing.T) {
	t.Parallel()
	box, hand := []float64{6, 2, 6, 2, 6}, []float64{1, 3, 1, 3, 1}
	if got := balanced(box, hand); got != 2 {
		t.Errorf("the ratio is %v, want 2", got)
	}
}
