package typesafe

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/text"
)

// failure is why a try came to nothing, and whether another may fare better.
type failure struct {
	err   error
	again bool
	after time.Duration
}

func (f *failure) Error() string { return f.err.Error() }

func (f *failure) Unwrap() error { return f.err }

func retryable(err error) (after time.Duration, again bool) {
	var f *failure
	if !errors.As(err, &f) {
		return 0, false
	}
	return f.after, f.again
}

// refusal tells a status other than 200 with the service's own words.
func (c *Client) refusal(resp *http.Response, body []byte) error {
	words := fmt.Sprintf("TypeSafe: HTTP %d", resp.StatusCode)
	if detail := detailOf(body); detail != "" {
		words += ": " + c.secret.Redact(detail)
	}
	return &failure{err: errors.New(words), again: tryAgain(resp.StatusCode), after: pauseOf(resp.Header)}
}

func tryAgain(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
}

// pauseOf is how long the service asks to be left alone: in milliseconds, or in seconds
// as HTTP has it.
func pauseOf(h http.Header) time.Duration {
	for _, named := range []struct {
		header string
		unit   time.Duration
	}{{"retry-after-ms", time.Millisecond}, {"Retry-After", time.Second}} {
		if n, err := strconv.ParseFloat(h.Get(named.header), 64); err == nil && n >= 0 && n < maxPause {
			return time.Duration(n * float64(named.unit))
		}
	}
	return pause
}

// maxPause keeps what a header says within what a duration holds.
const maxPause = 1e6

// maxWords bounds the service's words in an error, in bytes.
const maxWords = 300

// detailOf reads "detail", which is a text, an object with a message, or a list of what
// is wrong where. Any other body, such as a gateway's page, says nothing.
func detailOf(body []byte) string {
	var got struct {
		Detail json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &got) != nil {
		return ""
	}
	for _, read := range []func(json.RawMessage) string{plainDetail, objectDetail, listDetail} {
		if words := read(got.Detail); words != "" {
			return text.Line(words, maxWords)
		}
	}
	return ""
}

func plainDetail(raw json.RawMessage) (words string) {
	_ = json.Unmarshal(raw, &words) // it is of another form then
	return words
}

func objectDetail(raw json.RawMessage) string {
	var object struct {
		Message string `json:"message"`
	}
	_ = json.Unmarshal(raw, &object) // it is of another form then
	return object.Message
}

func listDetail(raw json.RawMessage) string {
	var list []struct {
		Loc []any  `json:"loc"`
		Msg string `json:"msg"`
	}
	_ = json.Unmarshal(raw, &list) // it is of another form then
	var words []string
	for _, problem := range list {
		words = append(words, strings.Trim(fmt.Sprint(problem.Loc), "[]")+": "+problem.Msg)
	}
	return strings.Join(words, "; ")
}
