package redact_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/redact"
)

var anyMark = regexp.MustCompile(`\[redacted:s[01]\]`)

// FuzzRedact checks, for two secrets and any text around them: the output holds
// no secret in any covered form, and a text without a secret is unchanged.
func FuzzRedact(f *testing.F) {
	f.Add("abcdeX", "Xvery-hidden", "see abcdeXvery-hidden", uint8(0))
	f.Add(awkward, "hunter22", `{"k":"v\n"}`, uint8(3))
	f.Add("sk-live-1234567890", "sk-live-1", "Basic c2stbGl2ZS0xMjM0NTY3ODkw", uint8(9))
	f.Add("e9abcdef", "nabcdef", `\u00e9abcdef \\nabcdef %6eabcdef`, uint8(12))
	f.Add("abcdef%", "41x/yzz", "abcdef%41x%2fyzz", uint8(1))
	f.Add("two words", "a+b+c+d", "two+words a%2Bb+c+d", uint8(5))
	f.Fuzz(func(t *testing.T, one, two, text string, form uint8) {
		values := slices.DeleteFunc([]string{one, two}, func(v string) bool {
			// A value with a bracket could be made by a mark beside other text.
			return redact.Check(v) != nil || strings.ContainsAny(v, "[]") || len(v) > 200
		})
		if len(values) == 0 || len(text) > 2000 {
			t.Skip()
		}
		set := named(values...)

		hidden := slices.ContainsFunc(values, func(v string) bool { return holds(text, v) })
		got := set.Redact(text)
		if !hidden && !anyMark.MatchString(text) && got != text && !onlyStray(values, text) {
			t.Errorf("Redact(%q) = %q, but it holds none of %q", text, got, values)
		}
		checkNone(t, got, values)

		forms := sorted(printed(values[0]))
		in := text + "\n" + forms[int(form)%len(forms)] + "\n" + text
		checkNone(t, set.Redact(in), values)
	})
}

// sorted returns the values of a map by the order of its keys.
func sorted(m map[string]string) []string {
	var values []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		values = append(values, m[key])
	}
	return values
}

// onlyStray reports whether a stray escape character hides a value from the
// oracle, which decodes from the left: without such characters it sees it.
func onlyStray(values []string, text string) bool {
	return slices.ContainsFunc(values, func(v string) bool {
		for i := range text {
			if strings.ContainsRune(`\%`, rune(text[i])) && holds(text[i+1:], v) {
				return true
			}
		}
		return false
	})
}

func checkNone(t *testing.T, got string, values []string) {
	t.Helper()
	rest := anyMark.ReplaceAllString(got, "\n")
	for _, v := range values {
		if !strings.Contains(v, "\n") && holds(rest, v) {
			t.Errorf("%q still holds %q", got, v)
		}
	}
}

// FuzzRedactJSON checks that JSON with secrets inside its strings stays JSON.
func FuzzRedactJSON(f *testing.F) {
	f.Add("nabcdef", "\nabcdef")
	f.Add(`abcdef\`, `abcdef"`)
	f.Add("e9abcdef", "éabcdef")
	f.Add("\\\\nabcde", `{"k":"\nabcde"}`)
	f.Add("😀😀", "a😀😀b")
	f.Fuzz(func(t *testing.T, value, text string) {
		// A value with a quote can span two strings and what stands between them.
		if redact.Check(value) != nil || strings.Contains(value, `"`) {
			t.Skip()
		}
		inner, err := json.Marshal(map[string]string{"k": text + value + text, text: value})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := json.Marshal([]string{string(inner), value, text})
		if err != nil {
			t.Fatal(err)
		}
		if got := named(value).Redact(string(doc)); !json.Valid([]byte(got)) {
			t.Errorf("Redact(%s) of %q = %s, which is not JSON", doc, value, got)
		}
	})
}
