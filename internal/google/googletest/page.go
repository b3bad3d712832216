package googletest

import (
	"net/url"
	"strconv"
	"strings"
)

// page returns the part of a list that a page token leads to.
func page(name string, items []any, q url.Values, size int) (map[string]any, *Refusal) {
	for _, name := range []string{"pageSize", "maxResults"} { // Drive's, and Gmail's
		if asked, err := strconv.Atoi(q.Get(name)); err == nil {
			size = min(size, asked)
		}
	}
	from := 0
	if token := q.Get("pageToken"); token != "" {
		n, err := strconv.Atoi(strings.TrimPrefix(token, "~page-"))
		if err != nil || n > len(items) {
			return nil, invalidArgument("Invalid Value")
		}
		from = n
	}
	to := min(from+size, len(items))
	answer := map[string]any{name: items[from:to]}
	if to < len(items) {
		answer["nextPageToken"] = "~page-" + strconv.Itoa(to)
	}
	return answer, nil
}
