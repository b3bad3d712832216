package daemon

import (
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/text"
)

func settingNames() []string {
	names := make([]string, 0, len(settings)+1)
	for _, s := range settings {
		names = append(names, s.name)
	}
	return append(names, upstreamName)
}

func variableNames() []string {
	names := make([]string, 0, len(settings)+1)
	for _, s := range settings {
		names = append(names, s.env)
	}
	return append(names, upstreamEnv+"<SLUG>")
}

func isSetting(name string) bool { return slices.Contains(settingNames(), name) }

func isVariable(name string) bool {
	_, upstream := upstreamSlug(name)
	return upstream || slices.Contains(variableNames(), name) || slices.Contains(clientVariables, name)
}

// nearest returns the candidate that takes the fewest edits to make from name. The
// prefix GUILDS_ does not count: leaving it out, or adding it to a variable that
// has none, is the commonest mistake.
func nearest(name string, candidates []string) string {
	bare := func(s string) string {
		return strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(s), "-", "_"), "guilds_")
	}
	return text.Nearest(name, candidates, bare)
}
