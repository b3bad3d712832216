package main

import "fmt"

// The parts of a result's name for one caller and for many.
var (
	alone = "/1-caller/"
	crowd = fmt.Sprintf("/%d-callers/", callers)
)

// latencies are the plain figures of each way.
func latencies(name string, tallies *[ways]tally) (results []Result) {
	for w := range ways {
		t := &tallies[w]
		one, many := name+alone+w.String(), name+crowd+w.String()
		results = append(results,
			told(one+"/median", median(t.aloneBy), "ms"), told(one+"/p99", quantile(t.alone, 0.99), "ms"),
			told(many+"/median", median(t.crowdBy), "ms"), told(many+"/p99", quantile(t.crowd, 0.99), "ms"),
			told(many+"/rate", median(t.rate), "calls/s"),
		)
	}
	return results
}

// addedBy compares what the box adds with what the relay adds. The added times are
// differences of two that were taken in one round.
func addedBy(name string, tallies *[ways]tally) ([]Result, error) {
	byRelay := paired(tallies[viaRelay].aloneBy, tallies[direct].aloneBy, difference)
	byBox := paired(tallies[viaBox].aloneBy, tallies[direct].aloneBy, difference)
	if byRelay <= 0 {
		return nil, fmt.Errorf("a call through the relay is no slower than a direct one (%.3f ms): the machine is too busy to compare", byRelay)
	}
	return []Result{
		told(name+alone+"relay-adds", byRelay, "ms"),
		told(name+alone+"box-adds", byBox, "ms"),
		aimed(name+alone+"box-adds-to-relay-adds", byBox/byRelay, "x", "<=", 1.2),
		aimed(name+crowd+"box-rate-to-relay-rate", paired(tallies[viaBox].rate, tallies[viaRelay].rate, ratio), "x", ">=", 0.8),
	}, nil
}

// againstDirect compares with the direct call, which is fair where most of the
// time is the server's own.
func againstDirect(name string, tallies *[ways]tally) []Result {
	one, many := tallies[direct].aloneBy, tallies[direct].rate
	return []Result{
		told(name+alone+"relay-to-direct", paired(tallies[viaRelay].aloneBy, one, ratio), "x"),
		aimed(name+alone+"box-to-direct", paired(tallies[viaBox].aloneBy, one, ratio), "x", "<=", 1.35),
		told(name+crowd+"relay-rate-to-direct-rate", paired(tallies[viaRelay].rate, many, ratio), "x"),
		told(name+crowd+"box-rate-to-direct-rate", paired(tallies[viaBox].rate, many, ratio), "x"),
	}
}
