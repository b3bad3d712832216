package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// measureEverything compares the ways to server-everything. It keeps every event
// of a session, so it begins anew for each turn.
func measureEverything(ctx context.Context, b *bench) error {
	var ports [ways]int // one each: the box's session must not knock at another's server
	for w := range ways {
		var err error
		if ports[w], err = freePort(); err != nil {
			return err
		}
	}
	var tallies [len(sizes)][ways]tally
	err := takeTurns(b.rounds(4), func(w way) error {
		b.say("  %s", w)
		var mine [len(sizes)]*tally
		for i := range sizes {
			mine[i] = &tallies[i][w]
		}
		return b.turn(ctx, ports[w], w, mine)
	})
	if err != nil {
		return err
	}
	for i, size := range sizes {
		name := "everything/" + size.name
		b.add(latencies(name, &tallies[i])...)
		b.add(againstDirect(name, &tallies[i])...)
	}
	return nil
}

// turn measures one way to a server-everything that has just started.
func (b *bench) turn(ctx context.Context, port int, w way, tallies [len(sizes)]*tally) error {
	server, err := b.startEverything(ctx, port)
	if err != nil {
		return err
	}
	defer server.stop()
	p, err := opens[w](ctx, b, fmt.Sprintf("http://127.0.0.1:%d/mcp", port))
	if err != nil {
		return err
	}
	defer p.close()
	for i, size := range sizes {
		message, t := messageOf(size.bytes), tallies[i]
		if err := t.warm(ctx, p, message, 100); err != nil {
			return err
		}
		if err := t.sequential(ctx, p, message, 100); err != nil {
			return err
		}
		if err := t.concurrent(ctx, p, message, time.Second, 512); err != nil {
			return err
		}
	}
	return nil
}

// startEverything starts the server on the loopback address alone, and waits until
// its port answers.
func (b *bench) startEverything(ctx context.Context, port int) (*process, error) {
	entry := filepath.Join(b.root, ".cache/everything/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if _, err := os.Stat(entry); err != nil {
		return nil, errors.New("server-everything is not installed; scripts/deps installs it")
	}
	cmd := exec.Command("node", "--require", filepath.Join(b.root, "scripts/loopback.cjs"), entry, "streamableHttp")
	cmd.Env = append(cmd.Environ(), "PORT="+strconv.Itoa(port))
	server, err := b.launch("everything", cmd)
	if err != nil {
		return nil, err
	}
	err = server.await(ctx, func() bool {
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	if err != nil {
		server.stop()
		return nil, err
	}
	return server, nil
}

// freePort returns a port that nothing listens on. Another program may take it
// before it is used; the server then says so and the measurement fails.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
