package tool_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

func left(n int) *int { return &n }

const wrapUp = "\nFew tool calls are left: finish what matters most, then answer with what is done and what is still open."

func TestStampKeepsTheOrderFilterRedactionCapTrailer(t *testing.T) {
	t.Parallel()
	secrets := redact.New(redact.Secret{Name: "key", Value: "hunter22"})
	tests := map[string]struct {
		pipeline tool.Pipeline
		in, want string
	}{
		"nothing set":      {tool.Pipeline{}, "hunter22", "hunter22"},
		"redaction":        {tool.Pipeline{Redact: secrets}, "pw hunter22", "pw [redacted:key]"},
		"filter first":     {tool.Pipeline{Redact: secrets, Filter: strings.ToLower}, "HUNTER22", "[redacted:key]"},
		"redacted, capped": {tool.Pipeline{Redact: secrets, Cap: 40}, "hunter22" + strings.Repeat("b", 100), "[redacted:key]bbbbb\n[95 bytes left out]"},
		"trailer":          {tool.Pipeline{Remaining: left(9)}, "ok", "ok\nremaining_tool_calls: 9"},
		"wrap up":          {tool.Pipeline{Remaining: left(8)}, "ok", "ok" + wrapUp + "\nremaining_tool_calls: 8"},
		"none left":        {tool.Pipeline{Remaining: left(0)}, "", wrapUp + "\nremaining_tool_calls: 0"},
		"below none":       {tool.Pipeline{Remaining: left(-1)}, "", wrapUp + "\nremaining_tool_calls: 0"},
		"failure too":      {tool.Pipeline{Redact: secrets, Remaining: left(50)}, "ERROR: hunter22", "ERROR: [redacted:key]\nremaining_tool_calls: 50"},
		"after the cap":    {tool.Pipeline{Cap: 30, Remaining: left(50)}, strings.Repeat("a", 60), strings.Repeat("a", 10) + "\n[50 bytes left out]\nremaining_tool_calls: 50"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.pipeline.Stamp(tt.in)); diff != "" {
				t.Errorf("Stamp (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheDefaultCapIs64KiB(t *testing.T) {
	t.Parallel()
	fits := strings.Repeat("a", 64<<10)
	if got := (tool.Pipeline{}).Stamp(fits); got != fits {
		t.Error("a result of exactly 64 KiB was changed")
	}
	if got := (tool.Pipeline{}).Stamp(fits + "a"); len(got) > 64<<10 || !strings.HasSuffix(got, " bytes left out]") {
		t.Errorf("a longer result has %d bytes and ends in %q", len(got), got[len(got)-40:])
	}
}

// The bounded read of a remote answer is an error of the client, so a result that
// gets here is whole. This is the platform's own cut.
func TestCase28ASecretOnTheCutDoesNotLeakInPart(t *testing.T) {
	t.Parallel()
	const secret = "Zq81-the-whole-secret-value"
	p := tool.Pipeline{Redact: redact.New(redact.Secret{Name: "key", Value: secret}), Cap: 100}
	for before := range 150 {
		got := p.Stamp(strings.Repeat(".", before) + secret + strings.Repeat(".", 100))
		if strings.Contains(got, "Zq") || len(got) > 100 {
			t.Errorf("%d bytes before the secret: Stamp = %q", before, got)
		}
	}
}

func TestFailure(t *testing.T) {
	t.Parallel()
	coded := guild.Errorf(guild.CodeNotFound, "no record 7 in books")
	problems := guild.Invalid("the arguments do not fit", []guild.Problem{{Path: "$.a", Message: "is required"}, {Path: "$.b", Message: "is no string"}})
	for want, err := range map[string]error{
		"ERROR: no record 7 in books":                                              coded,
		"ERROR: no record 7 in books\n":                                            fmt.Errorf("looking: %w", coded),
		"ERROR: the arguments do not fit\n  $.a: is required\n  $.b: is no string": problems,
	} {
		got := tool.Failure(err)
		if diff := cmp.Diff(tool.Result{Text: strings.TrimSuffix(want, "\n"), Failed: true}, got); diff != "" {
			t.Errorf("Failure(%v) (-want +got):\n%s", err, diff)
		}
	}
}

func TestFailureHidesAFaultOfTheBoxBehindAReference(t *testing.T) {
	t.Parallel()
	fault := errors.New("pq: password hunter22 is wrong")
	one, two := tool.Failure(fault), tool.Failure(fault)
	if !regexp.MustCompile(`^ERROR: internal error \(ref [0-9a-f]{8}\)$`).MatchString(one.Text) || !one.Failed {
		t.Errorf("Failure = %+v", one)
	}
	if ref, _ := one.Meta[tool.MetaRef].(string); ref == "" || !strings.Contains(one.Text, ref) {
		t.Errorf("the text %q does not show the reference %q", one.Text, ref)
	}
	if one.Text == two.Text {
		t.Errorf("two failures share the reference in %q", one.Text)
	}
}

func TestRefuseMarks(t *testing.T) {
	t.Parallel()
	tests := []struct{ args, secret string }{
		{`{"body":"use [redacted:api-key] here"}`, "api-key"},
		{`{"a":[{"b":["x","[redacted:deep]"]}]}`, "deep"},
		{`{"[redacted:in a key]":1}`, "in a key"},
		{`{"a":"\u005bredacted:escaped\u005D"}`, "escaped"},
		{`{"a":"[redacted:]","b":"redacted:x","n":12345678901234567890}`, ""},
		{`{}`, ""},
		{``, ""},
	}
	for _, tt := range tests {
		err := tool.RefuseMarks(json.RawMessage(tt.args))
		if (err != nil) != (tt.secret != "") {
			t.Errorf("RefuseMarks(%s) = %v", tt.args, err)
		}
		if err != nil && (guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), tt.secret)) {
			t.Errorf("RefuseMarks(%s) = %v, which does not name %q", tt.args, err, tt.secret)
		}
	}
	if err := tool.RefuseMarks(json.RawMessage(`{"a":`)); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("RefuseMarks of half a document = %v", err)
	}
}
