package print_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/print"
)

type thing struct {
	Name  string    `json:"name"`
	State string    `json:"state"`
	Note  string    `json:"note,omitempty"`
	Made  time.Time `json:"made"`
}

var columns = []print.Column[thing]{
	{Head: "Name", Value: func(t thing) any { return t.Name }},
	{Head: "State", Value: func(t thing) any { return print.State(t.State) }},
	{Head: "Note", Value: func(t thing) any { return t.Note }, Clip: true},
	{Head: "Made", Value: func(t thing) any { return t.Made }},
}

var made = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

var things = []thing{
	{"one", "on", "a < b", made},
	{"second", "off", "", made},
}

// format parses arguments as a command that shows things would.
func format(t *testing.T, args ...string) (*print.Format, error) {
	t.Helper()
	cmd := &cobra.Command{Use: "x"}
	f := print.Flags[thing](cmd)
	return f, cmd.ParseFlags(args)
}

func list(t *testing.T, p *print.Printer, items []thing) (out, notes string) {
	t.Helper()
	var o, n bytes.Buffer
	p.Out, p.Notes = &o, &n
	if err := print.List(p, items, columns, "There is none."); err != nil {
		t.Fatal(err)
	}
	return o.String(), n.String()
}

func TestListInAPipe(t *testing.T) {
	t.Parallel()
	got, _ := list(t, &print.Printer{}, things)
	const want = "one     on   a < b  2026-03-01T12:00:00Z\n" +
		"second  off  -      2026-03-01T12:00:00Z\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestListOnATerminal(t *testing.T) {
	t.Parallel()
	long := []thing{{"one", "on", strings.Repeat("long ", 20), time.Time{}}}
	got, _ := list(t, &print.Printer{Terminal: true, Width: 40}, long)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if want := "NAME  STATE  NOTE"; !strings.HasPrefix(lines[0], want) {
		t.Errorf("the first line is %q, want the heads %q", lines[0], want)
	}
	if !strings.Contains(lines[1], "…") || len([]rune(lines[1])) > 40 {
		t.Errorf("%q is not clipped to 40 columns", lines[1])
	}
}

func TestATerminalThatIsTooNarrowLeavesOutExtraColumns(t *testing.T) {
	t.Parallel()
	id := []print.Column[thing]{columns[0], {Head: "Id", Value: func(thing) any { return strings.Repeat("i", 36) }, Extra: true}, columns[2]}
	for width, want := range map[int]string{
		80: "NAME  ID                                    NOTE\none   iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii  a < b\n",
		40: "NAME  NOTE\none   a < b\n",
	} {
		var out bytes.Buffer
		p := &print.Printer{Out: &out, Terminal: true, Width: width}
		if err := print.Table(p, things[:1], id); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("%d columns: %s", width, diff)
		}
	}
}

// A terminal that is too narrow loses what only adds, then the ends of long cells, and
// a description only where little of it would be left.
func TestANarrowTerminalMakesRoomInOrder(t *testing.T) {
	t.Parallel()
	long := func(letter string, n int) func(thing) any {
		return func(thing) any { return strings.Repeat(letter, n) }
	}
	wide := []print.Column[thing]{
		{Head: "N", Value: long("n", 10)},
		{Head: "S", Value: long("s", 10), Extra: true},
		{Head: "R", Value: long("r", 30), Clip: true},
		{Head: "D", Value: long("d", 60), Clip: true, Extra: true},
	}
	cell := func(letter string, n int) string { return strings.Repeat(letter, n-1) + "…" }
	n, s, r := strings.Repeat("n", 10), strings.Repeat("s", 10), strings.Repeat("r", 30)
	for width, want := range map[int]string{
		116: n + "  " + s + "  " + r + "  " + strings.Repeat("d", 60),
		115: n + "  " + r + "  " + strings.Repeat("d", 60),
		80:  n + "  " + r + "  " + cell("d", 36),
		60:  n + "  " + cell("r", 26) + "  " + cell("d", 20),
		50:  n + "  " + r,
		30:  n + "  " + cell("r", 18),
		10:  n + "  " + cell("r", 8), // no narrower: the terminal wraps it
	} {
		var out bytes.Buffer
		if err := print.Table(&print.Printer{Out: &out, Terminal: true, Width: width}, things[:1], wide); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, strings.Split(out.String(), "\n")[1]); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", width, diff)
		}
	}
}

func TestBriefIsTheFirstSentence(t *testing.T) {
	t.Parallel()
	for whole, want := range map[string]string{
		"":                                "",
		"Reads a note.":                   "Reads a note.",
		"Reads a note. Use it often.":     "Reads a note.",
		"Takes a name, e.g. Ada. Or b.":   "Takes a name, e.g. Ada.",
		"Takes v1.2 of it. 3 of them.":    "Takes v1.2 of it. 3 of them.",
		"\nHeading\n\nMore of it.":        "Heading",
		strings.Repeat("w ", 200) + "end": strings.Repeat("w ", 59) + "w…",
	} {
		if got := print.Brief(whole); got != want {
			t.Errorf("Brief(%q) = %q, want %q", whole, got, want)
		}
	}
}

func TestListOfNone(t *testing.T) {
	t.Parallel()
	out, notes := list(t, &print.Printer{}, nil)
	if out != "" || notes != "There is none.\n" {
		t.Errorf("out %q, notes %q", out, notes)
	}
	f, err := format(t, "--json")
	if err != nil {
		t.Fatal(err)
	}
	out, notes = list(t, &print.Printer{Format: f}, nil)
	if out != "[]\n" || notes != "" {
		t.Errorf("with --json: out %q, notes %q", out, notes)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	const all = `[
  {
    "name": "one",
    "state": "on",
    "note": "a < b",
    "made": "2026-03-01T12:00:00Z"
  },
  {
    "name": "second",
    "state": "off",
    "made": "2026-03-01T12:00:00Z"
  }
]
`
	const chosen = `[
  {
    "note": "a < b",
    "name": "one"
  },
  {
    "note": null,
    "name": "second"
  }
]
`
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"everything", []string{"--json"}, all},
		{"chosen fields in their order", []string{"--json=note,name"}, chosen},
		{"jq strings are bare", []string{"--jq", ".[].name"}, "one\nsecond\n"},
		{"jq values are compact", []string{"--jq", "map({name})"}, `[{"name":"one"},{"name":"second"}]` + "\n"},
		{"jq over chosen fields", []string{"--json=name", "--jq", ".[0]"}, `{"name":"one"}` + "\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f, err := format(t, tc.args...)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := list(t, &print.Printer{Format: f}, things)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWrongFlagsAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ arg, want string }{
		{"--json=name,nam", `no field "nam"; the fields are name, state, note, made`},
		{"--jq=.[", "unexpected EOF"},
		{"--jq=nosuch(1)", "nosuch"},
	} {
		_, err := format(t, tc.arg)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one that says %q", tc.arg, err, tc.want)
		}
	}
}

func TestJQFails(t *testing.T) {
	t.Parallel()
	f, err := format(t, "--jq", ".name.first")
	if err != nil {
		t.Fatal(err)
	}
	p := &print.Printer{Out: &bytes.Buffer{}, Format: f}
	if err := print.One(p, things[0], columns); err == nil || !strings.Contains(err.Error(), "--jq") {
		t.Errorf("error %v, want one about --jq", err)
	}
}

func TestOneLeavesOutWhatIsEmpty(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	item := thing{Name: "one", Note: "first\nsecond"}
	if err := print.One(&print.Printer{Out: &out}, item, columns); err != nil {
		t.Fatal(err)
	}
	const want = "Name:  one\nNote:  first\n       second\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestNothingReachesTheTerminalRaw prints what a hostile server could send in
// every form there is.
func TestNothingReachesTheTerminalRaw(t *testing.T) {
	t.Parallel()
	hostile := thing{Name: "a\x1b[2Jb\u009b31mc\u202ed\re\x07", State: "\x1b[31mon", Note: "n\x1b]0;title\x07"}
	for _, args := range [][]string{nil, {"--json"}, {"--jq", ".name // .[0].name"}} {
		f, err := format(t, args...)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		p := &print.Printer{Out: &out, Notes: &out, Terminal: true, Width: 80, Format: f}
		if err := print.One(p, hostile, columns); err != nil {
			t.Fatal(err)
		}
		if err := print.Table(p, []thing{hostile}, columns); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexAny(out.String(), "\x1b\u009b\u202e\r\x07"); i >= 0 {
			t.Errorf("%v lets a control character through: %q", args, out.String())
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, text, cell string }{
		{"plain", "plain", "plain"},
		{"two\r\nlines\tand tab", "two\nlines\tand tab", "two lines and tab"},
		{"\x1b[31mred", "\u241b[31mred", "\u241b[31mred"},
		{"c1 \u0085 bidi \u202e", `c1 \u0085 bidi \u202e`, `c1 bidi \u202e`},
		{"bad \xff byte", "bad \uFFFD byte", "bad \uFFFD byte"},
		{"both \xff \x1b", "both \uFFFD \u241b", "both \uFFFD \u241b"},
		{"größer 日本", "größer 日本", "größer 日本"},
	} {
		if got := print.Text(tc.in); got != tc.text {
			t.Errorf("Text(%q) = %q, want %q", tc.in, got, tc.text)
		}
		if got := print.Cell(tc.in); got != tc.cell {
			t.Errorf("Cell(%q) = %q, want %q", tc.in, got, tc.cell)
		}
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in    string
		width int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"日本語", 4, "日…"},
	} {
		if got := print.Clip(tc.in, tc.width); got != tc.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tc.in, tc.width, got, tc.want)
		}
	}
}
