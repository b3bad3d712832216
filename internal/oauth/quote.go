package oauth

import (
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// maxQuote is how much of another's words a message repeats, in bytes.
const maxQuote = 300

// short returns another's words on one line and cut to maxQuote.
func short(words string) string { return text.Line(words, maxQuote) }

// quote returns ": words" without the secrets, or nothing where there are no
// words. The secrets are taken out before the cut: half of one is still a secret.
func quote(words string, secrets []string) string {
	set := make([]redact.Secret, 0, len(secrets))
	for _, value := range secrets {
		set = append(set, redact.Secret{Name: "oauth", Value: value})
	}
	masked := redact.New(set...)
	words = masked.Redact(words)
	// Again after Line: what it leaves out may have stood in the middle of one.
	words = masked.Redact(text.Line(words, len(words)))
	words = short(words)
	if words == "" {
		return ""
	}
	return ": " + words
}
