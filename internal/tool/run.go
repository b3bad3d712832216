package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/schema"
)

// Run calls a tool: it drops the empty arguments that a model adds where it should
// leave a key out, refuses marks of redacted secrets, checks the rest against the
// declared schema, and calls the handler under the tool's timeout. The result is
// raw: a Pipeline makes of it what is stored and shown. An error that is no
// guild.Error is returned beside its Result, for whoever logs it.
func (t Tool) Run(ctx context.Context, c *Call, args json.RawMessage) (Result, error) {
	ready, err := t.check(args)
	if err != nil {
		c.fail(err)
		return Failure(err), nil
	}
	timeout := t.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	within, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	text, err := t.call(within, c, ready)
	if err == nil {
		return Result{Text: text, Meta: c.Noted()}, nil
	}
	switch {
	case ctx.Err() != nil:
		err = guild.Errorf(guild.CodeUnavailable, "the call was cancelled before the tool answered; it may have happened")
	case errors.Is(within.Err(), context.DeadlineExceeded) && guild.CodeOf(err) == guild.CodeInternal:
		err = guild.Errorf(guild.CodeUnavailable, "%s did not answer within %s; the call may have happened", t.Name, timeout)
	}
	c.fail(err)
	failure := Failure(err)
	for field, value := range c.Noted() {
		if failure.Meta == nil {
			failure.Meta = map[string]any{}
		}
		failure.Meta[field] = value
	}
	if guild.CodeOf(err) == guild.CodeInternal {
		return failure, err
	}
	return failure, nil
}

func (t Tool) check(args json.RawMessage) (json.RawMessage, error) {
	if err := RefuseMarks(args); err != nil {
		return nil, err
	}
	ready, err := schema.DropEmpty(t.InputSchema(), args)
	if err != nil {
		return nil, err
	}
	return ready, guild.Invalid("the arguments do not fit "+t.Name, schema.Check(t.InputSchema(), ready))
}

// call calls the handler; a panic in it is an error like any other fault.
func (t Tool) call(ctx context.Context, c *Call, args json.RawMessage) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = guild.Recovered(t.Name, p)
		}
	}()
	return t.run(ctx, c, args)
}

// decode reads checked arguments strictly: what the schema lets through and the
// struct does not know is a fault of the declaration.
func decode(raw json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	d.UseNumber()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return guild.Errorf(guild.CodeInvalid, "the arguments cannot be read: %s", err)
	}
	return nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
