package githubtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Answer is what the server says instead of what it knows: see Next.
type Answer struct {
	Status int
	Header map[string]string
	// Body is sent as it is, as JSON unless Header says otherwise.
	Body string
}

// Next answers the next request whose path ends in suffix with an Answer. Several
// for one suffix come in turn.
func (s *Server) Next(suffix string, a Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queued = append(s.queued, queued{suffix, a})
}

type queued struct {
	suffix string
	answer Answer
}

// RateLimit is the refusal of a box that has used up its requests until reset.
func RateLimit(reset time.Time) Answer {
	a := refusal(http.StatusForbidden, "API rate limit exceeded for installation.")
	a.Header = map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": strconv.FormatInt(reset.Unix(), 10)}
	return a
}

// SecondaryRateLimit is the refusal of a box that asks too fast.
func SecondaryRateLimit(after time.Duration) Answer {
	a := refusal(http.StatusForbidden, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.")
	a.Header = map[string]string{"Retry-After": strconv.Itoa(int(after.Seconds()))}
	return a
}

// GitHub's refusals, in GitHub's words.
var (
	notFound       = refusal(http.StatusNotFound, "Not Found")
	noUserAgent    = refusal(http.StatusForbidden, "Request forbidden by administrative rules.")
	badCredentials = refusal(http.StatusUnauthorized, "Bad credentials")
	badAppToken    = refusal(http.StatusUnauthorized, "A JSON web token could not be decoded")
	farExpiry      = refusal(http.StatusUnauthorized, "'Expiration time' claim ('exp') is too far in the future")
	suspended      = refusal(http.StatusForbidden, "This installation has been suspended")
	outside        = refusal(http.StatusUnprocessableEntity, "There is at least one repository that does not exist or is not accessible to the parent installation.")
	notPermitted   = refusal(http.StatusUnprocessableEntity, "The permissions requested are not granted to this installation.")
)

func refusal(status int, message string) Answer {
	body, _ := json.Marshal(map[string]string{ // strings cannot fail
		"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status),
	})
	return Answer{Status: status, Body: string(body)}
}

func (a Answer) send(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write([]byte(a.Body)) // the client has gone
}

// queuedFor must be called with the lock held.
func (s *Server) queuedFor(path string) *Answer {
	for n, q := range s.queued {
		if strings.HasSuffix(path, q.suffix) {
			s.queued = append(s.queued[:n:n], s.queued[n+1:]...)
			return &q.answer
		}
	}
	return nil
}
