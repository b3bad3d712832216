package clitest

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/guildsbox/guilds/internal/cli"
)

// Terminal is a pseudo-terminal: what a program on its Slave shows, and the keys
// that a person presses.
type Terminal struct {
	Slave *os.File // the program's side

	t      *testing.T
	master *os.File
	shown  strings.Builder
	read   int // how much of shown was already expected
}

// Open opens a terminal of 24 lines and 80 columns for the length of a test.
func Open(t *testing.T) *Terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = master.Close() })
	var unlock, number int32
	size := [4]uint16{24, 80}
	ioctl(t, master, syscall.TIOCSPTLCK, unsafe.Pointer(&unlock))
	ioctl(t, master, syscall.TIOCGPTN, unsafe.Pointer(&number))
	ioctl(t, master, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = slave.Close() })
	return &Terminal{Slave: slave, t: t, master: master}
}

// ioctl does not go through master.Fd, which would end the deadlines of reads.
func ioctl(t *testing.T, f *os.File, request uintptr, arg unsafe.Pointer) {
	t.Helper()
	conn, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var errno syscall.Errno
	if err := conn.Control(func(fd uintptr) {
		_, _, errno = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(arg))
	}); err != nil || errno != 0 {
		t.Fatal(err, errno)
	}
}

// Expect waits until the program shows a text after the one expected before.
func (c *Terminal) Expect(text string) {
	c.t.Helper()
	buffer := make([]byte, 4096)
	for {
		rest := c.shown.String()[c.read:]
		if i := strings.Index(rest, text); i >= 0 {
			c.read += i + len(text)
			return
		}
		_ = c.master.SetReadDeadline(time.Now().Add(20 * time.Second))
		n, err := c.master.Read(buffer)
		c.shown.Write(buffer[:n])
		if err != nil {
			c.t.Fatalf("waiting for %q: %v; shown so far:\n%s", text, err, c.shown.String())
		}
	}
}

// Type presses keys. A line ends with \r.
func (c *Terminal) Type(keys string) {
	c.t.Helper()
	if _, err := c.master.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// Shown returns all that was shown up to the last text expected.
func (c *Terminal) Shown() string { return c.shown.String()[:c.read] }

// RunOn starts guildsctl against the daemon with all three streams on a
// terminal. What it returns waits for the exit code.
func (d *Daemon) RunOn(c *Terminal, args ...string) (wait func() int) {
	code := make(chan int, 1)
	go func() { code <- cli.Run(args, c.Slave, c.Slave, c.Slave, d.env) }()
	return func() int { return <-code }
}

// Echoes reports whether the terminal shows what is typed.
func (c *Terminal) Echoes() bool {
	var state syscall.Termios
	ioctl(c.t, c.Slave, syscall.TCGETS, unsafe.Pointer(&state))
	return state.Lflag&syscall.ECHO != 0
}

// WaitHidden waits until the terminal no longer shows what is typed. There is no
// event for that: a program asks first and hides then, so the state is looked at
// until it changes.
func (c *Terminal) WaitHidden() {
	for end := time.Now().Add(20 * time.Second); c.Echoes(); {
		if time.Now().After(end) {
			c.t.Fatal("the terminal still shows what is typed")
		}
		runtime.Gosched()
	}
}
