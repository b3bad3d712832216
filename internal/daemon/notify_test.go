package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// serviceManager listens as systemd does, and returns what it is told.
func serviceManager(t *testing.T) <-chan string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "n")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	told := make(chan string, 16)
	go func() {
		b := make([]byte, 256)
		for {
			n, err := conn.Read(b)
			if err != nil {
				return
			}
			told <- string(b[:n])
		}
	}()
	return told
}

func expect(t *testing.T, told <-chan string, want string) {
	t.Helper()
	select {
	case got := <-told:
		if got != want {
			t.Fatalf("the service manager was told %q, want %q", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("the service manager was not told %q", want)
	}
}

func TestNotifyTellsTheServiceManager(t *testing.T) {
	told := serviceManager(t)
	notify(slog.New(slog.DiscardHandler), "READY=1")
	expect(t, told, "READY=1")
}

func TestWatchdogIsFedOnlyWhileAlive(t *testing.T) {
	told := serviceManager(t)
	t.Setenv("WATCHDOG_USEC", strconv.Itoa(20_000))
	t.Setenv("WATCHDOG_PID", "")
	ctx, cancel := context.WithCancel(t.Context())
	asked := make(chan bool)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		feedWatchdog(ctx, slog.New(slog.DiscardHandler), func(context.Context) error {
			if <-asked {
				return nil
			}
			return errors.New("the database is gone")
		})
	}()
	asked <- true
	expect(t, told, "WATCHDOG=1")
	asked <- false
	asked <- false // only once the failed check before it is over
	if len(told) > 0 {
		t.Error("the watchdog was fed although the daemon is not alive")
	}
	cancel()
	select {
	case asked <- true: // a check that was on its way
		<-ended
	case <-ended:
	}
}
