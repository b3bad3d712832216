package connection_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

func TestACallShowsNoCredential(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	_, url := startReal(t, mcptest.Options{})
	c := b.connect(t, b.server(t, url))
	leak := b.call(t, c.ID, "tools_leak", "")
	for _, form := range []string{canary, "Y2FuYXJ5LTRm"} { // plain and base64
		if strings.Contains(leak.Result, form) {
			t.Errorf("the result shows the credential as %s:\n%s", form, leak.Result)
		}
	}
	if n := strings.Count(leak.Result, "[redacted:tools]"); n != 6 || leak.Failed {
		t.Errorf("the result has %d marks; want one for each of 6 forms:\n%s", n, leak.Result)
	}
	echo := b.call(t, c.ID, "tools_echo", `{"message":"my key is `+canary+`"}`)
	kept := b.db.Call(t, echo.ID)
	if string(kept.Arguments) != `{"message":"my key is [redacted:tools]"}` || kept.Result != "my key is [redacted:tools]" || kept.Result != echo.Result {
		t.Errorf("on record is %+v", kept)
	}
}

func TestProgressShowsNoCredential(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	f.set(func(f *fake) { f.report = "half of " + canary })
	c := b.connect(t, b.server(t, url))
	reports := make(chan mcpclient.Progress, 1)
	_, err := b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "one", Progress: func(p mcpclient.Progress) { reports <- p }})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(mcpclient.Progress{Progress: 1, Message: "half of [redacted:tools]"}, <-reports); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// What cannot be stored as it came is stored all the same: the call was made.
func TestACallIsOnRecordWhateverItHolds(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	row := b.server(t, url)
	const number = "1234567890"
	c, err := b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(number)})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, args, answer string
		arguments, result  string
		failed             bool
	}{
		{"NUL in the result", `{}`, `{"content":[{"type":"text","text":"a\u0000b"}]}`, `{}`, "a\uFFFDb", false},
		{"NUL in an error", `{}`, `"error":{"code":-32602,"message":"a\u0000b"}`, `{}`, "error -32602: ab", true},
		{"a number that is the credential", `{"n":` + number + `}`, text("ok"), `"{\"n\":[redacted:tools]}"`, "ok", false},
		{"arguments that are no JSON", `{"a":`, text("ok"), `"{\"a\":"`, "the arguments are not JSON", true},
		{"no arguments", ``, text("ok"), `{}`, "ok", false},
		{"null for arguments", `null`, text("ok"), `{}`, "ok", false},
	} {
		f.set(func(f *fake) { f.call = func(json.RawMessage) string { return tt.answer } })
		kept := b.db.Call(t, b.call(t, c.ID, "one", tt.args).ID)
		if string(kept.Arguments) != tt.arguments || !strings.Contains(kept.Result, tt.result) || kept.Failed != tt.failed {
			t.Errorf("%s: on record are the arguments %s and the result %q (failed %t); want %s, %q and %t",
				tt.name, kept.Arguments, kept.Result, kept.Failed, tt.arguments, tt.result, tt.failed)
		}
	}
}

func TestAMarkInArgumentsIsRefused(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	c := b.connect(t, b.server(t, url))
	record := b.call(t, c.ID, "one", `{"a":["[redacted:tools]"]}`)
	if !record.Failed || !strings.HasPrefix(record.Result, "ERROR: ") || !strings.Contains(record.Result, `"tools"`) {
		t.Errorf("the result is %q", record.Result)
	}
	if _, calls, _ := f.seen(); len(calls) != 0 {
		t.Errorf("the server was sent %q", calls)
	}
}

func TestArgumentsAreForwardedAsTheyAre(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, `{"name":"one","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["b"]}}`)
	c := b.connect(t, b.server(t, url))
	b.call(t, c.ID, "one", `{"a":"","b":"","n":12345678901234567890,"f":1.50}`)
	if _, calls, _ := f.seen(); !cmp.Equal(calls, []string{`{"b":"","n":12345678901234567890,"f":1.50}`}) {
		t.Errorf("the server was sent %q", calls)
	}
}

func TestARefusedCall(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]connection.Status{401: connection.Disconnected, 403: connection.Connected} {
		b := newBox(t)
		f, url := startFake(t, plainTool("one"))
		c := b.connect(t, b.server(t, url))
		f.set(func(f *fake) { f.refusal = status })
		if record := b.call(t, c.ID, "one", "{}"); !record.Failed || !strings.HasPrefix(record.Result, "ERROR: ") {
			t.Errorf("HTTP %d came to the result %q", status, record.Result)
		}
		if after := b.read(t, c.ID); after.Status != want {
			t.Errorf("after HTTP %d the login is %s; want %s", status, after.Status, want)
		}
		_, err := b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "one"})
		if (err == nil) != (want == connection.Connected) {
			t.Errorf("the next call: %v", err)
		}
		if want == connection.Disconnected {
			wantCode(t, err, guild.CodeConflict, "disconnected")
		}
	}
}

func TestACallThatIsNotMade(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	_, url := startFake(t, plainTool("one"))
	c := b.connect(t, b.server(t, url))
	_, err := b.logins.Call(t.Context(), connection.Call{Connection: c.ID, Tool: "two"})
	wantCode(t, err, guild.CodeNotFound, "tools at acme", "two")
	_, err = b.logins.Call(t.Context(), connection.Call{Connection: guild.NewID(), Tool: "one"})
	wantCode(t, err, guild.CodeNotFound)
}

// An edited row is in force at once, without a new credential.
func TestAnEditedRowIsInForceAtOnce(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	row := b.server(t, url)
	c := b.connect(t, row)
	b.call(t, c.ID, "one", "{}")
	row.Header.Scheme = "Token"
	if err := b.db.EditServer(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	b.call(t, c.ID, "one", "{}")
	if _, _, keys := f.seen(); keys[len(keys)-1] != "Token "+canary {
		t.Errorf("the server was last sent %q", keys[len(keys)-1])
	}
}

// A call whose caller went away is cancelled at the server, and on record.
func TestACallThatNobodyWaitsForIsOnRecord(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	server, url := startReal(t, mcptest.Options{})
	c := b.connect(t, b.server(t, url))
	ctx, leave := context.WithCancel(t.Context())
	type outcome struct {
		record connection.CallRecord
		err    error
	}
	done := make(chan outcome)
	go func() {
		record, err := b.logins.Call(ctx, connection.Call{Connection: c.ID, Tool: "slow", Arguments: json.RawMessage(`{"steps":0}`)})
		done <- outcome{record, err}
	}()
	<-server.Started()
	leave()
	<-server.Stopped()
	got := <-done
	if got.err != nil && !errors.Is(got.err, context.Canceled) {
		t.Fatal(got.err)
	}
	if kept := b.db.Call(t, got.record.ID); !kept.Failed || !strings.Contains(kept.Result, "the caller went away") {
		t.Errorf("on record is %q (failed %t)", kept.Result, kept.Failed)
	}
	if b.log.holds("tool call failed") {
		t.Error("a caller who went away is in the log as a failure")
	}
}

func TestAResultIsCapped(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.logins.Cap = 1000
	_, url := startReal(t, mcptest.Options{})
	c := b.connect(t, b.server(t, url))
	record := b.call(t, c.ID, "big", `{"bytes":1000000}`)
	if len(record.Result) > 1200 || !strings.Contains(record.Result, "999") {
		t.Errorf("a result of 1,000,000 bytes came as %d; it ends in %q", len(record.Result), record.Result[len(record.Result)-100:])
	}
}
