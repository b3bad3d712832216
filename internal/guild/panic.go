package guild

import (
	"fmt"
	"runtime"
	"strings"
)

// Panic is a panic that was recovered from, as an error. It has no code: it is a
// fault of the box.
type Panic struct {
	in      string
	value   any
	callers []uintptr
}

// Recovered makes an error of what recover returned in a deferred function. in names
// what panicked.
func Recovered(in string, value any) *Panic {
	callers := make([]uintptr, 64)
	// Without Callers, this function and the deferred one.
	return &Panic{in, value, callers[:runtime.Callers(3, callers)]}
}

// Error returns the value of the panic and the functions that it went through, the
// innermost first.
func (p *Panic) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s panicked: %v", p.in, p.value)
	for frames := runtime.CallersFrames(p.callers); ; {
		frame, more := frames.Next()
		fmt.Fprintf(&b, "\n%s\n\t%s:%d", frame.Function, frame.File, frame.Line)
		if !more {
			return b.String()
		}
	}
}

// Callers returns the program counters of those functions, see runtime.Callers.
func (p *Panic) Callers() []uintptr { return p.callers }
