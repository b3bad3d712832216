package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/guildsbox/guilds/pkg/api"
)

// Client talks to one daemon. It is safe for concurrent use.
type Client struct {
	http  *http.Client
	base  string
	token string
	where string // how an error names the daemon
}

// Unix returns a client of the daemon that listens on a unix socket.
func Unix(socket string) *Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}
	transport := &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 64, ExpectContinueTimeout: expectTimeout}
	return &Client{http: &http.Client{Transport: transport, CheckRedirect: refuseRedirect}, base: "http://guildsd", where: socket}
}

// TCP returns a client of the daemon at a base address such as
// https://box.example:8443, which proves itself by a bearer token. Plain http is
// for this machine only: elsewhere it would send the token in clear.
func TCP(base, token string) (*Client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("%q is not an address; it looks like https://box.example:8443", base)
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return nil, fmt.Errorf("%s would send the token in clear; use https, or http to this machine only", base)
	}
	base = strings.TrimSuffix(u.String(), "/")
	return &Client{http: &http.Client{CheckRedirect: refuseRedirect}, base: base, token: token, where: base}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// The daemon never redirects, so a redirect comes from something that stands in
// its place, and must not be handed the token.
func refuseRedirect(req *http.Request, _ []*http.Request) error {
	return fmt.Errorf("the daemon's address redirects to %s", req.URL.Host)
}

// A body of more bytes than expectAbove waits for the daemon's word to send it: one
// that it refuses unread would break the connection, and look like no daemon at all.
// Where no word comes within expectTimeout, the body is sent; net/http's own transport
// waits as long.
const (
	expectAbove   = 1 << 20
	expectTimeout = time.Second
)

// Unreachable is a request that found no daemon to answer it.
type Unreachable struct {
	Where string // the socket or address that was tried
	Err   error
}

// Error names the socket or address, and why it did not answer.
func (e *Unreachable) Error() string {
	err := e.Err
	if u := (*url.Error)(nil); errors.As(err, &u) {
		err = u.Err
	}
	if op := (*net.OpError)(nil); errors.As(err, &op) {
		err = op.Err
	}
	return fmt.Sprintf("no guildsd answers at %s: %v", e.Where, err)
}

// Unwrap returns the cause.
func (e *Unreachable) Unwrap() error { return e.Err }

// do sends one request and decodes its answer. A nil in sends no body, and out
// is left alone where the answer has none.
func do[Out any](ctx context.Context, c *Client, op api.Operation, path []string, query url.Values, in any) (Out, error) {
	var out Out
	req, err := c.request(ctx, op, path, query, in)
	if err != nil {
		return out, err
	}
	resp, err := c.send(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNoContent {
		return out, nil
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return out, fmt.Errorf("the answer of %s is not what this version expects: %w", op.ID, err)
	}
	return out, nil
}

func (c *Client) request(ctx context.Context, op api.Operation, path []string, query url.Values, in any) (*http.Request, error) {
	var body io.Reader
	if in != nil {
		encoded, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(encoded)
	}
	target := c.base + fill(op.Path, path)
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, op.Method, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json, application/problem+json")
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if req.ContentLength > expectAbove {
		req.Header.Set("Expect", "100-continue")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	return req, nil
}

// send returns an answer of a successful status, or the problem it holds.
func (c *Client) send(req *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(req)
	if err != nil {
		if ctxErr := req.Context().Err(); ctxErr != nil {
			return nil, ctxErr
		}
		return nil, &Unreachable{Where: c.where, Err: err}
	}
	if resp.StatusCode < 400 {
		return resp, nil
	}
	defer resp.Body.Close()
	return nil, problem(resp)
}

// problem reads the problem document of a failed answer, or makes one of an
// answer that is none.
func problem(resp *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	p := &api.Problem{}
	if json.Unmarshal(body, p) != nil || p.Code == "" {
		p = &api.Problem{Title: resp.Status, Code: api.CodeInternal, Detail: "the daemon answered " + resp.Status + " without a problem document"}
	}
	p.Status = resp.StatusCode
	return p
}

// fill puts values in the place of a path's {parameters}, in order.
func fill(pattern string, values []string) string {
	for _, v := range values {
		open := strings.IndexByte(pattern, '{')
		end := strings.IndexByte(pattern, '}')
		pattern = pattern[:open] + url.PathEscape(v) + pattern[end+1:]
	}
	return pattern
}

// values makes a query of pairs of a name and a value; an empty value is left out.
func values(pairs ...string) url.Values {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return q
}
