package tool

// Facts are what a gate decides by: an agent's flags, and what started the run.
type Facts struct {
	Trigger                            Trigger
	Browser, Coding, Scripting, Memory bool

	// Bound says whether the binding of a tool is on for the agent, and if not, which
	// row decided.
	Bound func(name string) (on bool, why string)
	// Missing returns the environment variables that the box lacks for a tool.
	Missing func(name string) []string
}

// Gate says why a run does not offer a tool, and nothing where it does. name is the
// tool's.
type Gate func(f Facts, name string) (why string)

// All is the gate that each of several has to let through; the first that does not
// says why.
func All(gates ...Gate) Gate {
	return func(f Facts, name string) string {
		for _, gate := range gates {
			if why := gate(f, name); why != "" {
				return why
			}
		}
		return ""
	}
}

// Always lets every run through.
func Always(Facts, string) string { return "" }

// Binding asks for a binding that is on.
func Binding(f Facts, name string) string {
	if on, why := f.Bound(name); !on {
		return why
	}
	return ""
}

// Configured asks for the variables of the integration that the tool belongs to.
func Configured(f Facts, name string) string {
	why := ""
	for _, variable := range f.Missing(name) {
		if why == "" {
			why = "set " + variable
		} else {
			why += " and " + variable
		}
	}
	if why == "" {
		return ""
	}
	return why + " in the daemon's environment to switch it on"
}

// The gates of an agent's flags.
var (
	Browser   = flag(func(f Facts) bool { return f.Browser }, "browser")
	Coding    = flag(func(f Facts) bool { return f.Coding }, "coding")
	Scripting = flag(func(f Facts) bool { return f.Scripting }, "scripting")
	Memory    = flag(func(f Facts) bool { return f.Memory }, "memory")
)

func flag(is func(Facts) bool, name string) Gate {
	return func(f Facts, _ string) string {
		if is(f) {
			return ""
		}
		return "the agent's " + name + " flag is off"
	}
}

// OnlyDirect lets through the runs that an operator started.
func OnlyDirect(f Facts, _ string) string {
	if f.Trigger != Direct {
		return "only direct runs offer it"
	}
	return ""
}

// DirectOrGroup lets through the runs that an operator or a group message started.
func DirectOrGroup(f Facts, _ string) string {
	if f.Trigger == Schedule {
		return "only direct and group runs offer it"
	}
	return ""
}
