package model_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// canned answers with a body, without a network.
type canned struct{ body func() io.Reader }

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(bound{r.Context(), c.body()}),
		Header: http.Header{"Content-Type": {"text/event-stream"}},
	}, nil
}

// bound ends with the request's context, as the body of a connection does.
type bound struct {
	ctx context.Context
	io.Reader
}

func (b bound) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.ctx.Err() != nil {
		return 0, b.ctx.Err()
	}
	return n, err
}

// cutter reads as many bytes at a time as the cuts say, in turn.
type cutter struct {
	rest, cuts []byte
	n          int
}

func (c *cutter) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	size := 1
	if len(c.cuts) > 0 {
		size += int(c.cuts[c.n%len(c.cuts)])
	}
	c.n++
	n := copy(p[:min(size, len(p))], c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// FuzzCuts has every stream come in pieces of any size.
func FuzzCuts(f *testing.F) {
	for n := range shapes {
		f.Add(n, []byte{})
		f.Add(n, []byte{2, 0, 5})
	}
	f.Fuzz(func(t *testing.T, n int, cuts []byte) {
		shape := shapes[uint(n)%uint(len(shapes))]
		p := at(t, "openrouter", nil)
		p.HTTP = &http.Client{Transport: canned{func() io.Reader { return &cutter{rest: []byte(shape.events), cuts: cuts} }}}
		got, err := p.Complete(t.Context(), "key", ask, nil)
		if diff := cmp.Diff(answered(shape.want), got); err != nil || diff != "" {
			t.Errorf("%s: %v; the answer (-want +got):\n%s", shape.name, err, diff)
		}
	})
}

// FuzzStream has a provider send anything: the answer has what every answer has, or
// there is an error.
func FuzzStream(f *testing.F) {
	for _, shape := range shapes {
		f.Add([]byte(shape.events))
	}
	f.Fuzz(func(t *testing.T, events []byte) {
		p := at(t, "openrouter", nil)
		p.HTTP = &http.Client{Transport: canned{func() io.Reader { return bytes.NewReader(events) }}}
		got, err := p.Complete(t.Context(), "key", ask, nil)
		if err != nil {
			return
		}
		ids := map[string]bool{}
		for _, c := range got.Calls {
			if c.ID == "" || ids[c.ID] || c.Arguments == "" {
				t.Errorf("a call has no id of its own, or no arguments: %+v", got.Calls)
			}
			ids[c.ID] = true
		}
	})
}
