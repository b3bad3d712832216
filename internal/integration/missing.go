package integration

// Missing returns the required variables that the box lacks for what depends on an
// integration: a model provider, a native tool or a connector. What depends on none
// lacks nothing.
func (r *Registry) Missing(name string) []string {
	s, _ := r.For(name)
	return s.Missing
}
