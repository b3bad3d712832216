package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// pages returns a manual page for each command, by the name of its file:
// guildsctl-org-create.1 and so on. They carry no date, so that the same source
// makes the same bytes.
func pages(cmd *cobra.Command) map[string][]byte {
	files := map[string][]byte{pageName(cmd) + ".1": page(cmd)}
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		for name, content := range pages(sub) {
			files[name] = content
		}
	}
	return files
}

// pageName is how man(1) is asked for a command.
func pageName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// page writes one command in the macros of man(7).
func page(cmd *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %q 1\n", strings.ToUpper(pageName(cmd)))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(cmd.UseLine()))
	if cmd.Long != "" {
		b.WriteString(".SH DESCRIPTION\n")
		paragraphs(&b, cmd.Long)
	}
	if len(cmd.Aliases) > 0 {
		fmt.Fprintf(&b, ".SH ALIASES\n%s\n", roff(strings.Join(cmd.Aliases, ", ")))
	}
	subcommands(&b, cmd)
	options(&b, "OPTIONS", cmd.LocalFlags().FlagUsages())
	options(&b, "GLOBAL OPTIONS", cmd.InheritedFlags().FlagUsages())
	fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	if cmd.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", roff(pageName(cmd.Parent())))
	}
	return b.Bytes()
}

// paragraphs writes text whose paragraphs are parted by empty lines.
func paragraphs(b *bytes.Buffer, text string) {
	for i, p := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(p) + "\n")
	}
}

// subcommands names the pages of the commands below.
func subcommands(b *bytes.Buffer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	b.WriteString(".SH COMMANDS\n")
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			fmt.Fprintf(b, ".TP\n.BR %s (1)\n%s\n", roff(pageName(sub)), roff(sub.Short))
		}
	}
}

// options writes a block of flags as help aligns it.
func options(b *bytes.Buffer, heading, usages string) {
	if usages != "" {
		fmt.Fprintf(b, ".SH %s\n.nf\n%s\n.fi\n", heading, roff(strings.TrimRight(usages, "\n")))
	}
}

// roff escapes text: a backslash and a hyphen mean something to roff, and so does
// a line that starts with a full stop or an apostrophe.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
