package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	startLimit = 60 * time.Second // for a daemon that makes its database first
	stopLimit  = 45 * time.Second // guildsd stops its database too
)

// process is a program in the background. What it writes goes to a file.
type process struct {
	cmd   *exec.Cmd
	log   string
	ended chan struct{}
}

// launch starts cmd. A standard output or input that is set already is left alone.
func (b *bench) launch(name string, cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, log: filepath.Join(b.dir, name+".log"), ended: make(chan struct{})}
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stderr = log
	if cmd.Stdout == nil {
		cmd.Stdout = log
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait() // how it ended is in its log
		close(p.ended)
	}()
	return p, nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// stop asks the process to end, and ends it where it does not.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // one that is gone needs no signal
	select {
	case <-p.ended:
	case <-time.After(stopLimit):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

// await calls ready until it reports true, for a process that is starting.
func (p *process) await(ctx context.Context, ready func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !ready() {
		select {
		case <-p.ended:
			return p.failure("it ended before it was ready")
		case <-ctx.Done():
			return p.failure("it is not ready: " + ctx.Err().Error())
		case <-tick.C:
		}
	}
	return nil
}

// failure is an error with the end of what the process wrote.
func (p *process) failure(what string) error {
	written, _ := os.ReadFile(p.log) // what cannot be read is not shown
	return fmt.Errorf("%s: %s; it wrote:\n%s", filepath.Base(p.cmd.Path), what, written[max(0, len(written)-2000):])
}

// child is a process of this program, with the address that it serves at.
type child struct {
	*process
	url   string
	input io.Closer
}

// launchChild starts one of children. It prints its address, and ends when its
// standard input does: when it is closed, and when this process dies.
func (b *bench) launchChild(name string, args ...string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, append([]string{name}, args...)...)
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe: waiting for the process would close that before it is read.
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	cmd.Stdout = writer
	p, err := b.launch(name, cmd)
	writer.Close()
	if err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		p.stop()
		return nil, p.failure("it ended before it was ready")
	}
	return &child{process: p, url: strings.TrimSpace(line), input: input}, nil
}

// stop closes the child's input, which is what it waits for.
func (c *child) stop() {
	c.input.Close()
	c.process.stop()
}

// serving prints the address that a child serves at, and waits until its parent
// is gone or tells it to end.
func serving(ctx context.Context, out io.Writer, url string) error {
	if _, err := fmt.Fprintln(out, url); err != nil {
		return err
	}
	gone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // any end of it will do
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
	}
	return nil
}
