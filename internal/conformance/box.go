package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

const (
	startLimit = time.Minute      // a box makes its database first
	stopLimit  = 45 * time.Second // it stops its database too
)

// organisation is the one that every login belongs to.
const organisation = "conformance"

// box is a running guildsd on its embedded database.
type box struct {
	cmd    *exec.Cmd
	log    string
	ended  chan struct{}
	socket string
	client *client.Client
}

func build(ctx context.Context, root, program string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-o", program, "./cmd/guildsd")
	cmd.Dir = root
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build ./cmd/guildsd: %w\n%s", err, out)
	}
	return nil
}

// startBox starts guildsd with its state and socket in dir, and waits until it is
// ready.
func startBox(ctx context.Context, program, dir, publicURL string) (*box, error) {
	if err := os.Mkdir(dir, 0o711); err != nil {
		return nil, err
	}
	callback, err := freeAddress()
	if err != nil {
		return nil, err
	}
	b := &box{log: filepath.Join(dir, "log"), ended: make(chan struct{}), socket: filepath.Join(dir, "sock")}
	b.client = client.Unix(b.socket)
	b.cmd = exec.Command(program, "--state-dir", dir, "--socket", b.socket, "--callback-listen", callback, "--public-base-url", publicURL)
	// A GUILDS_ variable of the caller's shell may speak of another box.
	b.cmd.Env = slices.DeleteFunc(b.cmd.Environ(), func(v string) bool { return strings.HasPrefix(v, "GUILDS_") })
	log, err := os.Create(b.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	b.cmd.Stdout, b.cmd.Stderr = log, log
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = b.cmd.Wait() // how it ended is in its log
		close(b.ended)
	}()
	err = b.await(ctx)
	if err == nil {
		_, err = b.client.CreateScope(ctx, api.NewScope{ParentID: string(guild.PlatformID), Slug: organisation})
	}
	if err != nil {
		b.stop()
		return nil, err
	}
	return b, nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// await waits until the box answers that it is ready.
func (b *box) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := b.client.GetReadiness(ctx); err == nil {
			return nil
		}
		select {
		case <-b.ended:
			return b.failure("it ended before it was ready")
		case <-ctx.Done():
			return b.failure("it is not ready: " + ctx.Err().Error())
		case <-tick.C:
		}
	}
}

// failure is an error with the end of what guildsd wrote.
func (b *box) failure(what string) error {
	written, _ := os.ReadFile(b.log) // what cannot be read is not shown
	return fmt.Errorf("guildsd: %s; it wrote:\n%s", what, written[max(0, len(written)-2000):])
}

// stop asks guildsd to end, and ends it where it does not.
func (b *box) stop() {
	_ = b.cmd.Process.Signal(syscall.SIGTERM) // one that is gone needs no signal
	select {
	case <-b.ended:
	case <-time.After(stopLimit):
		_ = b.cmd.Process.Kill()
		<-b.ended
	}
}
