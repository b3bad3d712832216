package artifact

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/text"
)

// The limits of one listing of notes.
const (
	DefaultLimit = 20
	MaxLimit     = 100
)

// Query narrows and pages a listing of notes. The zero Query lists the first notes
// of all.
type Query struct {
	Words  string // found as one piece in the key or the content, or as words in websearch grammar; empty for all notes
	Limit  int    // 0 for DefaultLimit, at most MaxLimit
	Offset int
}

// Bounded returns the query with a limit that is allowed.
func (q Query) Bounded() Query {
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	q.Limit, q.Offset = min(q.Limit, MaxLimit), max(q.Offset, 0)
	q.Words = strings.TrimSpace(strings.ToValidUTF8(q.Words, ""))
	return q
}

// Hit is a note that was found.
type Hit struct {
	Path      Path
	Size      int // bytes
	UpdatedAt time.Time
	Snippet   string // around what was found; the beginning where nothing was searched
}

// Found is one page of a listing.
type Found struct {
	Total int // on all pages
	Hits  []Hit
}

const (
	snippetBefore = 60  // bytes of a snippet before what was found
	snippetBytes  = 160 // bytes of a snippet in all
)

// Snippet returns one line of content around the first place of words, else of the
// first of the words that is in it, else its beginning.
func Snippet(content, words string) string {
	at := place(content, words)
	for _, word := range strings.Fields(words) {
		if at >= 0 {
			break
		}
		at = place(content, strings.Trim(word, `"-`))
	}
	start := max(at-snippetBefore, 0)
	for start > 0 && !utf8.RuneStart(content[start]) {
		start--
	}
	line := text.Line(content[start:], snippetBytes)
	if start > 0 {
		return "..." + line
	}
	return line
}

// place returns where words stand in content in any case of letters, or -1.
func place(content, words string) int {
	if words == "" {
		return -1
	}
	found := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(words)).FindStringIndex(content)
	if found == nil {
		return -1
	}
	return found[0]
}
