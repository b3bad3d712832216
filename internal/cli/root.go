package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/agent"
	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/binding"
	"github.com/guildsbox/guilds/internal/cli/catalog"
	"github.com/guildsbox/guilds/internal/cli/coin"
	"github.com/guildsbox/guilds/internal/cli/collection"
	"github.com/guildsbox/guilds/internal/cli/connection"
	"github.com/guildsbox/guilds/internal/cli/group"
	"github.com/guildsbox/guilds/internal/cli/guild"
	"github.com/guildsbox/guilds/internal/cli/instance"
	"github.com/guildsbox/guilds/internal/cli/issue"
	"github.com/guildsbox/guilds/internal/cli/memory"
	"github.com/guildsbox/guilds/internal/cli/model"
	"github.com/guildsbox/guilds/internal/cli/note"
	"github.com/guildsbox/guilds/internal/cli/org"
	"github.com/guildsbox/guilds/internal/cli/record"
	"github.com/guildsbox/guilds/internal/cli/repo"
	"github.com/guildsbox/guilds/internal/cli/run"
	"github.com/guildsbox/guilds/internal/cli/schedule"
	"github.com/guildsbox/guilds/internal/cli/secret"
	"github.com/guildsbox/guilds/internal/cli/token"
	"github.com/guildsbox/guilds/internal/cli/tool"
)

// The headings under which help lists the commands.
const (
	scopes     = "scopes"
	work       = "work"
	connectors = "connectors"
	box        = "box"
)

// commands are the top-level commands in the order of the help.
var commands = []struct {
	group string
	make  func(*app.App) *cobra.Command
}{
	{scopes, org.New},
	{scopes, guild.New},
	{scopes, agent.New},
	{work, memory.New},
	{work, note.New},
	{work, run.New},
	{work, collection.New},
	{work, record.New},
	{work, schedule.New},
	{work, secret.New},
	{work, issue.New},
	{work, group.New},
	{connectors, catalog.New},
	{connectors, connection.Connect},
	{connectors, connection.Disconnect},
	{connectors, connection.New},
	{connectors, binding.New},
	{connectors, tool.New},
	{connectors, repo.New},
	{connectors, coin.New},
	{box, instance.Status},
	{box, instance.Doctor},
	{box, instance.New},
	{box, instance.Config},
	{box, model.New},
	{box, token.New},
	{box, completion},
	{box, version},
}

// Root returns the whole tree of commands over a.
func Root(a *app.App) *cobra.Command {
	root := &cobra.Command{
		Use:   "guildsctl",
		Short: "Run a Guilds box: its scopes, connectors, logins and tools",
		Long: "Guildsctl operates a Guilds box over the daemon's local API.\n\n" +
			"A scope is written platform, ORGANISATION, ORGANISATION/GUILD or\n" +
			"ORGANISATION/GUILD/AGENT. Data goes to standard output, all else to standard\n" +
			"error. Exit codes: 0 done, 1 failed (also: the tool failed), 2 wrong usage,\n" +
			"3 not found, 4 refused, 5 daemon not reachable, 6 conflict.",
		Example: "guildsctl status\n" +
			"guildsctl org create acme\n" +
			"guildsctl tool test everything_echo --at acme --arg message=hello",
		Version:           versionLine(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		// A --url before the subcommand is the daemon's address, also where the
		// subcommand has a --url of its own.
		TraverseChildren: true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp) // few words here are files
	a.AddressFlags(root)
	root.AddGroup(
		&cobra.Group{ID: scopes, Title: "Scopes:"},
		&cobra.Group{ID: work, Title: "The work of agents:"},
		&cobra.Group{ID: connectors, Title: "Connectors and tools:"},
		&cobra.Group{ID: box, Title: "The box:"},
	)
	root.SetHelpCommandGroupID(box)
	var made []*cobra.Command
	for _, c := range commands {
		cmd := c.make(a)
		cmd.GroupID = c.group
		made = append(made, cmd)
	}
	app.Group(root, made...)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return app.Usage(cmd.CommandPath()+" --help lists the flags", "%v", err)
	})
	indentExamples(root)
	return root
}

// indentExamples makes help set a command's examples in from the margin, which
// cobra leaves to whoever writes them.
func indentExamples(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		cmd.Example = "  " + strings.ReplaceAll(cmd.Example, "\n", "\n  ")
		help(cmd, args)
	})
}
