package rest

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
)

// Refusal is what a vendor says of a call that it does not answer.
type Refusal struct {
	Status  int
	Code    string // the vendor's own; may be empty
	Message string // in the vendor's words; may be empty

	Until time.Time // when a limit on calls ends; zero where the vendor does not say
}

// Meaning is what a refusal means to the box. Status and Code say which ones it is
// for; a zero one fits any.
type Meaning struct {
	Status int
	Code   string

	Is   guild.Code
	Says string // a clause on what it means, such as "the plan does not cover this"
	Hint string // what an operator can do; may be empty

	// Ends says that the credential is no good for anything any more, so that the
	// login is disconnected, or its token refreshed and the call made again.
	Ends bool
}

const (
	reconnect = "connect again with a credential that serves"
	later     = "try again later"
)

// byStatus serve where a vendor has no meaning of its own for a refusal.
var byStatus = []Meaning{
	{Status: http.StatusUnauthorized, Is: guild.CodeRejected, Says: "the credential is not accepted", Hint: reconnect, Ends: true},
	{Status: http.StatusPaymentRequired, Is: guild.CodeDenied, Says: "the account has no credit left, or its plan does not cover this"},
	{Status: http.StatusForbidden, Is: guild.CodeDenied, Says: "the plan or the permissions do not cover this"},
	{Status: http.StatusNotFound, Is: guild.CodeNotFound, Says: "there is no such thing"},
	{Status: http.StatusTooManyRequests, Is: guild.CodeUnavailable, Says: "too many calls", Hint: later},
}

// Refused is the error of a refusal: the vendor's name, what it means, the status
// with the vendor's own code, and its words. Where the credential is over, it has a
// *connector.Refused as its cause. An adapter calls it for a refusal that came with
// HTTP 200.
func (v API) Refused(r Refusal) error {
	m := v.meaning(r)
	says := cmp.Or(m.Says, "the call is refused")
	if !r.Until.IsZero() {
		says += " until " + r.Until.UTC().Format(time.RFC3339)
	}
	err := guild.Errorf(m.Is, "%s: %s%s%s", v.Name, says, r.place(), r.words())
	if m.Hint != "" {
		err = err.WithHint("%s", m.Hint)
	}
	if m.Ends {
		err.Err = &connector.Refused{}
	}
	return err
}

// place returns the status and the vendor's code in brackets, or nothing.
func (r Refusal) place() string {
	var parts []string
	if r.Status != 0 {
		parts = append(parts, fmt.Sprintf("HTTP %d", r.Status))
	}
	if r.Code != "" {
		parts = append(parts, "code "+text.Line(r.Code, maxCode))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// words returns what the vendor says on one line, or nothing.
func (r Refusal) words() string {
	if words := text.Line(r.Message, maxWords); words != "" {
		return ": " + words
	}
	return ""
}

// How much of a vendor's own words an error repeats, in bytes. Google's about a
// disabled API, with its address, are about that long.
const (
	maxWords = 400
	maxCode  = 60
)

func (v API) refused(got Answer) error {
	read := v.Words
	if read == nil {
		read = Words
	}
	r := read(got)
	r.Status = got.Status
	if r.Status == http.StatusTooManyRequests {
		r.Until, _ = v.until(got.Header, time.Now())
	}
	return v.Refused(r)
}

func (v API) meaning(r Refusal) Meaning {
	for _, table := range [][]Meaning{v.Meanings, byStatus} {
		for _, m := range table {
			if (m.Status == 0 || m.Status == r.Status) && (m.Code == "" || m.Code == r.Code) {
				return m
			}
		}
	}
	if r.Status >= http.StatusInternalServerError {
		return Meaning{Is: guild.CodeUnavailable, Says: "it has a fault of its own", Hint: later}
	}
	return Meaning{Is: guild.CodeUpstream}
}

func tooLong(vendor string, limit int64) error {
	return guild.Errorf(guild.CodeUpstream, "%s sent an answer of more than %s, which is not read; ask for less at a time", vendor, text.Size(limit))
}
