package offer

import (
	"context"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/binding"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/native"
	"github.com/guildsbox/guilds/internal/tool"
)

// Natives are the native tools of a box, with what decides on them beside bindings.
type Natives struct {
	Tools   []tool.Tool                // those that this version has, in the order in which they are offered
	Missing func(name string) []string // the variables that the box lacks for a tool

	// Flags returns those of an agent.
	Flags func(ctx context.Context, agent guild.ID) (Flags, error)
}

// Flags are an agent's switches that tools follow.
type Flags struct {
	Browser   bool `json:"browser"`
	Coding    bool `json:"coding"`
	Scripting bool `json:"scripting"`
	Memory    bool `json:"memory"`
}

// Native is one native tool as a scope sees it.
type Native struct {
	Name    string
	Tool    *tool.Tool    // nil where this version has none of that name
	State   binding.State // the zero State for one that no binding decides on
	Enabled bool          // where its bindings end, and true where none decides
	Offered bool
	Reason  string
}

// At returns every native tool as the scope of a view sees it, by name. At an agent
// the gates decide as for a direct run. At a scope above, where agents differ, only
// bindings and variables do, and the reason says what each agent decides.
func (n Natives) At(ctx context.Context, v View) ([]Native, error) {
	facts := tool.Facts{
		Trigger: tool.Direct, Browser: true, Coding: true, Scripting: true, Memory: true,
		Bound: v.bound, Missing: n.Missing,
	}
	if v.Scope.Level == guild.Agent {
		flags, err := n.Flags(ctx, v.Scope.ID)
		if err != nil {
			return nil, err
		}
		facts.Browser, facts.Coding, facts.Scripting, facts.Memory = flags.Browser, flags.Coding, flags.Scripting, flags.Memory
	}
	var out []Native
	for _, name := range slices.Concat(native.Bindable(), native.Unbound()) {
		out = append(out, v.native(name, n.find(name), facts))
	}
	slices.SortFunc(out, func(a, b Native) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Offered returns the tools that a run offers which was started so, of the agent of a
// view, in the order in which they are offered.
func (n Natives) Offered(v View, trigger tool.Trigger, f Flags) []tool.Tool {
	facts := tool.Facts{
		Trigger: trigger, Browser: f.Browser, Coding: f.Coding, Scripting: f.Scripting, Memory: f.Memory,
		Bound: v.bound, Missing: n.Missing,
	}
	var out []tool.Tool
	for _, t := range n.Tools {
		if t.Gate(facts, t.Name) == "" {
			out = append(out, t)
		}
	}
	return out
}

// find returns the tool of a name, nil where this version has none.
func (n Natives) find(name string) *tool.Tool {
	i := slices.IndexFunc(n.Tools, func(t tool.Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &n.Tools[i]
}

// NotIncluded is why a tool is not offered that the specification names and this
// version does not have: all of those work in an agent's sandbox.
const NotIncluded = "it works in an agent's sandbox, which this version does not include yet"

func (v View) native(name string, t *tool.Tool, facts tool.Facts) Native {
	out := Native{Name: name, Tool: t, Enabled: true}
	bound := slices.Contains(native.Bindable(), name)
	if bound {
		out.State = v.Chain.Resolve(binding.NativeTool, name)
		out.Enabled = out.State.Enabled
	}
	if t == nil {
		out.Reason = NotIncluded
		return out
	}
	if out.Reason = t.Gate(facts, name); out.Reason != "" {
		return out
	}
	out.Offered = true
	reasons := []string{"no binding decides on " + name}
	if bound {
		_, why := v.bound(name)
		reasons = []string{why}
	}
	out.Reason = strings.Join(append(reasons, v.limits(*t, facts)...), "; ")
	return out
}

// bound is whether the binding of a native tool is on, and the row that says so.
func (v View) bound(name string) (on bool, why string) {
	s := v.Chain.Resolve(binding.NativeTool, name)
	switch {
	case s.By == nil:
		return false, "no binding grants " + name + " here or above"
	case s.Enabled:
		return true, name + " is on at " + v.at(s)
	default:
		return false, name + " is off at " + v.at(s)
	}
}

// flags are the switches of an agent in the order of Flags, each with how to take it
// away.
var flags = []struct {
	name string
	off  func(*tool.Facts)
}{
	{"browser", func(f *tool.Facts) { f.Browser = false }},
	{"coding", func(f *tool.Facts) { f.Coding = false }},
	{"scripting", func(f *tool.Facts) { f.Scripting = false }},
	{"memory", func(f *tool.Facts) { f.Memory = false }},
}

// limits tells what else a tool that is offered depends on. A gate is a function
// that cannot be read, so it is asked what it would say without one thing.
func (v View) limits(t tool.Tool, facts tool.Facts) []string {
	var out []string
	for _, flag := range flags {
		without := facts
		flag.off(&without)
		if v.Scope.Level != guild.Agent && t.Gate(without, t.Name) != "" {
			out = append(out, "follows each agent's "+flag.name+" flag")
		}
	}
	woken := facts
	woken.Trigger = tool.Schedule
	if why := t.Gate(woken, t.Name); why != "" {
		out = append(out, why)
	}
	return out
}
