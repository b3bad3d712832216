package model

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxEvent bounds one event of a stream, in bytes. A whole call may come in one.
const maxEvent = 4 << 20

var errLongEvent = errors.New("an event is too long")

// events reads the data of a text/event-stream (WHATWG HTML, "Server-sent
// events"). Comments, with which OpenRouter keeps a stream open, and other fields
// are skipped.
type events struct {
	in   *bufio.Reader
	line []byte
	data []byte
}

func newEvents(r io.Reader) *events { return &events{in: bufio.NewReader(r)} }

// next returns the data of the next event, which stays valid until the next call.
// At the end of the stream it returns what an unfinished event has, and then
// io.EOF.
func (e *events) next() ([]byte, error) {
	e.data = e.data[:0]
	for has := false; ; {
		err := e.readLine()
		line := bytes.TrimRight(e.line, "\r\n")
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if has {
				e.data = append(e.data, '\n')
			}
			e.data = append(e.data, bytes.TrimPrefix(value, []byte(" "))...)
			has = true
		}
		switch {
		case err == io.EOF && has, err == nil && has && len(line) == 0:
			return e.data, nil
		case err != nil:
			return nil, err
		}
	}
}

func (e *events) readLine() error {
	e.line = e.line[:0]
	for {
		part, err := e.in.ReadSlice('\n')
		e.line = append(e.line, part...)
		if len(e.line)+len(e.data) > maxEvent {
			return errLongEvent
		}
		if err != bufio.ErrBufferFull {
			return err
		}
	}
}
