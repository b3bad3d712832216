package record_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// columnGen draws a column whose declaration is good.
func columnGen(name string) *rapid.Generator[record.Column] {
	return rapid.Custom(func(t *rapid.T) record.Column {
		c := record.Column{
			Name: name, Required: rapid.Bool().Draw(t, "required"), Array: rapid.Bool().Draw(t, "array"),
			Type: rapid.SampledFrom([]record.Type{record.Text, record.Number, record.Boolean, record.Datetime}).Draw(t, "type"),
		}
		if c.Type == record.Text && rapid.Bool().Draw(t, "values") {
			c.Values = []string{"open", "done"}
		}
		return c
	})
}

// anyValue draws a value of JSON that may fit a column or not.
var anyValue = rapid.OneOf(
	rapid.Just[any](nil), rapid.Map(rapid.Bool(), toAny[bool]),
	rapid.Map(rapid.SampledFrom([]string{"", " ", "open", "done", "other", "2026-03-01", "2026-03-01T10:00:00+05:45", "2026-03-01T10:00:00", "2026-02-30", "0000-12-31T23:00:00-05:00", "nul\x00"}), toAny[string]),
	rapid.Map(rapid.SampledFrom([]string{"0", "-0.0", "1.50", "12345678901234567890.5", "1e59", "1e60", "1e-60", "1e-61", "1e999999999999"}), func(s string) any { return json.Number(s) }),
	rapid.Just[any](map[string]any{"a": true}),
)

func toAny[T any](v T) any { return v }

// bodyGen draws a body that names some of the columns, and now and then another.
func bodyGen(columns record.Columns) *rapid.Generator[map[string]any] {
	value := rapid.OneOf(anyValue, anyValue, rapid.Map(rapid.SliceOfN(anyValue, 0, 4), func(l []any) any { return l }))
	return rapid.MapOfN(rapid.SampledFrom(append(columns.Names(), "undeclared")), value, 0, len(columns)+1)
}

// fitsOne says whether a value that is no list fits a column, by other means than
// the package's.
func fitsOne(c record.Column, v any) bool {
	switch c.Type {
	case record.Text:
		s, is := v.(string)
		return is && !strings.Contains(s, "\x00") && (len(c.Values) == 0 || s == "open" || s == "done")
	case record.Number:
		n, is := v.(json.Number)
		if !is || strings.Contains(string(n), "999999") {
			return false
		}
		r, ok := new(big.Rat).SetString(string(n))
		return ok && (r.Sign() == 0 || len(strings.Trim(r.FloatString(200), "-0.")) > 0 && digitsOf(r) <= 60)
	case record.Boolean:
		_, is := v.(bool)
		return is
	default:
		s, is := v.(string)
		if !is {
			return false
		}
		at, err := time.Parse("2006-01-02T15:04:05Z07:00", s)
		if len(s) == len("2026-03-01") {
			at, err = time.Parse("2006-01-02", s)
		}
		return err == nil && at.UTC().Year() > 0
	}
}

// digitsOf counts the digits of a number that is written out.
func digitsOf(r *big.Rat) int {
	whole, fraction, _ := strings.Cut(strings.TrimLeft(r.FloatString(200), "-"), ".")
	return len(strings.TrimLeft(whole, "0")) + len(strings.TrimRight(fraction, "0"))
}

// expected returns the paths of all that is wrong with a body.
func expected(columns record.Columns, body map[string]any) []string {
	var wrong []string
	for name := range body {
		if !slices.Contains(columns.Names(), name) {
			wrong = append(wrong, "body."+name)
		}
	}
	for _, c := range columns {
		v, given := body[c.Name]
		list, isList := v.([]any)
		switch {
		case !given || v == nil:
			if c.Required {
				wrong = append(wrong, "body."+c.Name)
			}
		case c.Array && isList:
			if c.Required && len(list) == 0 {
				wrong = append(wrong, "body."+c.Name)
			}
			for i, item := range list {
				if !fitsOne(c, item) {
					wrong = append(wrong, "body."+c.Name+"["+string(rune('0'+i))+"]")
				}
			}
		case c.Array || isList || !fitsOne(c, v):
			wrong = append(wrong, "body."+c.Name)
		case c.Type == record.Text && c.Required && strings.TrimSpace(v.(string)) == "":
			wrong = append(wrong, "body."+c.Name)
		}
	}
	slices.Sort(wrong)
	return wrong
}

// A record is accepted exactly when it fits its columns, and is told of every
// problem at once.
func TestAcceptedExactlyWhenItFits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		columns := record.Columns{columnGen("a").Draw(t, "a"), columnGen("b").Draw(t, "b"), columnGen("c").Draw(t, "c")}
		body := bodyGen(columns).Draw(t, "body")
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		accepted, err := record.Accept(columns, raw)
		var got []string
		if rejected, is := errors.AsType[*guild.Error](err); is {
			if rejected.Code != guild.CodeInvalid || rejected.Msg != "record rejected" {
				t.Errorf("the error is %s %q", rejected.Code, rejected.Msg)
			}
			for _, p := range rejected.Problems {
				got = append(got, p.Path)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(expected(columns, body), got); diff != "" {
			t.Errorf("%s against %v: problems (-want +got):\n%s", raw, columns, diff)
		}
		if err != nil {
			return
		}
		// What was accepted and is written again is accepted again and the same.
		again, err := accepted.Ordered(columns)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := record.Accept(columns, again)
		if err != nil || !maps.EqualFunc(accepted, twice, record.Same) {
			t.Errorf("%s was accepted, and read again it is %v (%v)", again, twice, err)
		}
	})
}

func TestBodiesThatAreNone(t *testing.T) {
	t.Parallel()
	columns := record.Columns{{Name: "a", Type: record.Text}}
	for _, raw := range []string{``, `null`, `[]`, `"a"`, `{"a":"b"`, `{} {}`, `{"a":"` + strings.Repeat("x", record.MaxBody) + `"}`} {
		if _, err := record.Accept(columns, json.RawMessage(raw)); guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("Accept(%.20s): %v", raw, err)
		}
	}
}

func TestNumbersAreExact(t *testing.T) {
	t.Parallel()
	columns := record.Columns{{Name: "n", Type: record.Number}}
	for given, want := range map[string]string{
		"1": "1", "1.0": "1", "-0": "0", "0e5": "0", "1e3": "1000", "1.50e1": "15", "1.5E-3": "0.0015", "-12.340": "-12.34",
		"0.1": "0.1", "100": "100", "12345678901234567890.123456789": "12345678901234567890.123456789", "10.0e-1": "1",
	} {
		body, err := record.Accept(columns, json.RawMessage(`{"n":`+given+`}`))
		if err != nil || body["n"] != json.Number(want) {
			t.Errorf("%s is %v (%v), want %s", given, body["n"], err, want)
		}
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	columns := record.Columns{{Name: "a", Type: record.Text, Required: true}, {Name: "b", Type: record.Number}}
	for raw, want := range map[string]string{
		`{"b":2}`: "", `{"b":null}`: "", `{"a":"x"}`: "",
		`{}`:         "record rejected\n  body: names no column that changes",
		`{"a":null}`: "record rejected\n  body.a: is required and cannot be cleared",
		`{"a":" "}`:  "record rejected\n  body.a: is required and empty",
	} {
		_, err := record.AcceptChange(columns, json.RawMessage(raw))
		if got := message(err); got != want {
			t.Errorf("AcceptChange(%s): %q, want %q", raw, got, want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	columns := record.Columns{{Name: "a", Type: record.Text}, {Name: "b", Type: record.Datetime}, {Name: "c", Type: record.Text, Array: true}}
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	before := record.Body{"b": at, "c": []any{"x"}}
	for name, tt := range map[string]struct {
		change record.Body
		want   []string
	}{
		"all new": {record.Body{"a": "y", "b": nil}, nil},
		"partly":  {record.Body{"a": "y", "b": at.In(time.FixedZone("", 3600))}, []string{"b had this value already"}},
		"nothing": {record.Body{"a": nil, "c": []any{"x"}}, []string{"a was empty already", "c had this value already", "nothing was changed"}},
	} {
		if diff := cmp.Diff(tt.want, record.Warnings(columns, before, tt.change)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
