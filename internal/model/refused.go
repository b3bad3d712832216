package model

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// maxWords is how much of a provider's words an error repeats, in bytes. Gemini's
// complaint about a schema, with the path in it, is about that long.
const maxWords = 500

// refused makes the error for a complaint. status is that of the answer; one that
// came with 200, or in the middle of a stream, has only its own.
func (p Provider) refused(key string, status int, c complaint, after time.Duration) *guild.Error {
	if status == http.StatusOK {
		status = c.status
	}
	if status == 0 {
		status = http.StatusBadGateway
	}
	f := &failure{status: status, kind: c.kind, words: masked(c.words, key), again: mayPass(status), after: after}
	m := meaningOf(status)
	err := guild.Errorf(m.code, "%s refused the request (HTTP %d)%s", p.Title, status, colon(text.Line(f.words, maxWords)))
	if m.hint != "" {
		err = err.WithHint("%s", m.hint)
	}
	if f.exceedsContext() {
		f.again = false
	}
	err.Err = f
	return err
}

func colon(words string) string {
	if words == "" {
		return ""
	}
	return ": " + words
}

// masked takes the key out of a provider's words: some repeat the one that they
// refuse.
func masked(words, key string) string {
	if key == "" {
		return words
	}
	return redact.New(redact.Secret{Name: "key", Value: key}).Redact(words)
}

// tooLong is how providers say that a conversation does not fit, where they do not
// name the kind of their error.
var tooLong = regexp.MustCompile(`(?i)context[ _](length|window|size)|maximum (context|number of tokens|prompt)|prompt is too long|input (is )?too long|(input|prompt) token count.*exceeds|too many (input )?tokens|reduce the length`)

func (f *failure) exceedsContext() bool {
	if f.kind == "context_length_exceeded" {
		return true
	}
	return f.status >= http.StatusBadRequest && f.status < http.StatusInternalServerError &&
		f.status != http.StatusTooManyRequests && tooLong.MatchString(f.words)
}

// Where in a refusal stands which tool it is about. Gemini has all functions in one
// tool, and counts them; the others count tools. Names stand in quotes or after
// the word for what they name.
var (
	countedFunction = regexp.MustCompile(`function_?[dD]eclarations[\[.](\d+)`)
	countedTool     = regexp.MustCompile(`\btools[\[.](\d+)`)
	quotedName      = regexp.MustCompile("['\"`]([a-zA-Z0-9_-]{1,64})['\"`]")
	namedFunction   = regexp.MustCompile(`(?i)\b(?:functions?|tools?)(?: name)?[ .:=]+([a-zA-Z0-9_-]{1,64})`)
	aboutTools      = regexp.MustCompile(`(?i)tool|function|schema`)
)

// blamed returns those of the sent tools that a refusal names.
func (f *failure) blamed(sent []string) []string {
	badInput := f.status == http.StatusBadRequest || f.status == http.StatusUnprocessableEntity
	if !badInput || f.exceedsContext() || !aboutTools.MatchString(f.words) {
		return nil
	}
	for _, counted := range []*regexp.Regexp{countedFunction, countedTool} {
		if names := atPositions(counted, f.words, sent); len(names) > 0 {
			return names
		}
	}
	var names []string
	for _, named := range []*regexp.Regexp{quotedName, namedFunction} {
		for _, match := range named.FindAllStringSubmatch(f.words, -1) {
			if slices.Contains(sent, match[1]) && !slices.Contains(names, match[1]) {
				names = append(names, match[1])
			}
		}
	}
	return names
}

func atPositions(counted *regexp.Regexp, words string, sent []string) []string {
	var names []string
	for _, match := range counted.FindAllStringSubmatch(words, -1) {
		n, err := strconv.Atoi(match[1])
		if err == nil && n < len(sent) && !slices.Contains(names, sent[n]) {
			names = append(names, sent[n])
		}
	}
	return names
}

// retryAfter reads the header of that name, in either form of RFC 9110, section
// 10.2.3; 0 where it is missing or unreadable.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
