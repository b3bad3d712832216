package oauth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/redact"
)

// maxQuote is how much of another's words a message repeats, in bytes.
const maxQuote = 300

// short returns another's words on one line and cut to maxQuote.
func short(words string) string {
	words = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1 // no escape sequences and no turned text in a terminal
		}
		return r
	}, strings.ToValidUTF8(words, ""))
	words = strings.Join(strings.Fields(words), " ")
	if len(words) <= maxQuote {
		return words
	}
	cut := maxQuote
	for !utf8.RuneStart(words[cut]) {
		cut--
	}
	return words[:cut] + "..."
}

// quote returns ": words" without the secrets, or nothing where there are no
// words. The secrets are taken out before the cut: half of one is still a secret.
func quote(words string, secrets []string) string {
	set := make([]redact.Secret, 0, len(secrets))
	for _, value := range secrets {
		set = append(set, redact.Secret{Name: "oauth", Value: value})
	}
	words = short(redact.New(set...).Redact(words))
	if words == "" {
		return ""
	}
	return ": " + words
}
