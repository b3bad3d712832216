package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/redact"
)

// awkward needs an escape in every encoding: quotes, a backslash, a control
// character, HTML's own characters, a space, a slash, two kinds of non-ASCII.
const awkward = "a\"b\\c\t<d> e/f+g=h&é😀z"

func TestRedactMasksTheValueAsItStands(t *testing.T) {
	t.Parallel()
	set := redact.New(
		redact.Secret{Name: "short", Value: "sk-live-1"},
		redact.Secret{Name: "long", Value: "sk-live-1234567890"},
		redact.Secret{Name: "other", Value: "hunter22"},
	)
	tests := map[string]struct{ in, want string }{
		"none":            {"nothing to see", "nothing to see"},
		"empty":           {"", ""},
		"alone":           {"hunter22", "[redacted:other]"},
		"inside":          {"pw=hunter22;", "pw=[redacted:other];"},
		"longest wins":    {"key sk-live-1234567890.", "key [redacted:long]."},
		"prefix only":     {"key sk-live-12", "key [redacted:short]2"},
		"twice, touching": {"hunter22hunter22", "[redacted:other][redacted:other]"},
		"almost":          {"hunter2 Hunter22", "hunter2 Hunter22"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, set.Redact(tt.in)); diff != "" {
				t.Errorf("Redact(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

// printed lists how tools print a value, in pieces that hold it whole.
func printed(value string) map[string]string {
	plain := func(v any) string {
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			panic(err)
		}
		return strings.TrimSpace(b.String())
	}
	every := func(format string) string {
		var b strings.Builder
		for _, c := range []byte(value) {
			fmt.Fprintf(&b, format, c)
		}
		return b.String()
	}
	units := func(format string) string {
		var b strings.Builder
		for _, r := range value {
			if r > 0xFFFF {
				r -= 0x10000
				fmt.Fprintf(&b, format+format, 0xD800+r>>10, 0xDC00+r&0x3FF)
				continue
			}
			fmt.Fprintf(&b, format, r)
		}
		return b.String()
	}
	html, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	all := map[string]string{
		"plain":                   value,
		"JSON":                    plain(value),
		"JSON for HTML":           string(html),
		"JSON with \\/":           strings.ReplaceAll(plain(value), "/", `\/`),
		"JSON, every character":   `"` + units(`\u%04x`) + `"`,
		"JSON, capital digits":    `"` + units(`\u%04X`) + `"`,
		"JSON in JSON":            plain(plain(value)),
		"JSON for HTML, twice":    plain(string(html)),
		"query":                   url.QueryEscape(value),
		"path":                    url.PathEscape(value),
		"percent, every byte":     every("%%%02X"),
		"percent, small digits":   every("%%%02x"),
		"URL in JSON":             plain("https://a.test/?q=" + url.QueryEscape(value)),
		"JSON in a URL":           "https://a.test/?q=" + url.QueryEscape(plain(value)),
		"JSON, one escape only":   `"` + strings.Replace(strings.Replace(plain(value), "a", `\u0061`, 1), "z", `\u007A`, 1) + `"`,
		"percent, one escape":     "x " + strings.Replace(url.PathEscape(value), "z", "%7a", 1),
		"base64 in JSON, .NET":    strings.ReplaceAll(plain(base64.StdEncoding.EncodeToString([]byte(value))), "+", `\u002B`),
		"base64 in a query":       url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(value))),
		"base64 of a header":      "Basic " + base64.StdEncoding.EncodeToString([]byte("user:"+value)),
		"base64, wrapped":         wrap(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", 55)+value+"yyyy")), 76, "\n"),
		"base64, wrapped for DOS": wrap(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", 46)+value)), 64, "\r\n"),
	}
	for name, encoding := range map[string]*base64.Encoding{
		"base64": base64.StdEncoding, "base64 raw": base64.RawStdEncoding,
		"base64 URL": base64.URLEncoding, "base64 URL raw": base64.RawURLEncoding,
	} {
		for shift, before := range []string{"", "x", "xy"} {
			all[fmt.Sprintf("%s shifted %d", name, shift)] = encoding.EncodeToString([]byte(before + value))
			all[fmt.Sprintf("%s shifted %d, more after", name, shift)] = encoding.EncodeToString([]byte(before + value + "zz"))
		}
	}
	return all
}

func wrap(s string, width int, lineBreak string) string {
	var lines []string
	for len(s) > width {
		lines, s = append(lines, s[:width]), s[width:]
	}
	return strings.Join(append(lines, s), lineBreak)
}

func TestRedactMasksEveryFormInWhichAValueIsPrinted(t *testing.T) {
	t.Parallel()
	for _, value := range []string{awkward, "sesame", "tok_4f9A-77Zq", "two words+more", "\x01\x02\x03\x04\x05\x06", "ключ доступа"} {
		set := redact.New(redact.Secret{Name: "key", Value: value})
		for name, text := range printed(value) {
			for _, around := range [][2]string{{"", ""}, {"see ", " there"}, {`\ `, ` %`}} {
				in := around[0] + text + around[1]
				got := set.Redact(in)
				if !strings.Contains(got, "[redacted:key]") {
					t.Errorf("%q, %s: Redact(%q) = %q", value, name, in, got)
				}
				if rest := strings.ReplaceAll(got, "[redacted:key]", "\n"); holds(rest, value) {
					t.Errorf("%q, %s: Redact(%q) = %q, which still holds the value", value, name, in, got)
				}
			}
		}
	}
}

func TestRedactMasksWhatTheUsualEncodersPrintAfterAStrayEscape(t *testing.T) {
	t.Parallel()
	set := redact.New(redact.Secret{Name: "key", Value: "\nab/cdef"})
	for _, in := range []string{`\` + `\nab/cdef`, `\` + `\nab\/cdef`, "%" + "%0Aab%2Fcdef", `\\\` + `\nab/cdef`} {
		if got := set.Redact(in); !strings.HasSuffix(got, "[redacted:key]") {
			t.Errorf("Redact(%q) = %q", in, got)
		}
	}
	set = redact.New(redact.Secret{Name: "key", Value: "ab/cdef"})
	if got := set.Redact("100%ab%2fcdef"); got != "100[redacted:key]" && got != "100%[redacted:key]" {
		t.Errorf("Redact = %q", got)
	}
}

func TestRedactMasksAllThatBase64ShowsOfAValue(t *testing.T) {
	t.Parallel()
	set := redact.New(redact.Secret{Name: "key", Value: "hunter22"})
	for _, before := range []string{"", "x", "xy"} {
		in := base64.StdEncoding.EncodeToString([]byte(before + "hunter22"))
		got := set.Redact("<" + in + ">")
		if before, after, _ := strings.Cut(got, "[redacted:key]"); len(before) > 3 || after != ">" {
			t.Errorf("Redact(%q) = %q", in, got)
		}
	}
}

// named makes a Set whose secrets are called s0, s1 and so on.
func named(values ...string) *redact.Set {
	var secrets []redact.Secret
	for i, v := range values {
		secrets = append(secrets, redact.Secret{Name: fmt.Sprintf("s%d", i), Value: v})
	}
	return redact.New(secrets...)
}

func TestCase29OverlappingSecretsAreMaskedAsTheirUnion(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		values   []string
		in, want string
	}{
		"two":               {[]string{"abcdeX", "Xvery-hidden"}, "abcdeXvery-hidden", "[redacted:s0]"},
		"two, other order":  {[]string{"Xvery-hidden", "abcdeX"}, "<abcdeXvery-hidden>", "<[redacted:s1]>"},
		"with itself":       {[]string{"abcabc"}, "abcabcabc", "[redacted:s0]"},
		"one in another":    {[]string{"hidden", "very-hidden-key"}, "very-hidden-key", "[redacted:s1]"},
		"same start":        {[]string{"abcdef", "abcdefgh"}, "abcdefgh", "[redacted:s1]"},
		"same value":        {[]string{"abcdef", "abcdef"}, "abcdef", "[redacted:s0]"},
		"a chain of three":  {[]string{"aaabbb", "bbbccc", "cccddd"}, "aaabbbcccddd.", "[redacted:s0]."},
		"only touching":     {[]string{"aaabbb", "cccddd"}, "aaabbbcccddd", "[redacted:s0][redacted:s1]"},
		"one character":     {[]string{"zzzzzz"}, strings.Repeat("z", 1000), "[redacted:s0]"},
		"plain and escaped": {[]string{"abcdef\n", "\nghijkl"}, `abcdef\nghijkl`, "[redacted:s0]"},
		"short and long":    {[]string{"abcdef", "efghijklmnopqrst"}, "abcdefghijklmnopqrst", "[redacted:s0]"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, named(tt.values...).Redact(tt.in)); diff != "" {
				t.Errorf("Redact(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestCase30EscapedFormsAreMaskedAndJSONStaysParseable(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ value, in, want string }{
		"quotes, backslash, tab": {"a\"b\\c\t.", `{"k":"see a\"b\\c\t. there"}`, `{"k":"see [redacted:s0] there"}`},
		"HTML escape":            {"<secret>", `{"k":"\u003csecret\u003E"}`, `{"k":"[redacted:s0]"}`},
		"in a key":               {"<secret>", `{"\u003csecret>":1}`, `{"[redacted:s0]":1}`},
		"JSON in JSON":           {"a\"bcdef", `{"k":"{\"j\":\"a\\\"bcdef\"}"}`, `{"k":"{\"j\":\"[redacted:s0]\"}"}`},
		"match inside an escape": {"nabcdef", `{"k":"\nabcdef"}`, `{"k":"[redacted:s0]"}`},
		"starts in a code":       {"e9abcdef", `{"k":"\u00e9abcdef"}`, `{"k":"[redacted:s0]"}`},
		"ends in an escape":      {`abcdef\`, `{"k":"abcdef\""}`, `{"k":"[redacted:s0]"}`},
		"inside, in inner JSON":  {"nabcdef", `{"k":"{\"j\":\"\\nabcdef\"}"}`, `{"k":"{\"j\":\"[redacted:s0]\"}"}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := named(tt.value).Redact(tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Redact(%q) (-want +got):\n%s", tt.in, diff)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("Redact(%q) = %q, which is not JSON", tt.in, got)
			}
		})
	}
}

func TestASetWithoutSecretsReturnsTheTextWithoutAllocating(t *testing.T) {
	text := `some \n text with %20 and ` + strings.Repeat("words ", 100)
	for name, set := range map[string]*redact.Set{
		"nil": nil, "empty": redact.New(), "too short": redact.New(redact.Secret{Name: "x", Value: "words"}),
	} {
		allocations := testing.AllocsPerRun(10, func() {
			if set.Redact(text) != text {
				t.Errorf("%s: the text was changed", name)
			}
		})
		if allocations != 0 {
			t.Errorf("%s: Redact allocates %v times", name, allocations)
		}
	}
}

func TestAnOddNameDoesNotBreakItsMark(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ name, want string }{
		"path":        {"acme/research GitHub", "[redacted:acme/research GitHub]"},
		"bracket":     {`a]b[c"d\e` + "\n", "[redacted:a_b_c_d_e_]"},
		"not ASCII":   {"clé", "[redacted:cl_]"},
		"empty":       {"", "[redacted:-]"},
		"long":        {strings.Repeat("n", 200), "[redacted:" + strings.Repeat("n", 64) + "]"},
		"the value":   {"hunter22", "[redacted:-]"},
		"its base64":  {base64.StdEncoding.EncodeToString([]byte("hunter22")), "[redacted:-]"},
		"mark itself": {"[redacted:x]", "[redacted:_redacted:x_]"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := redact.New(redact.Secret{Name: tt.name, Value: "hunter22"})
			got := set.Redact("hunter22")
			if got != tt.want {
				t.Errorf("Redact = %q, want %q", got, tt.want)
			}
			if again := set.Redact(got); again != got {
				t.Errorf("Redact of %q = %q", got, again)
			}
			if shown, ok := redact.Mark("x " + got); !ok || markOf(shown) != got {
				t.Errorf("Mark(%q) = %q, %v", got, shown, ok)
			}
		})
	}
}

func markOf(name string) string { return "[redacted:" + name + "]" }

func TestMarkFindsTheFirstMark(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in, name string
		ok       bool
	}{
		{"a [redacted:one] and [redacted:two]", "one", true},
		{"[redacted:not\nthis] [redacted:that]", "that", true},
		{"[redacted:[redacted:x]", "x", true},
		{"[redacted:]", "", false},
		{"[redacted:open", "", false},
		{"redacted:x]", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		if name, ok := redact.Mark(tt.in); name != tt.name || ok != tt.ok {
			t.Errorf("Mark(%q) = %q, %v, want %q, %v", tt.in, name, ok, tt.name, tt.ok)
		}
	}
}

func TestCheckRefusesWhatCannotBeRedacted(t *testing.T) {
	t.Parallel()
	for value, ok := range map[string]bool{
		"": false, "12345": false, "123456": true, "éé": false, "ééé": true,
		"redacted": false, "[redacted:": false, "secret": true,
	} {
		err := redact.Check(value)
		if (err == nil) != ok {
			t.Errorf("Check(%q) = %v", value, err)
		}
		if err != nil && value == "12345" && strings.Contains(err.Error(), value) {
			t.Errorf("the error prints the value: %v", err)
		}
	}
}

func TestASetServesManyAtOnce(t *testing.T) {
	t.Parallel()
	set := named("hunter22", awkward)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for name, text := range printed(awkward) {
				if got := set.Redact(text + " hunter22"); !strings.HasSuffix(got, "[redacted:s0]") {
					t.Errorf("%s: Redact = %q", name, got)
				}
			}
		})
	}
	group.Wait()
}
