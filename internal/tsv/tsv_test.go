package tsv_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/tsv"
)

type row struct {
	name  string
	value any
}

var columns = []tsv.Column[row]{
	{Head: "name", Cell: func(r row) any { return r.name }, Max: 10},
	{Head: "value", Cell: func(r row) any { return r.value }},
}

func write(rows []row, s tsv.Show) string { return tsv.Write(columns, rows, s) }

func TestCells(t *testing.T) {
	t.Parallel()
	word, number, yes := "word", json.Number("1.50"), true
	for want, value := range map[string]any{
		"":                     nil,
		"a b c":                "a\tb\r\nc",
		"1.50":                 number,
		"42":                   42,
		"-7":                   int64(-7),
		"true":                 true,
		"a, b":                 []string{"a", "b"},
		"word":                 &word,
		"1.5":                  (*json.Number)(new(json.Number("1.5"))),
		"2026-05-01T10:00:00Z": time.Date(2026, 5, 1, 12, 0, 0, 999, time.FixedZone("", 7200)),
		"false":                func() *bool { no := !yes; return &no }(),
	} {
		if got := write([]row{{"n", value}}, tsv.Show{}); got != "name\tvalue\nn\t"+want {
			t.Errorf("%#v is written as %q; want the cell %q", value, got, want)
		}
	}
	for _, nothing := range []any{(*string)(nil), (*json.Number)(nil), (*bool)(nil), time.Time{}, []string(nil), json.Number("")} {
		if got := write([]row{{"n", nothing}}, tsv.Show{}); got != "name\tvalue\nn\t" {
			t.Errorf("%#v is written as %q", nothing, got)
		}
	}
}

func TestALongCellIsClipped(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0123456789":  "0123456789",
		"0123456789a": "012345678…",
		"éééééééééé":  "éééééééééé",
		"ééééééééééé": "ééééééééé…",
		"01234567 9a": "01234567…",
		"\u202eevil":  "evil",
	} {
		if got := tsv.Clip(in, 10); got != want {
			t.Errorf("Clip(%q) = %q; want %q", in, got, want)
		}
	}
}

func TestRowsAreCapped(t *testing.T) {
	t.Parallel()
	rows := make([]row, 40)
	for asked, want := range map[int]int{0: 15, -1: 15, 5: 5, 30: 30, 100: 30} {
		got := write(rows, tsv.Show{Limit: asked})
		if n := strings.Count(got, "\n") - 1; n != want || !strings.HasSuffix(got, fmt.Sprintf("\n[%d more not shown]", 40-want)) {
			t.Errorf("asked for %d rows: %d, ending in %q", asked, n, got[len(got)-20:])
		}
	}
	if got := write(rows, tsv.Show{All: true}); strings.Count(got, "\n") != 40 {
		t.Errorf("all rows: %q", got)
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rows []row
		show tsv.Show
		want string
	}{
		{nil, tsv.Show{Empty: `no coin matches "foo"`}, `[no coin matches "foo"]`},
		{nil, tsv.Show{Empty: "nothing on this page", More: "pass cursor k2 for more"}, "[nothing on this page; pass cursor k2 for more]"},
		{[]row{{"a", 1}}, tsv.Show{More: "pass cursor k2 for more"}, "name\tvalue\na\t1\n[pass cursor k2 for more]"},
		{[]row{{"a", 1}, {"b", 2}}, tsv.Show{Limit: 1, More: "ask for more rows"}, "name\tvalue\na\t1\n[1 more not shown; ask for more rows]"},
		{[]row{{"a", 1}, {"b", 2}}, tsv.Show{Limit: 1, Rest: "pass limit 2", More: "pass cursor k2"}, "name\tvalue\na\t1\n[1 more not shown, pass limit 2; pass cursor k2]"},
		{[]row{{"a", 1}}, tsv.Show{Limit: 1, Rest: "pass limit 2"}, "name\tvalue\na\t1"},
		{[]row{{"a", 1}}, tsv.Show{More: "cursor a\nb\tc"}, "name\tvalue\na\t1\n[cursor a b c]"},
	} {
		if diff := cmp.Diff(tt.want, write(tt.rows, tt.show)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.show, diff)
		}
	}
}

func TestRaise(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rows, asked int
		want        string
	}{{20, 0, "pass limit 20 to see them"}, {30, 5, "pass limit 30 to see them"}, {31, 0, "pass limit 30 to see more"}, {31, 30, ""}} {
		if got := tsv.Raise(tt.rows, tt.asked); got != tt.want {
			t.Errorf("Raise(%d, %d) = %q; want %q", tt.rows, tt.asked, got, tt.want)
		}
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	got := tsv.Fields(tsv.Field{Name: "id", Value: "bitcoin"}, tsv.Field{Name: "rank", Value: nil}, tsv.Field{Name: "text", Value: "abcdef", Max: 4})
	if want := "field\tvalue\nid\tbitcoin\ntext\tabc…"; got != want {
		t.Errorf("Fields = %q; want %q", got, want)
	}
}

func TestWhen(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2025-02-25T13:44:45.699686371Z": "2025-02-25T13:44:45Z",
		"2025-02-25T15:44:45+02:00":      "2025-02-25T13:44:45Z",
		"Fri Apr 24 02:32:26 +0000 2026": "2026-04-24T02:32:26Z",
		"2025-02-25":                     "2025-02-25",
		"":                               "",
	} {
		if got := tsv.When(in); got != want {
			t.Errorf("When(%q) = %q; want %q", in, got, want)
		}
	}
}

func TestSample(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 47, 48, 49, 100, 1000} {
		series := make([]int, n)
		for i := range series {
			series[i] = i
		}
		got := tsv.Sample(series)
		if len(got) != min(n, tsv.SeriesPoints) {
			t.Errorf("%d points become %d", n, len(got))
		}
		if n > 0 && (got[0] != 0 || got[len(got)-1] != n-1) {
			t.Errorf("%d points become %d to %d", n, got[0], got[len(got)-1])
		}
		for i := range len(got) - 1 {
			if got[i] >= got[i+1] {
				t.Errorf("of %d points, %d stands before %d", n, got[i], got[i+1])
			}
		}
	}
}

// FuzzWrite checks that nothing in a cell makes another row or cell.
func FuzzWrite(f *testing.F) {
	f.Add("a\tb", "c\nd")
	f.Add("\u202ertl", "\u2028line\u0085\x1b[2J\x00\xff")
	f.Add(strings.Repeat("é", 400), "[1 more not shown]")
	f.Fuzz(func(t *testing.T, a, b string) {
		got := write([]row{{a, b}, {b, a}}, tsv.Show{})
		lines := strings.Split(got, "\n")
		if len(lines) != 3 || !utf8.ValidString(got) {
			t.Fatalf("two rows are written as %q", got)
		}
		for _, line := range lines {
			cells := strings.Split(line, "\t")
			if len(cells) != 2 || utf8.RuneCountInString(cells[0]) > 10 || utf8.RuneCountInString(cells[1]) > tsv.MaxCell {
				t.Errorf("a row is %q", line)
			}
			if i := strings.IndexFunc(line, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("a row holds %q at %d: %q", line[i:], i, line)
			}
		}
	})
}
