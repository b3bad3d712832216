package main

import (
	"slices"
	"time"
)

// quantile returns the value below which the part q of values lies; 0 of none.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// median is what a round usually comes to: unlike a mean it does not move when one
// round meets a busy machine. It is 0 of none.
func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// paired applies f to the values of each round, and returns the median.
func paired(a, b []float64, f func(a, b float64) float64) float64 {
	out := make([]float64, min(len(a), len(b)))
	for i := range out {
		out[i] = f(a[i], b[i])
	}
	return median(out)
}

// What is compared within a round.
func ratio(a, b float64) float64      { return a / b }
func difference(a, b float64) float64 { return a - b }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// timed returns how long f took, in milliseconds.
func timed(f func() error) (float64, error) {
	start := time.Now()
	err := f()
	return milliseconds(time.Since(start)), err
}
