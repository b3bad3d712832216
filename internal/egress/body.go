package egress

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"net/url"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxBody is the longest response body that is read, in bytes, after
// decompression. In a text/event-stream it bounds each event: such a stream
// may last for hours.
const MaxBody = 16 << 20

func isEventStream(resp *http.Response) bool {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return kind == "text/event-stream"
}

func bound(resp *http.Response) io.ReadCloser {
	if isEventStream(resp) {
		return &boundedEvents{body: resp.Body, from: resp.Request.URL}
	}
	return &boundedBody{body: resp.Body, from: resp.Request.URL}
}

func tooLarge(from *url.URL, what string) error {
	return guild.Errorf(guild.CodeUpstream, "%s sent an %s of more than %d MiB, which is not read; ask for less at a time", Origin(from), what, MaxBody>>20)
}

// boundedBody ends in an error once more than MaxBody bytes were read. A plain
// io.LimitReader would end in io.EOF, and a cut body would pass for a whole one.
type boundedBody struct {
	body io.ReadCloser
	from *url.URL
	read int
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	b.read += n
	if b.read > MaxBody {
		return 0, tooLarge(b.from, "answer")
	}
	return n, err
}

func (b *boundedBody) Close() error { return b.body.Close() }

// boundedEvents counts the bytes since the last empty line, which is what ends
// an event.
type boundedEvents struct {
	body  io.ReadCloser
	from  *url.URL
	event int  // bytes of the event so far
	line  bool // the line so far holds more than a carriage return
}

func (b *boundedEvents) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		b.event += len(rest) - len(after)
		b.line = b.line || len(bytes.TrimRight(line, "\r")) > 0
		if b.event > MaxBody {
			return 0, tooLarge(b.from, "event")
		}
		if ended {
			if !b.line {
				b.event = 0
			}
			b.line = false
		}
		rest = after
	}
	return n, err
}

func (b *boundedEvents) Close() error { return b.body.Close() }
