package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

// socketName is what libpq's protocol calls the socket of the default port.
const socketName = ".s.PGSQL.5432"

// countQueries resolves an agent through a socket that counts, and returns the
// queries of one resolution.
func countQueries(ctx context.Context, b *bench, address string, agent guild.ID) (float64, error) {
	counted, counter, err := b.countingSocket(address)
	if err != nil {
		return 0, err
	}
	db, err := postgres.Open(ctx, counted, postgres.Options{})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	const times = 20
	before := counter.Load()
	for range times {
		if err := resolve(ctx, db, agent); err != nil {
			return 0, err
		}
	}
	return float64(counter.Load()-before) / times, nil
}

// countingSocket returns an address that leads to the same PostgreSQL as address,
// through a socket that counts the queries.
func (b *bench) countingSocket(address string) (counted string, counter *atomic.Int64, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", nil, err
	}
	query := u.Query()
	target := filepath.Join(query.Get("host"), socketName)
	dir := filepath.Join(b.dir, "counted")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", nil, err
	}
	listener, err := net.Listen("unix", filepath.Join(dir, socketName))
	if err != nil {
		return "", nil, err
	}
	b.onClose(listener.Close)
	counter = new(atomic.Int64)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // it was closed
			}
			go forward(conn, target, counter)
		}
	}()
	query.Set("host", dir)
	u.RawQuery = query.Encode()
	return u.String(), counter, nil
}

// forward connects a client with the server, until either ends.
func forward(client net.Conn, target string, counter *atomic.Int64) {
	defer client.Close()
	server, err := net.Dial("unix", target)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(client, server) // whichever side ends, ends both
		client.Close()
	}()
	_ = copyCounting(server, client, counter)
}

// Messages that run a query, of the simple and of the extended protocol
// (PostgreSQL, "Message Formats").
const (
	messageQuery   = 'Q'
	messageExecute = 'E'
)

// copyCounting copies what a client sends, and counts the queries. The first
// message has no byte for its kind; each has its length, which counts itself.
func copyCounting(to io.Writer, from io.Reader, counter *atomic.Int64) error {
	in := bufio.NewReader(from)
	out := bufio.NewWriter(to)
	for kind := 0; ; kind = 1 {
		header, err := in.Peek(kind + 4)
		if err != nil {
			return err
		}
		if kind == 1 && (header[0] == messageQuery || header[0] == messageExecute) {
			counter.Add(1)
		}
		length := int64(kind) + int64(binary.BigEndian.Uint32(header[kind:]))
		if _, err := io.CopyN(out, in, length); err != nil {
			return err
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}
