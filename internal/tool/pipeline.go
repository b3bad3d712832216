package tool

import (
	"fmt"

	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// DefaultCap is the platform's byte cap on one result.
const DefaultCap = 64 << 10

const (
	wrapUpFrom = 8
	wrapUp     = "Few tool calls are left: finish what matters most, then answer with what is done and what is still open."
)

// Pipeline is the one path that every result takes to the database and the model:
// filter, redaction, cap, trailer, in that order (decisions.md, "Tool results").
// Redaction comes before the cap, so that a secret on the cut cannot leak in
// part. The zero Pipeline only caps.
type Pipeline struct {
	Filter    func(string) string // the tool's own; nil for none
	Redact    *redact.Set         // nil for none
	Cap       int                 // in bytes of redacted text; 0 means DefaultCap
	Remaining *int                // tool calls left; nil where no budget is counted, as in a tool test
}

// Stamp returns the form of raw that is stored and shown.
func (p Pipeline) Stamp(raw string) string {
	if p.Filter != nil {
		raw = p.Filter(raw)
	}
	limit := p.Cap
	if limit == 0 {
		limit = DefaultCap
	}
	return text.Cap(p.Redact.Redact(raw), limit) + p.trailer()
}

// trailer tells the model how much of its budget is left.
func (p Pipeline) trailer() string {
	if p.Remaining == nil {
		return ""
	}
	left := max(*p.Remaining, 0)
	trailer := fmt.Sprintf("\nremaining_tool_calls: %d", left)
	if left <= wrapUpFrom {
		trailer = "\n" + wrapUp + trailer
	}
	return trailer
}
