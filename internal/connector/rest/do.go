package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/pkg/api"
)

// Request is one call of an API.
type Request struct {
	Method string // empty for GET
	Path   Path
	Query  url.Values
	Header http.Header // beside the credential
	Body   Body
	Max    int64 // the longest answer that is taken, in bytes; 0 for MaxAnswer
}

// Answer is what a vendor answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Get decodes what a GET answers into answer. Numbers in an any are json.Number.
// Errors are those of Do.
func (v API) Get(ctx context.Context, a connector.Account, path Path, query url.Values, answer any) error {
	return v.Decode(ctx, a, Request{Path: path, Query: query}, answer)
}

// Decode is Do for an answer that is JSON, which it decodes into answer. One that is
// not has the code upstream.
func (v API) Decode(ctx context.Context, a connector.Account, r Request, answer any) error {
	got, err := v.Do(ctx, a, r)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(got.Body))
	decoder.UseNumber()
	if decoder.Decode(answer) != nil {
		return guild.Errorf(guild.CodeUpstream, "%s answered with something that is not the JSON it documents", v.Name)
	}
	return nil
}

// Do makes one call within Timeout, and again once where the vendor answers HTTP 429
// and there is time to wait as it asks. A status outside of 200 to 299 is an error
// as Refusal makes it; so is an answer that is too long, with the code upstream, and
// a vendor that cannot be reached, with the code unavailable.
func (v API) Do(ctx context.Context, a connector.Account, r Request) (Answer, error) {
	if r.Path.err != nil {
		return Answer{}, r.Path.err
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	got, err := v.patient(ctx, a, r)
	if err != nil {
		return got, err
	}
	if got.Status == http.StatusForbidden && v.Second != "" {
		return v.elsewhere(ctx, a, r, got)
	}
	return got, v.verdict(got)
}

// elsewhere makes a call that the first host has refused at the second one. A failure
// of that says nothing of the credential, and names the host that it is of.
func (v API) elsewhere(ctx context.Context, a connector.Account, r Request, first Answer) (Answer, error) {
	there := v
	there.Name += " at " + v.Second
	second, err := there.patient(ctx, a.Via(v.Second), r)
	if err != nil {
		return second, err
	}
	if err = there.verdict(second); err == nil || guild.CodeOf(err) == guild.CodeUnavailable {
		return second, err
	}
	return first, v.verdict(first)
}

// verdict returns the error of an answer that is a refusal.
func (v API) verdict(got Answer) error {
	if got.Status/100 == 2 {
		return nil
	}
	return v.refused(got)
}

// patient tries a second time after HTTP 429, which says that nothing ran.
func (v API) patient(ctx context.Context, a connector.Account, r Request) (Answer, error) {
	got, err := v.send(ctx, a, r)
	if err != nil || got.Status != http.StatusTooManyRequests {
		return got, err
	}
	wait, ok := v.pause(got.Header, time.Now())
	if deadline, bounded := ctx.Deadline(); !ok || bounded && time.Now().Add(wait).After(deadline) {
		return got, nil
	}
	select {
	case <-ctx.Done():
		return got, nil
	case <-time.After(wait):
	}
	return v.send(ctx, a, r)
}

// pause returns how long to wait before the second try.
func (v API) pause(h http.Header, now time.Time) (time.Duration, bool) {
	if at, ok := v.until(h, now); ok {
		return max(0, at.Sub(now)), true
	}
	return v.Pause, v.Pause > 0
}

// until returns when a vendor says that a limit ends: Retry-After is a number of
// seconds or a date (RFC 9110, section 10.2.3).
func (v API) until(h http.Header, now time.Time) (time.Time, bool) {
	value := h.Get("Retry-After")
	if wait, err := time.ParseDuration(value + "s"); err == nil && wait >= 0 {
		return now.Add(wait), true
	}
	if at, err := http.ParseTime(value); err == nil {
		return at, true
	}
	if at, err := strconv.ParseInt(h.Get(v.Reset), 10, 64); err == nil && at > 0 {
		return time.Unix(at, 0), true
	}
	return time.Time{}, false
}

func (v API) send(ctx context.Context, a connector.Account, r Request) (Answer, error) {
	u, err := egress.CheckURL(a.Base + r.Path.escaped)
	if err != nil {
		return Answer{}, err
	}
	u.RawQuery = r.Query.Encode()
	req, err := http.NewRequestWithContext(ctx, r.Method, u.String(), bytes.NewReader(r.Body.Data))
	if err != nil {
		return Answer{}, err
	}
	v.address(req, a, r)
	resp, err := a.HTTP.Do(req)
	if err != nil {
		return Answer{}, egress.Failure(u, err)
	}
	defer resp.Body.Close()
	limit := r.Max
	if limit == 0 {
		limit = MaxAnswer
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil {
		return Answer{}, egress.Failure(u, err)
	}
	if int64(len(body)) > limit {
		return Answer{}, tooLong(v.Name, limit)
	}
	return Answer{resp.StatusCode, resp.Header, body}, nil
}

// address puts on a request all that is no part of its address.
func (v API) address(req *http.Request, a connector.Account, r Request) {
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "guildsd/"+api.Version())
	if r.Body.Type != "" {
		req.Header.Set("Content-Type", r.Body.Type)
	}
	headers := []http.Header{r.Header}
	if v.Credential != nil {
		headers = append(headers, v.Credential(a))
	}
	for _, h := range headers {
		for name, values := range h {
			req.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
}
