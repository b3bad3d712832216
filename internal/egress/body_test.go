package egress_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// fill writes n bytes in pieces.
func fill(w io.Writer, n int) {
	piece := bytes.Repeat([]byte("x"), 64<<10)
	for ; n > 0; n -= len(piece) {
		if _, err := w.Write(piece[:min(n, len(piece))]); err != nil {
			return
		}
	}
}

func read(t *testing.T, h http.HandlerFunc) (int64, error) {
	t.Helper()
	resp, err := newClient(t, egress.Options{}).Get(newServer(t, h).URL + "/?key=s3cret")
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(io.Discard, resp.Body)
}

func TestCase28LongBodyIsAnError(t *testing.T) {
	t.Parallel()
	tests := map[string]http.HandlerFunc{
		"length not told": func(w http.ResponseWriter, _ *http.Request) { fill(w, egress.MaxBody+1) },
		"length told": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "16777217")
			fill(w, egress.MaxBody+1)
		},
		"compressed": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fill(z, egress.MaxBody+1)
			z.Close()
		},
		"one event": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
			io.WriteString(w, "data: ")
			fill(w, egress.MaxBody)
		},
		"one event of many lines": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range 17 {
				io.WriteString(w, "data: ")
				fill(w, 1<<20)
				io.WriteString(w, "\r\n")
			}
		},
	}
	for name, h := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, err := read(t, h)
			coded(t, err, guild.CodeUpstream, "more than 16 MiB")
			if n > egress.MaxBody {
				t.Errorf("%d bytes were handed on", n)
			}
		})
	}
}

func TestBodyAsLongAsTheBoundIsWhole(t *testing.T) {
	t.Parallel()
	n, err := read(t, func(w http.ResponseWriter, _ *http.Request) { fill(w, egress.MaxBody) })
	if err != nil || n != egress.MaxBody {
		t.Errorf("read %d bytes, %v; want %d", n, err, egress.MaxBody)
	}
}

func TestEventStreamMayBeLongerThanTheBound(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"\n\n", "\r\n\r\n"} {
		n, err := read(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range 20 {
				io.WriteString(w, "data: ")
				fill(w, 1<<20)
				io.WriteString(w, end)
			}
		})
		if want := int64(20 * (6 + 1<<20 + len(end))); err != nil || n != want {
			t.Errorf("read %d bytes, %v; want %d", n, err, want)
		}
	}
}
