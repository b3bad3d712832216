package daemon

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/guildsbox/guilds/pkg/api"
)

func shown(secret bool, value string) string {
	if secret {
		return Secret(value).mask()
	}
	return value
}

// Values lists every setting in the order of the table, then the upstreams.
func (c *Config) Values() []api.Setting { return c.values }

// WriteText writes the settings in force as aligned columns.
func (c *Config) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SETTING\tVALUE\tFROM")
	for _, v := range c.values {
		fmt.Fprintf(t, "%s\t%s\t%s\n", v.Name, cmp.Or(v.Value, "-"), v.Source)
	}
	return t.Flush()
}

// WriteJSON writes the settings in force as an array of objects.
func (c *Config) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(c.values)
}

// SettingsTable renders the table of settings in Markdown, as the README holds it.
func SettingsTable() string {
	var b strings.Builder
	b.WriteString("| Setting | Variable | Flag | Default | What it is |\n|---|---|---|---|---|\n")
	for _, s := range settings {
		flag, def := "", s.defText
		if s.flag != "" {
			flag = "`--" + s.flag + "`"
		}
		if s.def != "" {
			def = "`" + s.def + "`"
		}
		help := s.help
		if s.secret {
			help += " (secret)"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", s.name, s.env, flag, def, help)
	}
	fmt.Fprintf(&b, "| `%s.<slug>` | `%s<SLUG>` | | | base address on loopback that stands in for a connector or service in tests and demos |\n", upstreamName, upstreamEnv)
	return b.String()
}
