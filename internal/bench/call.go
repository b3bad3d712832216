package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// sizes are the lengths of a message, in bytes.
var sizes = [...]struct {
	name  string
	bytes int
}{{"20B", 20}, {"2KB", 2 << 10}}

// messageOf makes a message without long runs of one character.
func messageOf(bytes int) string { return strings.Repeat("abcdefghij", bytes/10+1)[:bytes] }

// measureCalls compares the ways to a small server of our own.
func measureCalls(ctx context.Context, b *bench) (err error) {
	x, err := b.box(ctx)
	if err != nil {
		return err
	}
	upstream, err := b.launchChild("upstream")
	if err != nil {
		return err
	}
	defer upstream.stop()
	var peers [ways]peer
	for w, open := range opens {
		if peers[w], err = open(ctx, b, upstream.url); err != nil {
			return err
		}
		defer peers[w].close()
	}
	defer func() { err = errors.Join(err, x.logout(context.WithoutCancel(ctx), upstream.url)) }()
	for _, size := range sizes {
		b.say("  %d bytes", size.bytes)
		if err := b.measureSize(ctx, x, peers, "call/"+size.name, messageOf(size.bytes)); err != nil {
			return err
		}
	}
	loaded, err := residentMB(x.pid())
	if err != nil {
		return err
	}
	b.add(told("memory/after-load", loaded, "MB"))
	return nil
}

// measureSize compares the ways with one message, and tells what a call costs the
// processes between caller and server. The warming calls are in that too.
func (b *bench) measureSize(ctx context.Context, x *box, peers [ways]peer, name, message string) error {
	var tallies [ways]tally
	before, err := spentBy(x, peers)
	if err != nil {
		return err
	}
	if err := b.interleave(ctx, peers, message, &tallies); err != nil {
		return err
	}
	after, err := spentBy(x, peers)
	if err != nil {
		return err
	}
	added, err := addedBy(name, &tallies)
	if err != nil {
		return err
	}
	b.add(latencies(name, &tallies)...)
	b.add(added...)
	b.add(
		told(name+"/relay/processor-per-call", tallies[viaRelay].each(after.relay-before.relay), "ms"),
		told(name+"/box/processor-per-call", tallies[viaBox].each(after.box-before.box), "ms"),
		told(name+"/box-database/processor-per-call", tallies[viaBox].each(after.database-before.database), "ms"),
	)
	return nil
}

// interleave measures one caller and then many. A turn is long enough for what it
// runs through to be in the processor's caches, and short enough for what else the
// machine does to meet all ways alike.
func (b *bench) interleave(ctx context.Context, peers [ways]peer, message string, tallies *[ways]tally) error {
	for w, p := range peers {
		if err := tallies[w].warm(ctx, p, message, 100); err != nil {
			return err
		}
	}
	err := takeTurns(b.rounds(16), func(w way) error {
		return tallies[w].sequential(ctx, peers[w], message, 250)
	})
	if err != nil {
		return err
	}
	return takeTurns(b.rounds(10), func(w way) error {
		return tallies[w].concurrent(ctx, peers[w], message, 600*time.Millisecond, 50_000)
	})
}

// takeTurns gives each way a turn in each round, in the opposite order of the round
// before, so that none always follows the same.
func takeTurns(rounds int, turn func(way) error) error {
	order := []way{direct, viaRelay, viaBox}
	for range rounds {
		for _, w := range order {
			if err := turn(w); err != nil {
				return err
			}
		}
		slices.Reverse(order)
	}
	return nil
}

// spent is the processor time of what lies between callers and server.
type spent struct{ relay, box, database time.Duration }

// spentBy reads it all at one time, between two loads.
func spentBy(x *box, peers [ways]peer) (s spent, err error) {
	database, err := x.databaseProcesses()
	if err != nil {
		return s, err
	}
	for _, of := range []struct {
		used *time.Duration
		pids []int
	}{
		{&s.relay, []int{peers[viaRelay].pid}},
		{&s.box, []int{x.pid()}},
		{&s.database, database},
	} {
		if *of.used, err = processorTime(of.pids...); err != nil {
			return s, err
		}
	}
	return s, nil
}
