package packaging_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/spf13/pflag"

	"github.com/guildsbox/guilds/internal/daemon"
)

// TestExampleConfiguration loads the example as it is shipped, and with every
// setting in force that it shows.
func TestExampleConfiguration(t *testing.T) {
	t.Parallel()
	shipped := read(t, "guildsd.yaml")
	shown := regexp.MustCompile(`(?m)^#([a-z_]+: )`).ReplaceAllString(shipped, "$1")
	if shown == shipped {
		t.Fatal("the example shows no setting")
	}
	for name, content := range map[string]string{"shipped": shipped, "shown": shown} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "guildsd.yaml")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			flags := pflag.NewFlagSet("guildsd", pflag.ContinueOnError)
			daemon.AddFlags(flags)
			if err := flags.Parse([]string{"--config", path}); err != nil {
				t.Fatal(err)
			}
			c, err := daemon.LoadConfig(flags, daemon.Environment{Root: true})
			if err != nil {
				t.Fatal(err)
			}
			if name == "shown" && c.Listen != "127.0.0.1:7433" {
				t.Errorf("listen is %q, want what the example shows", c.Listen)
			}
		})
	}
}
