package model

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// maxRefusal bounds what is read of a refusal, in bytes.
const maxRefusal = 64 << 10

// attempt sends the request once and reads the answer.
func (t turn) attempt(ctx context.Context, b body) (Answer, error) {
	ctx, idle := watchIdle(ctx, t.Idle)
	defer idle.stop()
	req, err := t.request(ctx, http.MethodPost, "/chat/completions", t.key, &b)
	if err != nil {
		return Answer{}, err
	}
	g := &gatherer{onDelta: t.onDelta}
	resp, err := t.HTTP.Do(req)
	if err != nil {
		return Answer{}, t.lost(ctx, req.URL, err, false)
	}
	defer resp.Body.Close()
	in := idle.reader(resp.Body)
	if resp.StatusCode != http.StatusOK {
		return Answer{}, t.refusedBy(resp, in)
	}
	g.answer.GenerationID = resp.Header.Get("X-Generation-Id")
	if err := t.read(g, resp, in); err != nil {
		return Answer{}, t.lost(ctx, req.URL, err, g.began)
	}
	return g.finish()
}

func (t turn) refusedBy(resp *http.Response, in io.Reader) error {
	said, err := io.ReadAll(io.LimitReader(in, maxRefusal))
	c := complaintIn(said)
	if err != nil {
		c = complaint{} // half of a refusal; its status says enough
	}
	return t.refused(t.key, resp.StatusCode, c, retryAfter(resp.Header, time.Now()))
}

// read takes an answer of status 200, streamed or whole.
func (t turn) read(g *gatherer, resp *http.Response, in io.Reader) error {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind == "application/json" {
		whole, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		return t.take(g, whole)
	}
	for events := newEvents(in); ; {
		data, err := events.next()
		switch {
		case err == io.EOF && g.answer.Finish == "":
			return io.ErrUnexpectedEOF
		case err == io.EOF, err == nil && string(data) == "[DONE]":
			return nil
		case err != nil:
			return err
		}
		if err := t.take(g, data); err != nil {
			return err
		}
	}
}

// take reads one chunk. Only an error that it holds is no fault of the stream.
func (t turn) take(g *gatherer, data []byte) error {
	var c chunk
	var odd *json.UnmarshalTypeError // one member of another type must not cost the answer
	if err := json.Unmarshal(data, &c); err != nil && !errors.As(err, &odd) {
		return errNoChunk
	}
	if isSet(c.Error) {
		return t.refused(t.key, http.StatusOK, complaintOf(c.Error), 0)
	}
	if err := g.add(c); err != nil {
		return err
	}
	if g.answer.Finish == "error" {
		return t.refused(t.key, http.StatusBadGateway, complaint{words: "the model's provider failed"}, 0)
	}
	return nil
}

var errNoChunk = errors.New("a chunk is not JSON")

// lost makes the error of an exchange that brought no whole answer. began says that
// a part of it was shown.
func (t turn) lost(ctx context.Context, u *url.URL, err error, began bool) error {
	var f *failure
	if errors.As(err, &f) { // the provider has said what it is
		f.began = began
		return err
	}
	broken := brokenOff(ctx, u, err)
	if broken == nil {
		return err
	}
	broken.Err = &failure{again: broken.Code == guild.CodeUnavailable, began: began, err: err}
	return broken
}

// brokenOff says what became of the connection, or returns nil where the caller has
// ended it.
func brokenOff(ctx context.Context, u *url.URL, err error) *guild.Error {
	var broken *guild.Error
	switch origin := egress.Origin(u); {
	case errors.Is(context.Cause(ctx), errIdle):
		broken = guild.Errorf(guild.CodeUnavailable, "%s sent nothing for too long; try again later", origin)
	case errors.Is(err, io.ErrUnexpectedEOF):
		broken = guild.Errorf(guild.CodeUnavailable, "the answer of %s broke off; try again later", origin)
	case errors.Is(err, errNoChunk), errors.Is(err, errLongEvent):
		broken = guild.Errorf(guild.CodeUnavailable, "%s sent an answer that cannot be read: %v", origin, err)
	case errors.As(egress.Failure(u, err), &broken):
		broken = broken.WithHint("%s", broken.Hint) // a copy, which may be given a cause
	}
	return broken
}

// nothing is the error of an empty answer, after which the request is sent again.
func (t turn) nothing() error {
	err := guild.Errorf(guild.CodeUpstream, "%s answered nothing", t.Title)
	err.Err = &failure{again: true, err: errEmpty}
	return err
}
