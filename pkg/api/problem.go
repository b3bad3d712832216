package api

import "strings"

// Problem is the problem document of RFC 9457 that every failed request
// answers, with the media type application/problem+json.
type Problem struct {
	Type   string         `json:"type,omitempty" doc:"A URI reference that names the kind of problem; about:blank where the code says all"`
	Title  string         `json:"title" doc:"The HTTP status in words"`
	Status int            `json:"status" doc:"The HTTP status"`
	Detail string         `json:"detail,omitempty" doc:"What went wrong, for whoever reads it"`
	Code   string         `json:"code" doc:"A stable word to decide by" enum:"invalid,unsupported,rejected,upstream,denied,not_found,conflict,unavailable,internal"`
	Hint   string         `json:"hint,omitempty" doc:"What to do next, often a command"`
	Ref    string         `json:"ref,omitempty" doc:"Names the log entry of an internal error"`
	Errors []FieldProblem `json:"errors,omitempty" doc:"Every problem of the input at once"`

	SetupState string `json:"setup_state,omitempty" enum:"unsupported" doc:"In the answer of connect: the box lacks what the connector needs"`
}

// FieldProblem is one thing wrong with an input.
type FieldProblem struct {
	Location string `json:"location,omitempty" doc:"Where in the input"`
	Message  string `json:"message" doc:"What is wrong, and what would be right"`
}

// The values of Problem.Code.
const (
	CodeInvalid     = "invalid"
	CodeUnsupported = "unsupported"
	CodeRejected    = "rejected"
	CodeUpstream    = "upstream"
	CodeDenied      = "denied"
	CodeNotFound    = "not_found"
	CodeConflict    = "conflict"
	CodeUnavailable = "unavailable"
	CodeInternal    = "internal"
)

// Error returns the detail followed by one line for each problem of the input.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Detail)
	if p.Detail == "" {
		b.WriteString(p.Title)
	}
	for _, e := range p.Errors {
		b.WriteString("\n  ")
		if e.Location != "" {
			b.WriteString(e.Location + ": ")
		}
		b.WriteString(e.Message)
	}
	return b.String()
}

// GetStatus returns the HTTP status that the problem is sent with.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the media type of RFC 9457 in place of plain JSON.
func (p *Problem) ContentType(string) string { return "application/problem+json" }
