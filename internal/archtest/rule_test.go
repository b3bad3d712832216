package archtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/archtest"
)

// broken holds, for each rule by its name, packages as they must not be, and what
// the rule says of them.
var broken = map[string]struct {
	packages []archtest.Package
	want     string
}{
	"each layer imports only lower ones": {
		from("internal/tool", "internal/postgres"),
		"internal/tool imports internal/postgres, which is not in a lower layer",
	},
	"pkg reaches nothing internal": {
		from("pkg/api", "internal/guild"),
		"pkg/api imports internal/guild",
	},
	"guildsctl reaches no package of the daemon": {
		append(from("internal/cli/org", "internal/cli/app", "pkg/client"), from("pkg/client", "internal/postgres")...),
		"internal/cli/org imports pkg/client imports internal/postgres",
	},
	"guildsctl is built without the daemon's libraries": {
		append(from("cmd/guildsctl", "example.com/x"), from("example.com/x", "github.com/spf13/viper")...),
		"cmd/guildsctl imports example.com/x imports github.com/spf13/viper",
	},
	"connectors do not import each other": {
		from("internal/catalog/x", "internal/catalog/gmail", "internal/connector"),
		"internal/catalog/x imports internal/catalog/gmail",
	},
	"families of native tools do not import each other": {
		from("internal/native/note", "internal/native/memory", "internal/artifact"),
		"internal/native/note imports internal/native/memory",
	},
	"pgx only in postgres": {
		from("internal/localapi", "github.com/jackc/pgx/v5/pgconn"),
		"internal/localapi imports github.com/jackc/pgx/v5/pgconn",
	},
	"mcp-go's client only in mcpclient": {
		from("internal/mcpclient/mcptest", "github.com/mark3labs/mcp-go/client/transport"),
		"internal/mcpclient/mcptest imports github.com/mark3labs/mcp-go/client/transport",
	},
	"the rest of mcp-go only there and where MCP is served": {
		from("internal/connection", "github.com/mark3labs/mcp-go/mcp"),
		"internal/connection imports github.com/mark3labs/mcp-go/mcp",
	},
	"no container engine": {
		from("internal/daemon", "github.com/docker/docker/client"),
		"internal/daemon imports github.com/docker/docker/client",
	},
	"cobra only in the two command lines": {
		from("internal/localapi", "github.com/spf13/cobra"),
		"internal/localapi imports github.com/spf13/cobra",
	},
	"viper only in daemon": {
		from("internal/cli/app", "github.com/spf13/viper"),
		"internal/cli/app imports github.com/spf13/viper",
	},
	"lipgloss only in cli": {
		from("internal/daemon", "github.com/charmbracelet/lipgloss"),
		"internal/daemon imports github.com/charmbracelet/lipgloss",
	},
	"the environment is read only where the configuration is": {
		[]archtest.Package{{Path: "internal/seal", Own: true, Imports: []string{"os"}, Dir: "testdata", GoFiles: []string{"environment.go"}}},
		"internal/seal/environment.go:6 uses os.LookupEnv",
	},
	"nothing but daemon and postgres imports more than 12 of our packages": {
		from("internal/localapi", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "internal/localapi/below"),
		"internal/localapi imports 13 of our packages",
	},
	"every folder and file is named for what is in it": {
		[]archtest.Package{{Path: "internal/tool", Own: true, TestFiles: []string{"helpers_test.go"}}},
		"internal/tool/helpers_test.go",
	},
}

// TestEveryRuleCanFail shows each rule what it is there to forbid.
func TestEveryRuleCanFail(t *testing.T) {
	t.Parallel()
	for _, rule := range archtest.Rules {
		t.Run(rule.Name, func(t *testing.T) {
			t.Parallel()
			c, ok := broken[rule.Name]
			if !ok {
				t.Fatal("no packages here break this rule")
			}
			got := rule.Check(archtest.NewGraph(c.packages...))
			if diff := cmp.Diff([]string{c.want}, got); diff != "" {
				t.Errorf("broken (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAPackageInNoLayerIsNamed(t *testing.T) {
	t.Parallel()
	got := archtest.Rules[0].Check(archtest.NewGraph(archtest.Package{Path: "internal/new", Own: true}))
	want := []string{"internal/new is in no layer; give it its place in internal/archtest/rules.go"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("broken (-want +got):\n%s", diff)
	}
}

func TestARuleThatSpeaksOfNothingIsDead(t *testing.T) {
	t.Parallel()
	i := slices.IndexFunc(archtest.Rules, func(r archtest.Rule) bool { return r.Name == "viper only in daemon" })
	got := archtest.Rules[i].Dead(archtest.NewGraph(archtest.Package{Path: "internal/guild", Own: true}))
	if diff := cmp.Diff([]string{"internal/daemon"}, got); diff != "" {
		t.Errorf("dead patterns (-want +got):\n%s", diff)
	}
}

// from returns a package of ours and those that it imports. A path with a dot in
// it is another module's.
func from(path string, imported ...string) []archtest.Package {
	packages := []archtest.Package{{Path: path, Own: true, Imports: imported}}
	for _, p := range imported {
		packages = append(packages, archtest.Package{Path: p, Own: !strings.Contains(p, ".")})
	}
	return packages
}
