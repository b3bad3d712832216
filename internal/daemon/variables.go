package daemon

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// variables are settings by the names of their environment variables, from the
// environment or from an .env file.
type variables struct {
	values   map[string]string
	file     string   // empty for the environment
	mustKnow []string // names that have to be ones that guildsd knows
}

// source tells where a variable's value comes from.
func (v variables) source(name string) string { return cmp.Or(v.file, "environment "+name) }

// place tells where a variable itself is.
func (v variables) place(name string) string {
	if v.file == "" {
		return "environment " + name
	}
	return v.file + ": " + name
}

// settings returns the values by the names of their settings, and which variable
// each is from. A variable that is set to nothing is not set.
func (v variables) settings() (known map[string]any, from map[string]string) {
	known, from = map[string]any{}, map[string]string{}
	for _, s := range settings {
		if value := v.values[s.env]; value != "" {
			known[s.name], from[s.name] = value, s.env
		}
	}
	upstreams := map[string]any{}
	for name, value := range v.values {
		if slug, ok := upstreamSlug(name); ok && value != "" {
			upstreams[slug], from[upstreamName+"."+slug] = value, name
		}
	}
	if len(upstreams) > 0 {
		known[upstreamName] = upstreams
	}
	return known, from
}

func (l *loader) readVariables(v variables) {
	for _, name := range v.mustKnow {
		if !isVariable(name) {
			l.problem(v.place(name), "there is no such setting; the nearest is %s", nearest(name, variableNames()))
		}
	}
	known, from := v.settings()
	l.merge(known, func(name string) string { return v.source(from[name]) })
}

// boxVariables returns the variables whose name says that they are for the box.
func boxVariables(vars map[string]string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if strings.HasPrefix(name, "GUILDS_") {
			names = append(names, name)
		}
	}
	return names
}

// upstreamSlug reads the slug out of GUILDS_UPSTREAM_<SLUG>.
func upstreamSlug(variable string) (string, bool) {
	rest, ok := strings.CutPrefix(variable, upstreamEnv)
	return strings.ToLower(strings.ReplaceAll(rest, "_", "-")), ok && rest != ""
}
