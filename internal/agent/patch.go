package agent

// Patch changes the settings whose fields are not nil.
type Patch struct {
	Model, Instructions                *string
	MaxToolCalls, MaxScripts           *int
	Coding, Browser, Scripting, Memory *bool
}

// Apply returns s as the patch leaves it. It checks nothing.
func (p Patch) Apply(s Settings) Settings {
	set(&s.Model, p.Model)
	set(&s.Instructions, p.Instructions)
	set(&s.MaxToolCalls, p.MaxToolCalls)
	set(&s.MaxScripts, p.MaxScripts)
	set(&s.Coding, p.Coding)
	set(&s.Browser, p.Browser)
	set(&s.Scripting, p.Scripting)
	set(&s.Memory, p.Memory)
	return s
}

func set[T any](field, to *T) {
	if to != nil {
		*field = *to
	}
}
