package integration

import "strings"

// State says whether an integration can be used.
type State string

// The states, as the API writes them.
const (
	On         State = "on"         // every required variable is set
	Off        State = "off"        // none is
	Incomplete State = "incomplete" // some are
)

// Status is an integration as this box has it. It holds names of variables and
// never a value.
type Status struct {
	Integration
	State   State
	Set     []string // variables that are set, optional ones among them
	Missing []string // required variables that are not
}

// Registry answers what the box's configuration switches on.
type Registry struct {
	lookup func(variable string) string
	status []Status
}

// New reads the state of every integration. lookup returns the value of a
// variable, and the empty string for one that is not set; a value of white space
// alone counts as not set.
func New(lookup func(variable string) string) *Registry {
	r := &Registry{lookup: lookup, status: make([]Status, len(table))}
	for n, row := range table {
		r.status[n] = r.read(row)
	}
	return r
}

func (r *Registry) read(row Integration) Status {
	s := Status{Integration: row, State: Incomplete, Set: []string{}, Missing: []string{}}
	required := 0 // of those that are set
	for _, v := range row.Variables {
		set := r.Value(v.Name) != ""
		if set {
			s.Set = append(s.Set, v.Name)
		}
		if v.Optional {
			continue
		}
		if set {
			required++
		} else {
			s.Missing = append(s.Missing, v.Name)
		}
	}
	if required == 0 {
		s.State = Off
	}
	if len(s.Missing) == 0 {
		s.State = On
	}
	return s
}

// Status lists the integrations in the order of the table.
func (r *Registry) Status() []Status { return r.status }

// For returns the integration that switches on the model provider, the native
// tool or the connector of that name, and false where the name depends on none.
func (r *Registry) For(name string) (Status, bool) {
	for _, s := range r.status {
		if s.switchesOn(name) {
			return s, true
		}
	}
	return Status{}, false
}

// Value returns a variable's value without white space around it. It may be a
// secret.
func (r *Registry) Value(variable string) string { return strings.TrimSpace(r.lookup(variable)) }
