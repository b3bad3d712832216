package mcpclient

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/guildsbox/guilds/internal/guild"
)

// wire stands between mcp-go's transport and the network, for one session. It
// sets the credential on every request, the GET and the DELETE included, which
// mcp-go sends without the caller's headers; and it hands a refusal on as an
// error with its status and body, of which mcp-go keeps neither.
type wire struct {
	base  http.RoundTripper
	agent string
	pace  pace
	gone  atomic.Bool   // the server has forgotten the session: nothing to delete
	heard chan struct{} // closed once the server has answered the GET for its own stream, or cannot
	hear  func()        // closes heard; may be called again

	mu     sync.Mutex
	header http.Header // the newest credential, for requests that are no call's
}

func (w *wire) use(h http.Header) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.header = h
}

func (w *wire) credential() http.Header {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.header
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	switch {
	case req.Method == http.MethodDelete && w.gone.Load():
		return bare(req, http.StatusNoContent), nil
	case req.Method == http.MethodGet && req.Header.Get("Last-Event-ID") == "":
		return w.listen(req)
	}
	x := exchangeOf(req.Context())
	if x == nil {
		return refuse(w.send(req.Context(), req, w.credential()))
	}
	ctx, end := x.outlast(req.Context())
	resp, err := refuse(w.send(ctx, req, x.header))
	if err == nil {
		err = x.answer(resp, end)
	}
	if err != nil {
		end()
		return nil, err
	}
	return resp, nil
}

func (w *wire) send(ctx context.Context, req *http.Request, credential http.Header) (*http.Response, error) {
	out := req.Clone(ctx)
	out.Header.Set("User-Agent", w.agent)
	for name, values := range credential {
		if name = http.CanonicalHeaderKey(name); !reserved(name) {
			out.Header[name] = values
		}
	}
	return w.base.RoundTrip(out)
}

// transportHeaders, and those that begin with Mcp-, belong to the transport. A
// login's extra headers must not change it: an Accept of theirs would turn
// streaming off.
var transportHeaders = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Connection": true, "Content-Encoding": true,
	"Content-Length": true, "Content-Type": true, "Host": true, "Last-Event-Id": true,
	"Te": true, "Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
}

func reserved(name string) bool {
	return transportHeaders[name] || strings.HasPrefix(name, "Mcp-")
}

// sendable refuses a credential that cannot stand in a header (RFC 9110,
// section 5.5). It is often pasted with a line break.
func sendable(header http.Header) error {
	for name, values := range header {
		for _, v := range values {
			if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
				return guild.Errorf(guild.CodeInvalid, "the credential in %s holds a line break or another control character; enter it anew without", name)
			}
		}
	}
	return nil
}

// listen sends the GET for the server's own stream. mcp-go asks again every
// second for ever after anything but 405, so every other refusal is given the
// same face, and streams that do not last are asked for ever more seldom.
func (w *wire) listen(req *http.Request) (*http.Response, error) {
	defer w.hear()
	if err := w.pace.wait(req.Context()); err != nil {
		return nil, err
	}
	resp, err := w.send(req.Context(), req, w.credential())
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return bare(req, http.StatusMethodNotAllowed), nil
	}
	return resp, nil
}

func bare(req *http.Request, status int) *http.Response {
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}
}
