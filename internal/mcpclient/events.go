package mcpclient

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// eventFilter reads a text/event-stream (WHATWG HTML, "Server-sent events") and
// passes on whole events, without those that mcp-go would get wrong: it takes
// the first response on a stream for the one it waits for, whatever its id.
type eventFilter struct {
	src  io.Closer
	in   *bufio.Reader
	x    *exchange
	end  func() // frees the connection
	id   []byte // of the awaited response, as JSON
	head []byte // beginning of that response as most servers write it
	tail []byte // its end as the rest of them write it
	buf  []byte // the event being read
	out  []byte // what is left to pass on of it
	err  error
}

func newEventFilter(body io.ReadCloser, x *exchange, end func()) *eventFilter {
	id := strconv.AppendInt(nil, x.id, 10)
	return &eventFilter{
		src: body, in: bufio.NewReader(body), x: x, end: end, id: id,
		head: append(append([]byte(`{"jsonrpc":"2.0","id":`), id...), `,"result"`...),
		tail: append(append([]byte(`,"id":`), id...), '}'),
	}
}

// Close leaves the stream open for a moment once it has carried the response:
// mcp-go's reader, which is another goroutine, then reads it to its end. See
// exchange.outlast for the limit.
func (f *eventFilter) Close() error {
	if f.x.answered.Load() {
		return nil
	}
	return f.src.Close()
}

func (f *eventFilter) Read(p []byte) (int, error) {
	for len(f.out) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.next()
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

// next reads one event into out, or nothing when it is not to be passed on.
func (f *eventFilter) next() {
	f.buf = f.buf[:0]
	for blank := false; !blank && f.err == nil; {
		blank = f.line()
	}
	if f.err != nil {
		f.end()
	}
	if f.err != nil && f.err != io.EOF {
		f.x.fail(f.err)
		return
	}
	if !f.wanted(eventData(f.buf)) {
		return
	}
	if f.err == io.EOF && len(f.buf) > 0 {
		// Some servers leave out the end of the last event.
		f.buf = append(f.buf, "\n\n"...)
	}
	f.out = f.buf
}

// line appends one line to buf, and reports whether it was an empty one, which
// ends an event.
func (f *eventFilter) line() bool {
	start := len(f.buf)
	for {
		part, err := f.in.ReadSlice('\n')
		f.buf = append(f.buf, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		f.err = err
		return err == nil && len(bytes.TrimRight(f.buf[start:], "\r\n")) == 0
	}
}

// eventData joins the data lines of an event. Nearly every event has one, which
// is returned without a copy.
func eventData(event []byte) []byte {
	var data []byte
	for more := true; more; {
		var line []byte
		line, event, more = bytes.Cut(event, []byte("\n"))
		value, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok {
			continue
		}
		value = bytes.TrimPrefix(bytes.TrimRight(value, "\r"), []byte(" "))
		if data == nil {
			data = value
			continue
		}
		data = append(append(data[:len(data):len(data)], '\n'), value...)
	}
	return data
}

// wanted reports whether an event is for this exchange: the response to its
// request, a request or notification of the server, or an event without data,
// whose id and retry fields say how to resume the stream. Comments, pings and
// other requests' responses are not.
func (f *eventFilter) wanted(data []byte) bool {
	if len(data) == 0 {
		return true
	}
	if f.plainlyOurs(data) {
		f.x.answered.Store(true)
		return true
	}
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	switch {
	case json.Unmarshal(data, &m) != nil:
		return false
	case m.Method != "":
		return true
	case bytes.Equal(m.ID, f.id):
		f.x.answered.Store(true)
		return true
	case len(m.ID) == 0 || string(m.ID) == "null":
		f.unmatched(data)
	}
	return false
}

// unmatched takes an error that names no request for the answer to this one:
// the stream is this exchange's alone.
func (f *eventFilter) unmatched(data []byte) {
	if e := rpcErrorIn(data); e != nil {
		f.err = e
		f.x.fail(e)
		f.end()
	}
}

// plainlyOurs recognises the awaited response without parsing it, which for a
// long one costs more than all the rest here. Both forms are conclusive: the id
// and the result stand at the outermost level, first or last.
func (f *eventFilter) plainlyOurs(data []byte) bool {
	return bytes.HasPrefix(data, f.head) ||
		bytes.HasPrefix(data, []byte(`{"result":`)) && bytes.HasSuffix(data, f.tail)
}
