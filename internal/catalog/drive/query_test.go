package drive

import (
	"regexp"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
)

func TestTranslate(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string]string{
		"title contains 'a b'":                                                  "name contains 'a b'",
		`title = 'it\'s \\'`:                                                    `name = 'it\'s \\'`,
		"fullText contains 'x' AND title != 'y'":                                "(fullText contains 'x' and name != 'y')",
		"title='a' or title='b' and title='c'":                                  "(name = 'a' or (name = 'b' and name = 'c'))",
		"(title='a' or title='b') and not (title='c')":                          "((name = 'a' or name = 'b') and not (name = 'c'))",
		"not not mimeType = 'application/pdf'":                                  "not (not (mimeType = 'application/pdf'))",
		"parentId = 'F' or parentId != 'G'":                                     "('F' in parents or not ('G' in parents))",
		"owner = 'me' and owner != 'a@example.com'":                             "('me' in owners and not ('a@example.com' in owners))",
		"sharedWithMe = true or sharedWithMe != false":                          "(sharedWithMe = true or sharedWithMe != false)",
		"modifiedTime > '2026-01-31' and createdTime <= '2026-01-31T12:00:00Z'": "(modifiedTime > '2026-01-31' and createdTime <= '2026-01-31T12:00:00Z')",
		"viewedByMeTime < '2026-01-31T12:00:00'":                                "viewedByMeTime < '2026-01-31T12:00:00'",
	} {
		if got, err := translate(asked); err != nil || got.text != want || got.ranked != strings.Contains(asked, "fullText") {
			t.Errorf("translate(%q) = %+v (%v); want %q", asked, got, err, want)
		}
	}
}

func TestTranslateRefuses(t *testing.T) {
	t.Parallel()
	for asked, says := range map[string]string{
		"":                            "something is missing at its end",
		"invoice":                     "something is missing",
		"title contains":              "something is missing",
		"name contains 'x'":           `"name" is not a field`,
		"trashed = true":              `"trashed" is not a field`,
		"'x' in parents":              `"'x'" is not a field`,
		"title contains x":            "title takes a value in single quotes and not x",
		`title contains "x"`:          "cannot be read",
		"title contains 'x":           "cannot be read",
		`title contains 'x\n'`:        "cannot be read",
		"title > 'x'":                 `title takes contains, =, != and not ">"`,
		"fullText = 'x'":              "fullText takes contains",
		"modifiedTime > 'yesterday'":  "a time such as",
		"sharedWithMe = 'true'":       "true or false",
		"(title = 'x'":                "a bracket is not closed",
		"title = 'x')":                `")" is not expected`,
		"title = 'x' title = 'y'":     `"title" is not expected`,
		"title = 'x' and":             "something is missing at its end",
		"title = 'x'; trashed = true": "cannot be read",
		strings.Repeat("not ", 400):   "something is missing",
		"owner in 'me'":               `owner takes =, != and not "in"`,
	} {
		_, err := translate(asked)
		if guild.CodeOf(err) != guild.CodeInvalid || !strings.Contains(err.Error(), says) {
			t.Errorf("translate(%q): %v; want %q", asked, err, says)
		}
	}
}

// outsideOfQuotes are what a translated query has beside its values.
var outsideOfQuotes = regexp.MustCompile(`'(?:[^'\\]|\\['\\])*'`)

// FuzzTranslate checks that no query leaves its brackets: what is put beside it, the
// folder among it, is always a condition of its own.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{"title = 'x'", "(title='a' or title='b')", `title = 'x\') or (name contains \'s'`, "not (owner = 'me')", "title = 'x') or (title = 'y'"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, asked string) {
		got, err := translate(asked)
		if err != nil {
			return
		}
		depth := 0
		for _, r := range outsideOfQuotes.ReplaceAllString(got.text, "") {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			case '\'', '\\':
				t.Errorf("translate(%q) leaves a quote open: %s", asked, got.text)
			}
			if depth < 0 {
				t.Errorf("translate(%q) closes a bracket that is not its own: %s", asked, got.text)
			}
		}
		if depth != 0 {
			t.Errorf("translate(%q) leaves a bracket open: %s", asked, got.text)
		}
	})
}
